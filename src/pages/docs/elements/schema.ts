// JSON Schema in words: the fields of a body, each with its type.

/** A JSON Schema, as far as the descriptions of this build have it. */
export interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly properties?: Readonly<Record<string, Schema | boolean>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: unknown;
  readonly maxItems?: number | undefined;
  readonly anyOf?: readonly (Schema | boolean)[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly "x-sandbox-choice"?: string | undefined;
}

/** A type in words; `name` is that of a schema which is described in a place of its own. */
export interface TypeWord {
  readonly text: string;
  readonly name?: string;
}

export interface Field {
  /** Like `error.issues[].path`. */
  readonly path: string;
  readonly type: readonly TypeWord[];
  readonly required: boolean;
  readonly description: string | undefined;
  readonly choice: string | undefined;
  /** What values there are, as far as the type does not tell. */
  readonly limits: readonly string[];
}

// Why: longer ones tell a reader nothing that the description does not tell better.
const LONGEST_PATTERN = 12;

/** Lists the fields of a schema in their order, those of objects within it behind their own. */
export function listFields(schema: Schema, prefix = ""): Field[] {
  const { properties = {}, required = [], anyOf = [], items } = schema;
  const own = Object.entries(properties).flatMap(([name, value]) => {
    const field = read(value);
    const path = prefix === "" ? name : `${prefix}.${name}`;
    return [describeField(path, field, required.includes(name)), ...listFields(field, path)];
  });
  const ofItems = items === undefined ? [] : listFields(read(items), `${prefix}[]`);
  return [...own, ...ofItems, ...anyOf.flatMap((option) => listFields(read(option), prefix))];
}

/** Names the schema that a reference stands for. */
export function nameIn($ref: string): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}

/** Puts the type of a schema into words. */
export function describeType(schema: Schema): TypeWord[] {
  const { $ref, anyOf, type, format } = schema;
  if ($ref !== undefined) return [{ text: nameIn($ref), name: nameIn($ref) }];
  if (anyOf !== undefined) {
    return anyOf.flatMap((option, n) => [
      ...(n > 0 ? [{ text: " or " }] : []),
      ...describeType(read(option)),
    ]);
  }
  const kind = typeof type === "string" ? type : (type?.join(" or ") ?? "any");
  if (kind === "array") return [{ text: "list of " }, ...describeType(itemsOf(schema))];
  return [{ text: format === undefined ? kind : `${kind}, ${format}` }];
}

/** Puts into words what values a schema takes, as far as neither its type nor its description tells. */
function describeLimits(schema: Schema): string[] {
  const { anyOf = [], pattern, maxItems, minimum, exclusiveMinimum, maximum, format } = schema;
  const values = schema.enum ?? itemsOf(schema).enum;
  const safe = Number.MAX_SAFE_INTEGER;
  const isShort = pattern !== undefined && pattern.length <= LONGEST_PATTERN;
  return [
    ...(schema.description === undefined ? describeFixed(schema) : []),
    ...(values ? [`one of ${values.map((value) => `\`${value}\``).join(", ")}`] : []),
    ...(isShort && format === undefined ? [`as \`${pattern}\``] : []),
    ...(maxItems === undefined ? [] : [`${maxItems} at most`]),
    ...(minimum === undefined || minimum === -safe ? [] : [`${minimum} or more`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(maximum === undefined || maximum === safe ? [] : [`${maximum} at most`]),
    ...anyOf.flatMap((option) => describeLimits(read(option))),
  ];
}

function describeFixed({ const: only, default: otherwise }: Schema): string[] {
  return [
    ...(only === undefined ? [] : [`always \`${JSON.stringify(only)}\``]),
    ...(otherwise === undefined ? [] : [`\`${JSON.stringify(otherwise)}\` unless given`]),
  ];
}

function describeField(path: string, schema: Schema, required: boolean): Field {
  return {
    path,
    type: describeType(schema),
    required,
    description: schema.description,
    choice: schema["x-sandbox-choice"],
    limits: describeLimits(schema),
  };
}

const itemsOf = ({ items }: Schema): Schema => read(items);

// Why: a schema may be `true` as well, which takes anything.
function read(value: unknown): Schema {
  return typeof value === "object" && value !== null ? value : {};
}
