// Markdown files are imported as text.
declare module "*.md" {
  const text: string;
  export default text;
}
