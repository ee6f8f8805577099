/** @jsxImportSource hono/jsx */
// The field that searches the docs. The script shows what is found below it; without scripts, a page does.

interface SearchFormProps {
  readonly root: string;
  readonly query?: string | undefined;
}

export const SearchForm = ({ root, query = "" }: SearchFormProps) => (
  <search>
    <form class="search" action={`${root}/docs/search`} autocomplete="off">
      <input
        type="search"
        name="q"
        value={query}
        placeholder="Search"
        aria-label="Search the docs"
        aria-keyshortcuts="/"
      />
    </form>
  </search>
);
