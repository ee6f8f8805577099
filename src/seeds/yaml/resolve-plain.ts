// What an unquoted scalar means, by the core schema of YAML 1.2.

/** Resolves an unquoted scalar to null, true, false, a number or the text that it is. */
export function resolvePlain(written: string): unknown {
  if (written !== "" && !/^[-+.\d~nNtTfF]/.test(written)) return written;
  if (/^(?:~|null|Null|NULL|)$/.test(written)) return null;
  if (/^(?:true|True|TRUE)$/.test(written)) return true;
  if (/^(?:false|False|FALSE)$/.test(written)) return false;
  if (/^(?:0o[0-7]+|0x[\da-fA-F]+)$/.test(written)) return Number(written);
  if (/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(written)) return Number(written);
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(written)) return written[0] === "-" ? -Infinity : Infinity;
  if (/^\.(?:nan|NaN|NAN)$/.test(written)) return Number.NaN;
  return written;
}
