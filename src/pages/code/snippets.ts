// A request as code: curl, JavaScript, Python, Go and PHP.
import { dataOf, formatCurl } from "./curl.ts";
import type { SentRequest } from "./sent-request.ts";

/** The languages of the examples. `syntax` is the name by which they are highlighted. */
export const LANGUAGES = {
  curl: { name: "curl", syntax: "bash", format: formatCurl },
  javascript: { name: "JavaScript", syntax: "js", format: formatJavaScript },
  python: { name: "Python", syntax: "py", format: formatPython },
  go: { name: "Go", syntax: "go", format: formatGo },
  php: { name: "PHP", syntax: "php", format: formatPhp },
} as const;
export type Language = keyof typeof LANGUAGES;

/** Formats a request as a JavaScript module for Node, Bun and Deno. */
function formatJavaScript({ method, url, headers, body, text, ...rest }: SentRequest): string {
  const sent = Object.entries(headers).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  const token = rest.tokenFrom
    ? [`    "Authorization": \`Bearer \${process.env.${rest.tokenFrom}}\`,`]
    : [];
  const hasHeaders = sent.length + token.length > 0;
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(hasHeaders ? ["  headers: {", ...token, ...sent, "  },"] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    ...(text === undefined ? [] : [`  body: ${JSON.stringify(text)},`]),
    "});",
    `console.log(response.status, await response.${rest.isText ? "text" : "json"}());`,
  ].join("\n");
}

// Why: the package has no function for another method.
const PYTHON_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** Formats a request as a Python program that uses the package `requests`. */
function formatPython(request: SentRequest): string {
  const { method, url, headers, tokenFrom, isText } = request;
  const data = dataOf(request);
  const sent = Object.entries(headers).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  const token = tokenFrom
    ? [`        "Authorization": "Bearer " + os.environ["${tokenFrom}"],`]
    : [];
  return [
    ...(tokenFrom ? ["import os", ""] : []),
    "import requests",
    "",
    ...(PYTHON_METHODS.includes(method)
      ? [`response = requests.${method.toLowerCase()}(`]
      : ["response = requests.request(", `    ${JSON.stringify(method)},`]),
    `    ${JSON.stringify(url)},`,
    ...["    headers={", ...token, ...sent, "    },"],
    // Why: a string, because `true` and `null` of JSON are not valid Python.
    // Why: the package encodes text as Latin-1.
    ...(data === undefined
      ? []
      : [`    data=${JSON.stringify(data)}${/[^ -~]/.test(data) ? ".encode()" : ""},`]),
    "    timeout=10,",
    ")",
    `print(response.status_code, response.${isText ? "text" : "json()"})`,
  ].join("\n");
}

/** Formats a request as a Go program. */
function formatGo(request: SentRequest): string {
  const { method, url, headers, tokenFrom } = request;
  const data = dataOf(request);
  const packages = ["fmt", "io", "net/http"];
  if (tokenFrom) packages.push("os");
  if (data !== undefined) packages.push("strings");
  const body = data === undefined ? "nil" : `strings.NewReader(${quoteGo(data)})`;
  const check = ["\tif err != nil {", "\t\tpanic(err)", "\t}"];
  return [
    ...["package main", "", "import ("],
    ...packages.map((name) => `\t"${name}"`),
    ...[")", "", "func main() {"],
    `\trequest, err := http.NewRequest(${quoteGo(method)}, ${quoteGo(url)}, ${body})`,
    ...check,
    ...(tokenFrom
      ? [`\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("${tokenFrom}"))`]
      : []),
    ...Object.entries(headers).map(
      ([name, value]) => `\trequest.Header.Set(${quoteGo(name)}, ${quoteGo(value)})`,
    ),
    "\tresponse, err := http.DefaultClient.Do(request)",
    ...check,
    "\tdefer response.Body.Close()",
    "\tbody, err := io.ReadAll(response.Body)",
    ...check,
    "\tfmt.Println(response.StatusCode, string(body))",
    "}",
  ].join("\n");
}

// Why: the escapes of JSON are valid in Go.
const quoteGo = (text: string) => JSON.stringify(text);

/** Formats a request as a PHP program that uses the extension curl. */
function formatPhp(request: SentRequest): string {
  const { method, url, headers, tokenFrom } = request;
  const data = dataOf(request);
  const sent = Object.entries(headers).map(
    ([name, value]) => `        ${quotePhp(`${name}: ${value}`)},`,
  );
  const token = tokenFrom ? [`        'Authorization: Bearer ' . getenv('${tokenFrom}'),`] : [];
  const hasHeaders = sent.length + token.length > 0;
  return [
    "<?php",
    `$request = curl_init(${quotePhp(url)});`,
    "curl_setopt_array($request, [",
    `    CURLOPT_CUSTOMREQUEST => ${quotePhp(method)},`,
    ...(hasHeaders ? ["    CURLOPT_HTTPHEADER => [", ...token, ...sent, "    ],"] : []),
    ...(data === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${quotePhp(data)},`]),
    "    CURLOPT_RETURNTRANSFER => true,",
    "]);",
    "$body = curl_exec($request);",
    "echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $body, PHP_EOL;",
  ].join("\n");
}

const quotePhp = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
