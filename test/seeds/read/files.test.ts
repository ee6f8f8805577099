import { describe, expect, test } from "bun:test";
import { formatDiagnostics } from "../../../src/seeds/diagnostics/diagnostic.ts";
import { type FileReader, readSeedFiles } from "../../../src/seeds/read/files.ts";

describe("readSeedFiles", () => {
  test("reads the .yaml and .yml files of a directory, by name, then its scenarios", async () => {
    const reader = fakeReader({
      "seeds/products.yml": "products: []",
      "seeds/keys.yaml": "keys: []",
      "seeds/.hidden.yaml": "hidden: true",
      "seeds/notes.md": "# Notes",
      "seeds/keys.yaml.bak": "old: true",
      "seeds/Merchants.yaml": "merchants: []",
      "seeds/yaml": "no: extension",
      "seeds/scenarios/revoked.yaml": "keys: []",
    });
    expect(await readSeedFiles("seeds", reader)).toEqual({
      files: [
        { path: "seeds/Merchants.yaml", text: "merchants: []" },
        { path: "seeds/keys.yaml", text: "keys: []" },
        { path: "seeds/products.yml", text: "products: []" },
        { path: "seeds/scenarios/revoked.yaml", text: "keys: []", scenario: "revoked" },
      ],
      diagnostics: [],
    });
  });

  test("names files with one slash after the directory", async () => {
    const { files } = await readSeedFiles("seeds//", fakeReader({ "seeds/a.yaml": "" }));
    expect(files.map(({ path }) => path)).toEqual(["seeds/a.yaml"]);
  });

  test("reads a single file, whatever its name", async () => {
    const { files } = await readSeedFiles("all.txt", fakeReader({ "all.txt": "keys: []" }));
    expect(files).toEqual([{ path: "all.txt", text: "keys: []" }]);
  });

  test("leaves out the byte order mark", async () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
    const { files } = await readSeedFiles("a.yaml", fakeReader({ "a.yaml": bytes }));
    expect(files).toEqual([{ path: "a.yaml", text: "a" }]);
  });

  test("names a directory that is missing, without a line", async () => {
    expect(await shown("seeds", {})).toBe(
      "seeds error: there is no such file or directory [no-seeds]\n  Check the spelling of the path.\n\n1 error",
    );
  });

  test("names a directory without seeds", async () => {
    expect(await shown("seeds", { "seeds/notes.md": "" })).toBe(
      "seeds error: there is no .yaml or .yml file in this directory [no-seeds]\n  Run merchant-sandbox init, or pass another directory with --seeds.\n\n1 error",
    );
  });

  test("distinguishes scenarios without seeds from a directory without either", async () => {
    expect(await shown("seeds", { "seeds/scenarios/revoked.yaml": "keys: []" })).toBe(
      "seeds error: there are scenarios here, but no base file (.yaml or .yml) for them to change [no-seeds]\n" +
        "  Put the seeds that they change in a file next to `scenarios`.\n\n1 error",
    );
  });

  test("shows the place that is not UTF-8, and reads the other files", async () => {
    const latin1 = Uint8Array.from(Buffer.from("merchants:\n  - slug: caf\xe9\n", "latin1"));
    const reader = fakeReader({ "seeds/a.yaml": latin1, "seeds/b.yaml": "keys: []" });
    const { files, diagnostics } = await readSeedFiles("seeds", reader);
    expect(files.map(({ path }) => path)).toEqual(["seeds/a.yaml", "seeds/b.yaml"]);
    expect(formatDiagnostics(diagnostics)).toBe(
      [
        "seeds/a.yaml:2:14 error: this file is not UTF-8 [not-utf-8]",
        "   2 |   - slug: caf\uFFFD",
        "     |              ^",
        "  Save the file as UTF-8.",
        "",
        "1 error",
      ].join("\n"),
    );
  });

  test("rejects UTF-16", async () => {
    const utf16 = Uint8Array.of(0xff, 0xfe, 0x61, 0x00);
    expect(await shown("a.yaml", { "a.yaml": utf16 })).toStartWith(
      "a.yaml:1:1 error: this file is not UTF-8 [not-utf-8]\n",
    );
  });

  test("names a file that can't be read, with the system's reason", async () => {
    const reader: FileReader = {
      ...fakeReader({ "seeds/a.yaml": "", "seeds/b.yaml": "keys: []" }),
      readRegularFile: async (path) => {
        if (path === "seeds/a.yaml") throw new Error("EACCES: permission denied");
        return new TextEncoder().encode("keys: []");
      },
    };
    const { files, diagnostics } = await readSeedFiles("seeds", reader);
    expect(files).toEqual([{ path: "seeds/b.yaml", text: "keys: []" }]);
    expect(formatDiagnostics(diagnostics)).toBe(
      "seeds/a.yaml error: this file can't be read: EACCES: permission denied [no-seeds]\n\n1 error",
    );
  });

  test("names scenarios that can't be listed, and reads the other files", async () => {
    const fake = fakeReader({ "seeds/a.yaml": "", "seeds/scenarios/b.yaml": "" });
    const { files, diagnostics } = await readSeedFiles("seeds", {
      ...fake,
      listEntries: async (path) => {
        if (path === "seeds/scenarios") throw new Error("EACCES: permission denied");
        return fake.listEntries(path);
      },
    });
    expect(files).toEqual([{ path: "seeds/a.yaml", text: "" }]);
    expect(formatDiagnostics(diagnostics)).toBe(
      "seeds/scenarios error: this directory can't be read: EACCES: permission denied [no-seeds]\n\n1 error",
    );
  });

  test("warns of what it does not read, next to what it reads", async () => {
    const reader = fakeReader({ "seeds/a.yaml": "", "seeds/KEYS.YAML": "" });
    const { files, diagnostics } = await readSeedFiles("seeds", reader);
    expect(files).toEqual([{ path: "seeds/a.yaml", text: "" }]);
    expect(diagnostics).toMatchObject([{ severity: "warning", code: "unread-file" }]);
  });

  test("warns of it next to an error too", async () => {
    const { diagnostics } = await readSeedFiles("seeds", fakeReader({ "seeds/KEYS.YAML": "" }));
    expect(diagnostics.map(({ code }) => code)).toEqual(["no-seeds", "unread-file"]);
  });

  test("names a directory that can't be read", async () => {
    const reader: FileReader = {
      ...fakeReader({ "seeds/a.yaml": "" }),
      listEntries: async () => {
        throw new Error("EACCES: permission denied");
      },
    };
    const { diagnostics } = await readSeedFiles("seeds", reader);
    expect(formatDiagnostics(diagnostics)).toBe(
      "seeds error: this directory can't be read: EACCES: permission denied [no-seeds]\n\n1 error",
    );
  });
});

