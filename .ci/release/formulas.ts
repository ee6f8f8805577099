// The files by which Homebrew, Scoop and mise install a release, made of its checksums.
import manifest from "../../package.json" with { type: "json" };

const { name, version, description, license } = manifest;

/** A file of the release with its address and its hash. */
interface Download {
  readonly url: string;
  readonly sum: string;
}

/** Makes each formula by its file name. `releases` is the address of all releases: a release is in `/v` and its version. */
export function makeFormulas(
  sums: ReadonlyMap<string, string>,
  releases: string,
): ReadonlyMap<string, string> {
  const find = (platform: string): Download => {
    const ending = platform.startsWith("windows") ? "zip" : "tar.xz";
    const file = `${name}-${platform}.${ending}`;
    const sum = sums.get(file);
    if (sum === undefined) throw new Error(`the release has no ${file}`);
    return { url: `${releases}/v${version}/${file}`, sum };
  };
  const homepage = releases.replace(/\/releases\/download$/, "");
  return new Map([
    [`${name}.rb`, formatHomebrew(find, homepage)],
    [`${name}.json`, formatScoop(find, homepage)],
    ["mise.toml", formatMise(find)],
  ]);
}

type Find = (platform: string) => Download;

function formatHomebrew(find: Find, homepage: string): string {
  const system = (block: string, platform: string) => `  on_${block} do
${processor("arm", find(`${platform}-arm64`))}
${processor("intel", find(`${platform}-x64`))}
  end
`;
  const processor = (block: string, { url, sum }: Download) => `    on_${block} do
      url "${url}"
      sha256 "${sum}"
    end`;
  return `class MerchantSandbox < Formula
  desc "${description}"
  homepage "${homepage}"
  version "${version}"
  license "${license}"

${system("macos", "darwin")}
${system("linux", "linux")}
  def install
    bin.install "${name}"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/${name} --version")
  end
end
`;
}

function formatScoop(find: Find, homepage: string): string {
  const architecture = (platform: string) => {
    const { url, sum } = find(platform);
    return { url, hash: sum, extract_dir: `${name}-${version}-${platform}` };
  };
  const formula = {
    version,
    description,
    homepage,
    license,
    architecture: { "64bit": architecture("windows-x64"), arm64: architecture("windows-arm64") },
    bin: `${name}.exe`,
  };
  return `${JSON.stringify(formula, null, 4)}\n`;
}

function formatMise(find: Find): string {
  const platforms = ["linux", "macos", "windows"].flatMap((system) =>
    ["x64", "arm64"].map((processor) => {
      const { url, sum } = find(`${system.replace("macos", "darwin")}-${processor}`);
      return `${system}-${processor} = { url = "${url}", checksum = "sha256:${sum}" }\n`;
    }),
  );
  return `[tools."http:${name}"]
version = "${version}"
strip_components = 1

[tools."http:${name}".platforms]
${platforms.join("")}`;
}
