/**
 * What a provider takes in the schema of a tool, beside what JSON Schema has: data of its adapter, applied by `fitSchema`.
 * Whatever is absent is taken as it is.
 */
export interface SchemaDialect {
  /** The keywords that it knows, where these are few. Default: all. */
  readonly keywords?: readonly string[]
  /** Keywords that it refuses, or does not hold the model to. Default: none. */
  readonly refuses?: readonly string[]
  /** The string formats that it knows. Default: all. */
  readonly formats?: readonly string[]
  /** Whether patterns have neither anchors nor look around. Default: they may. */
  readonly plainPatterns?: true
  /** The largest `minItems`. Default: any. */
  readonly maxMinItems?: number
  /** Whether the root has to be of type object; `plain`: and no union either (`anyOf`, `oneOf`, `allOf`, `not`). Default: no. */
  readonly root?: 'object' | 'plain'
  /**
   * What has to be said: `properties` of the root, `items` of every array; `defined`: every name in `required` is that of a
   * property. Default: nothing.
   */
  readonly needs?: readonly ('properties' | 'items' | 'defined')[]
  /**
   * Which references it follows: `none`; those to definitions at the root (`local`); or these, if nothing stands beside them
   * (`bare`). Others are written out, or relaxed where that has no end. Default: all are left alone.
   */
  readonly references?: 'none' | 'local' | 'bare'
  /** How the members of a tuple are listed: in `prefixItems` (2020-12) or `items` (draft-07). Default: either way. */
  readonly tuples?: 'prefixItems' | 'items'
  /** `strings`: an enumeration may hold nothing else. Default: any values. */
  readonly enums?: 'strings'
  /** `nullable`: one type with this keyword beside it (OpenAPI) in place of a list of types. Default: a list. */
  readonly nulls?: 'nullable'
  /** Whether a schema may be `true` or `false`. Default: yes. */
  readonly booleans?: false
  /** Whether every object forbids other properties. Default: no. */
  readonly isClosed?: true
  /** Whether every property has to be required, and every list has to say its items. Default: no. */
  readonly requiresAll?: boolean
  /** Whether a schema may refer to itself. Default: yes. */
  readonly recursion?: false
  /**
   * Whether every server of the wire checks `root` and `needs`, so that also the wire's own requests are completed. Default:
   * these stay as they came.
   */
  readonly isAlwaysChecked?: true
}

/** What a provider takes in strict mode, in which it holds the model to the schema of a tool. */
export interface StrictMode extends SchemaDialect {
  /** Keywords that it refuses. */
  readonly refuses: readonly string[]
  /** The string formats that it knows. */
  readonly formats: readonly string[]
  /** What one request may hold in all strict tools together. Default: any number. */
  readonly most?: StrictCount
}

/** What a provider takes as the schema of structured output. */
export interface OutputSchemaLimit {
  /** Whether it has to be one of objects. Default: no. */
  readonly isOfObjects?: true
  /** What it may consist of. Default: anything. */
  readonly grammar?: StrictMode
  /** What it may consist of if it says `strict`. Default: anything, or the wire has no such switch. */
  readonly strict?: StrictMode
}

/** Strict tools, their optional properties and their unions (`anyOf`, several types). */
export interface StrictCount {
  /** Strict tools. */
  readonly tools: number
  /** Optional properties of all of them. */
  readonly optional: number
  /** Unions of all of them. */
  readonly unions: number
}

/** What servers take that turn a schema into a grammar: most of what bounds a value has no place in one. */
export const GRAMMAR: StrictMode = {
  refuses: [
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    ...['minLength', 'maxLength', 'pattern', 'maxItems', 'uniqueItems', 'contains', 'prefixItems'],
    ...['minProperties', 'maxProperties', 'patternProperties', 'propertyNames', 'unevaluatedProperties'],
    ...['dependentRequired', 'dependentSchemas', 'allOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ],
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
  references: 'local',
  tuples: 'prefixItems',
  isClosed: true,
  recursion: false,
  maxMinItems: 1,
}

/** One thing in a schema that a dialect does not take as it is. */
export type SchemaChange = {
  /** Where, as a JSON Pointer into the schema. */
  readonly path: string
  readonly keyword: string
  /**
   * `added`: it has to be said here; `rewritten`: it is said otherwise; `described`: it stands in the description; `omitted`: it
   * bound no value; `relaxed`: more is accepted than before; `required`: a property that might be missing has to be there, and
   * may be null.
   */
  readonly how: 'added' | 'rewritten' | 'described' | 'omitted' | 'relaxed' | 'required'
}
