/**
 * Restrictions of a provider on the schema of a tool, compared with JSON Schema. An adapter declares them,
 * and `fitSchema` applies them. Absent members mean no restriction.
 */
export interface SchemaDialect {
  /** The supported keywords, if only a few are supported. Default: all. */
  readonly keywords?: readonly string[]
  /** The supported keywords of the root, if the root supports fewer. Default: those of all schemas. */
  readonly rootKeywords?: readonly string[]
  /** Keywords that the provider rejects or does not enforce. Default: none. */
  readonly refuses?: readonly string[]
  /** The supported string formats. Default: all. */
  readonly formats?: readonly string[]
  /** True if patterns may have neither anchors nor lookarounds. Default: both are allowed. */
  readonly plainPatterns?: true
  /** The largest allowed `minItems`. Default: any. */
  readonly maxMinItems?: number
  /**
   * Requirements for the root. `object`: the type must be object. `plain`: in addition, the root has no union
   * (`anyOf`, `oneOf`, `allOf`, `not`). Default: any root.
   */
  readonly root?: 'object' | 'plain'
  /**
   * Required keywords: `properties` of the root, `items` of every array; `defined`: every name in `required`
   * is that of a property; `types`: every schema has a type, alternatives or a reference. Default: none.
   */
  readonly needs?: readonly ('properties' | 'items' | 'defined' | 'types')[]
  /**
   * Supported references: `none`; references to definitions at the root (`local`); the same without sibling
   * keywords (`bare`); or the latter, only to `$defs` (`defs`). Others are expanded, or relaxed if their expansion is infinite. Default: all
   * are kept.
   */
  readonly references?: 'none' | 'local' | 'bare' | 'defs'
  /**
   * The keyword with the members of a tuple: `prefixItems` (2020-12) or `items` (draft-07). Default: either.
   */
  readonly tuples?: 'prefixItems' | 'items'
  /** `strings`: an enumeration may contain only strings. Default: any values. */
  readonly enums?: 'strings'
  /**
   * `nullable`: null is expressed by one type with this keyword (OpenAPI); `anyOf`: lists of types are
   * expressed by alternatives. Default: by a list of types.
   */
  readonly nulls?: 'nullable' | 'anyOf'
  /** `apart`: keywords that restrict values are in the alternatives of `anyOf`, not next to it. Default: anywhere. */
  readonly unions?: 'apart'
  /** False if a schema may not be `true` or `false`. Default: it may. */
  readonly booleans?: false
  /** True if every object has to forbid other properties. Default: false. */
  readonly isClosed?: true
  /** True if every property has to be required, and every list needs `items`. Default: false. */
  readonly requiresAll?: boolean
  /** False if a schema may not refer to itself. Default: it may. */
  readonly recursion?: false
  /**
   * True if every server of the wire checks `root` and `needs`, so that requests of the same wire are
   * completed as well; `entirely`: every restriction. Default: requests of the same wire are unchanged.
   */
  readonly isAlwaysChecked?: true | 'entirely'
}

/** Restrictions in strict mode, in which the provider enforces the schema of a tool. */
export interface StrictMode extends SchemaDialect {
  /** Keywords that strict mode rejects. */
  readonly refuses: readonly string[]
  /** The string formats that strict mode supports. */
  readonly formats: readonly string[]
  /** Limits of one request for all strict tools together. Default: none. */
  readonly most?: StrictCount
}

/** Restrictions on the schema of structured output. */
export interface OutputSchemaLimit {
  /** True if the schema has to describe objects. Default: false. */
  readonly isOfObjects?: true
  /** Restrictions on the schema. Default: none. */
  readonly grammar?: SchemaDialect
  /** Restrictions on the schema if `strict` is set. Default: none, or the wire has no strict flag. */
  readonly strict?: StrictMode
}

/** Counts of strict tools, their optional properties and their unions (`anyOf`, several types). */
export interface StrictCount {
  /** Number of strict tools. */
  readonly tools: number
  /** Number of optional properties in all strict tools. */
  readonly optional: number
  /** Number of unions in all strict tools. */
  readonly unions: number
}

/**
 * Restrictions of servers that convert a schema to a grammar: a grammar cannot express most bounds of values.
 */
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

/** One change that makes a schema conform to a dialect. */
export type SchemaChange = {
  /** JSON Pointer into the schema. */
  readonly path: string
  readonly keyword: string
  /**
   * The kind of change to the keyword. `added`: the dialect requires the keyword; `rewritten`: the keyword
   * has another form; `described`: the keyword was moved to the description; `omitted`: the keyword
   * restricted no value; `relaxed`: the schema accepts more than before; `required`: an optional property
   * became required and nullable.
   */
  readonly how: 'added' | 'rewritten' | 'described' | 'omitted' | 'relaxed' | 'required'
}

/** A subset of OpenAPI 3.0. Numbers have formats, too. */
export const OPEN_API: SchemaDialect = {
  keywords: [
    ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'items', 'minItems', 'maxItems'],
    ...['minLength', 'maxLength', 'minProperties', 'maxProperties', 'minimum', 'maximum', 'pattern'],
    ...['properties', 'propertyOrdering', 'required', 'anyOf', 'default', 'example'],
  ],
  formats: ['enum', 'date-time', 'float', 'double', 'int32', 'int64'],
  root: 'object',
  needs: ['items', 'defined'],
  references: 'none',
  tuples: 'prefixItems',
  enums: 'strings',
  nulls: 'nullable',
  booleans: false,
}