test("a directory that is removed while it is read is a mistake of its files", async () => {
  const gone = async () => {
    throw new Error("ENOENT: no such file or directory");
  };
  const reader = { ...fakeReader({ "seeds/a.yaml": "" }), realPath: gone, readRegularFile: gone };
  const { diagnostics } = await readSeedFiles("seeds", reader);
  expect(formatDiagnostics(diagnostics)).toBe(
    "seeds/a.yaml error: this file can't be read: ENOENT: no such file or directory [no-seeds]\n\n1 error",
  );
});

async function shown(path: string, contents: Contents): Promise<string> {
  const { diagnostics } = await readSeedFiles(path, fakeReader(contents));
  return formatDiagnostics(diagnostics);
}

type Contents = Readonly<Record<string, string | Uint8Array>>;

/** A file system of these files and the directories they are in. */
function fakeReader(contents: Contents): FileReader {
  const paths = Object.keys(contents);
  const namesIn = (directory: string) =>
    paths
      .filter((path) => path.startsWith(`${directory.replace(/\/+$/, "")}/`))
      .map((path) => path.slice(directory.replace(/\/+$/, "").length + 1));
  return {
    realPath: async (path) => `/srv/${path}`.replace(/\/\.$/, ""),
    kindOf: async (path) => {
      if (path in contents) return "file";
      return namesIn(path).length > 0 ? "directory" : undefined;
    },
    listEntries: async (path) => {
      const names = namesIn(path);
      const below = names.filter((name) => name.includes("/"));
      return {
        files: names.filter((name) => !name.includes("/")),
        directories: [...new Set(below.map((name) => name.replace(/\/.*$/, "")))],
      };
    },
    readRegularFile: async (path) => {
      const content = contents[path] ?? "";
      return typeof content === "string" ? new TextEncoder().encode(content) : content;
    },
  };
}
