// The licences of everything in an executable, as one text. It is made from the SBOM, so that both have the same
// components.
import spdx from "spdx-license-list/full.js";
import type { Component, Sbom } from "./sbom.ts";

const RULE = "-".repeat(80);

/** Writes the licences of third-party components. Throws if the text of a licence is missing. */
export function formatLicences({ metadata, components }: Sbom): string {
  const { name, version } = metadata.component;
  const bun = components.find((component) => component.name === "bun");
  const packages = components.filter((component) => component !== bun);
  if (bun === undefined) throw new Error("the SBOM has no Bun");
  return [
    `What others made, and ${name} ${version} contains\n`,
    ...packages.map(formatPackage),
    formatBun(bun),
    ...licencesOf(bun).map(formatLicence),
  ].join(`\n${RULE}\n\n`);
}

function formatPackage(component: Component): string {
  const texts = (component.evidence?.licenses ?? []).flatMap(({ license }) =>
    license?.text === undefined
      ? []
      : [Buffer.from(license.text.content, license.text.encoding ?? "utf8").toString("utf8")],
  );
  if (texts.length === 0) throw new Error(`${nameOf(component)} has no licence file`);
  return `${nameOf(component)}\n\n${texts.map((text) => text.trim()).join("\n\n")}\n`;
}

function formatBun(bun: Component): string {
  const webkit = bun.components?.find(({ name }) => name.startsWith("WebKit"));
  const parts = (bun.components ?? []).map(
    (part) => `  ${nameOf(part)}: ${part.licenses?.[0]?.expression}`,
  );
  return `${nameOf(bun)}, licensed under MIT

The executable is Bun with the program added. Bun is linked with these, under the licences named:

${parts.join("\n")}

It also has packages within that stand in for Node's modules, all under MIT, as Bun's own notice lists them.

WebKit and TinyCC are under the LGPL, which lets you change them and link the executable again: their
sources are at https://github.com/oven-sh/WebKit, at commit ${webkit?.version}, and
https://github.com/oven-sh/tinycc. Bun's, with the commands that build it, are at
https://github.com/oven-sh/bun, under the tag bun-v${bun.version}. The program's own sources make the rest:
\`bun build --compile\` with your Bun adds them to it.

The texts of these licences follow.
`;
}

function licencesOf(bun: Component): string[] {
  const expressions = (bun.components ?? []).map((part) => part.licenses?.[0]?.expression ?? "");
  return Array.from(new Set(expressions.flatMap((text) => text.split(" AND ")))).toSorted();
}

function formatLicence(id: string): string {
  const licence = spdx[id];
  if (licence === undefined) throw new Error(`no text of the licence ${id}`);
  return `${id}\n\n${licence.licenseText.trim()}\n`;
}

function nameOf({ group, name, version }: Component): string {
  return [group === undefined ? name : `${group}/${name}`, version].filter(Boolean).join(" ");
}
