// Holds what the API answers against its description: the status is there, with its headers and no others,
// and the body is of its schema.
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { FAULT_STATUSES } from "../../src/contract/errors.ts";
import {
  type ApiHeader,
  type ApiOperation,
  type ApiResponse,
  type ApiSchema,
  headerAt,
  responseAt,
} from "../../src/contract/openapi/api-document.ts";
import { createApiDocument } from "../../src/contract/openapi/openapi.ts";
import type { Settings } from "../../src/model/state.ts";
import { locateWorld } from "../../src/world/locate-world.ts";
import type { Worlds } from "../../src/world/worlds.ts";

export const DOCUMENT = createApiDocument();

const JSON_TYPE = "application/json";
/** What `default` stands for. */
const OTHER_STATUSES: readonly number[] = [405, 421, ...FAULT_STATUSES];
/** What runtimes add by themselves, and the media type, which is described in another place. */
const UNDESCRIBED =
  /^(?:content-(?:type|length|encoding)|date|connection|keep-alive|transfer-encoding)$/;

/** An answer that was read to its end. */
export interface AnswerSeen {
  readonly method: string;
  /** Without the world's prefix and the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The form of error bodies, of which the description has `json`. */
  readonly errorBody?: Settings["errorBody"] | undefined;
}

/** Lists what does not fit the description. At a path that it does not have, everything fits. */
export function findUndescribed(answer: AnswerSeen): string[] {
  const { method, path, status, headers, text, errorBody = "json" } = answer;
  const [described] = Object.entries(DOCUMENT.paths[path] ?? {});
  if (described === undefined) return [];
  const response = findResponse(described, method, status);
  if (response === undefined) return [`the status ${status} is not described`];
  const wrong = findWrongHeaders(response, headers);
  if (method === "HEAD") return text === "" ? wrong : [...wrong, "a HEAD has a body"];
  if (status >= 400 && errorBody !== "json") return wrong;
  return [...wrong, ...findWrongBody(response, headers.get("content-type"), text)];
}

/** Throws if a response does not match the description. */
export function expectDescribed(answer: AnswerSeen): void {
  const wrong = findUndescribed(answer);
  if (wrong.length === 0) return;
  const { method, path, status, text } = answer;
  throw new Error(`${method} ${path} answers ${status} ${text}:\n- ${wrong.join("\n- ")}`);
}

/** Reads an answer, or undefined where it breaks off. Throws where it does not fit the description. */
export async function readDescribed(
  worlds: Worlds,
  { method, url }: Request,
  response: Response,
): Promise<string | undefined> {
  const { status, headers } = response;
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return undefined;
  const { path, world } = locateWorld(url, worlds);
  const errorBody = world.settings.errorBody;
  expectDescribed({ method, path, status, headers, text, errorBody });
  return text;
}

/** Makes a `fetch` for the API at an address. It rejects if a response does not match the description. */
export function createDescribedFetch(baseUrl: string) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    const { status, headers } = response;
    const [path = ""] = url.slice(baseUrl.length).split("?");
    const text = await response.clone().text();
    expectDescribed({ method: init.method ?? "GET", path, status, headers, text });
    return response;
  };
}

function findResponse(
  [verb, { responses }]: [verb: string, operation: ApiOperation],
  method: string,
  status: number,
): ApiResponse | undefined {
  const isTaken = method.toLowerCase() === verb || (method === "HEAD" && verb === "get");
  if (!isTaken && status !== 405) return undefined;
  const listed = responses[`${status}`];
  if (listed === undefined && !OTHER_STATUSES.includes(status)) return undefined;
  return responseAt(DOCUMENT, listed ?? responses.default);
}

function findWrongHeaders(response: ApiResponse, headers: Headers): string[] {
  const described = new Map(
    Object.entries(response.headers).map(([name, header]) => [
      name.toLowerCase(),
      headerAt(DOCUMENT, header),
    ]),
  );
  const unknown = [...headers.keys()].filter(
    (name) => !described.has(name) && !UNDESCRIBED.test(name),
  );
  return [
    ...unknown.map((name) => `the header ${name} is not described`),
    ...[...described].flatMap(([name, header]) => findWrongHeader(name, header, headers.get(name))),
  ];
}

function findWrongHeader(name: string, { required, schema }: ApiHeader, value: string | null) {
  if (value === null) return required ? [`the header ${name} is missing`] : [];
  const validate = compile(schema);
  if (validate(schema.type === "integer" ? Number(value) : value)) return [];
  return [`the header ${name} is ${value}: ${explain(validate, "it")}`];
}

function findWrongBody({ content }: ApiResponse, type: string | null, text: string): string[] {
  if (type !== JSON_TYPE) return [`the media type is ${type}`];
  const validate = compile(content[JSON_TYPE].schema);
  return validate(JSON.parse(text)) ? [] : [explain(validate, "the body")];
}

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
ajv.addVocabulary(["components", "x-sandbox-choice"]);
const compiled = new Map<ApiSchema, ValidateFunction>();

/** Compiles a schema of the description. */
export function compile(schema: ApiSchema): ValidateFunction {
  const { components } = DOCUMENT;
  const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components });
  compiled.set(schema, validate);
  return validate;
}

const explain = ({ errors }: ValidateFunction, dataVar: string) =>
  ajv.errorsText(errors, { dataVar });
