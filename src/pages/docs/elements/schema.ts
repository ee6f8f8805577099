// Describes a JSON Schema in words: the fields of a body, each with its type.

/** The part of JSON Schema that the two OpenAPI descriptions use. */
export interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly properties?: Readonly<Record<string, Schema | boolean>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: unknown;
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

/** A type in words; `name` is set for a schema that has its own section. */
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
  /** The valid values, if the type does not say them. */
  readonly limits: readonly string[];
}

// Why: the description explains a longer pattern better than the pattern itself.
const LONGEST_PATTERN = 12;

/** Lists the fields of a schema in order, each followed by the fields of the object that it holds. */
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

/** The name of the schema that a reference points to. */
export function nameIn($ref: string): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}

/** Describes the type of a schema in words. */
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

/** Describes the valid values of a schema, if neither its type nor its description says them. */
function describeLimits(schema: Schema): string[] {
  const { anyOf = [], pattern, maxItems, minimum, exclusiveMinimum, maximum, format } = schema;
  const values = schema.enum ?? itemsOf(schema).enum;
  const safe = Number.MAX_SAFE_INTEGER;
  const isShort = pattern !== undefined && pattern.length <= LONGEST_PATTERN;
  return [
    ...(schema.description === undefined ? describeFixed(schema) : []),
    ...(values ? [`one of ${values.map((value) => `\`${value}\``).join(", ")}`] : []),
    ...(isShort && format === undefined ? [`pattern \`${pattern}\``] : []),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} items`]),
    ...(minimum === undefined || minimum === -safe ? [] : [`at least ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(maximum === undefined || maximum === safe ? [] : [`at most ${maximum}`]),
    ...anyOf.flatMap((option) => describeLimits(read(option))),
  ];
}

function describeFixed({ const: only, default: value }: Schema): string[] {
  return [
    ...(only === undefined ? [] : [`always \`${JSON.stringify(only)}\``]),
    ...(value === undefined ? [] : [`default: \`${JSON.stringify(value)}\``]),
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

// Why: a schema may also be `true`, which allows any value.
function read(value: unknown): Schema {
  return typeof value === "object" && value !== null ? value : {};
}
