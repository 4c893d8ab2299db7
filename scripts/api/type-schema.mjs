// The JSON Schema of a TypeScript type, from its docstrings and their tags.
import {
  AnnotatedType,
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  ObjectType,
  SchemaGenerator,
  StringType,
} from 'ts-json-schema-generator'
import ts from 'typescript'

/** Tags of docstrings that become constraints of a schema. */
export const CONSTRAINTS = [
  '@asType',
  '@minimum',
  '@exclusiveMinimum',
  '@maximum',
  '@minLength',
  '@minItems',
  '@minProperties',
  '@pattern',
  '@propertyNames',
  '@oneOf',
]

/** Types that a schema leaves open: names that grow with providers, and objects that are checked where they are used. */
const OPEN = {
  string: ['ReasoningEffort', 'MediaKind', "ToolChoice['type']", 'keyof AllSettings'],
  object: ['SettingOverrides', 'Partial<Limits>', 'JsonObject'],
}

const CONFIG = {
  ...DEFAULT_CONFIG,
  tsconfig: 'scripts/api/tsconfig.json',
  topRef: false,
  encodeRefs: false,
  // The stage that checks types does so with the compiler of the project.
  skipTypeCheck: true,
  extraTags: ['oneOf'],
}

/**
 * Converts a type to a JSON Schema.
 * @returns the schema of an exported type, in the dialect of 2020-12. Definitions are objects that it refers
 * to more than once.
 */
export function schemaOfType(path, type) {
  const config = { ...CONFIG, path, type }
  const program = createProgram(config)
  const parser = createParser(program, config, (chain) => chain.addNodeParser(new OpenTypes()))
  const generator = new SchemaGenerator(program, parser, createFormatter(config), config)
  const { definitions, $schema: _older, ...root } = generator.createSchema(type)
  const references = referencesIn([root, definitions])
  const isShared = (name) =>
    references.indexOf(name) !== references.lastIndexOf(name) && definitions[name].properties !== undefined
  const tidy = (schema) => tidied(inlined(schema, definitions, isShared))
  const shared = Object.keys(definitions).filter(isShared)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: Object.fromEntries(shared.map((name) => [name, tidy(definitions[name])])),
    ...tidy(root),
  }
}

class OpenTypes {
  supportsNode(node) {
    return this.#kindOf(node) !== undefined
  }

  createType(node) {
    if (this.#kindOf(node) === 'string') return new AnnotatedType(new StringType(), { minLength: 0 }, false)
    return new ObjectType('open', [], [], true)
  }

  #kindOf(node) {
    const text = ts.isTypeNode(node) ? node.getText() : undefined
    return Object.keys(OPEN).find((kind) => OPEN[kind].includes(text))
  }
}

function referencesIn(value) {
  if (typeof value !== 'object' || value === null) return []
  const { $ref } = value
  return [...($ref === undefined ? [] : [nameOf($ref)]), ...Object.values(value).flatMap(referencesIn)]
}

function nameOf(reference) {
  return reference.replace('#/definitions/', '')
}

/** Replaces references to definitions that are used once, or are not objects. */
function inlined(schema, definitions, isShared) {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map((item) => inlined(item, definitions, isShared))
  const { $ref, ...rest } = schema
  if ($ref === undefined) return mapped(rest, (value) => inlined(value, definitions, isShared))
  const name = nameOf($ref)
  if (isShared(name)) return { $ref: `#/$defs/${name}`, ...rest }
  return { ...inlined(definitions[name], definitions, isShared), ...rest }
}

/** Shortens a schema to one message for each problem, and refuses empty texts where the type allows any text. */
function tidied(schema) {
  const { properties, items, additionalProperties: others, anyOf, ...rest } = schema
  return oneEnum({
    ...withoutType(rest),
    ...(anyOf && { anyOf: anyOf.map(tidied) }),
    ...(properties && { properties: membersOf(schema) }),
    ...(items && { items: notEmpty(tidied(items)) }),
    ...(others !== undefined && { additionalProperties: others === false ? false : anyText(tidied(others)) }),
  })
}

/** Required members first. */
function membersOf({ properties, required = [] }) {
  const isRequired = ([name]) => required.includes(name)
  const members = Object.entries(properties)
  const ordered = [...members.filter(isRequired), ...members.filter((member) => !isRequired(member))]
  for (const [name, { description, $ref }] of ordered)
    if ((description ?? $ref) === undefined) throw new Error(`${name} of the schema has no docstring`)
  return mapped(Object.fromEntries(ordered), (member) => notEmpty(tidied(member)))
}

function notEmpty(schema) {
  if (schema.anyOf !== undefined) return { ...schema, anyOf: schema.anyOf.map(notEmpty) }
  const isOpen = schema.type === 'string' && schema.pattern === undefined
  return isOpen ? anyText({ ...schema, minLength: schema.minLength ?? 1 }) : schema
}

function anyText({ minLength, ...schema }) {
  return minLength ? { ...schema, minLength } : schema
}

/** Removes the type of an enumeration, whose values have it. */
function withoutType({ type, ...rest }) {
  const isListed = rest.enum !== undefined || rest.const !== undefined
  return type === undefined || isListed ? rest : { type, ...rest }
}

/** Joins enumerations that a union lists one by one. */
function oneEnum({ anyOf, ...rest }) {
  if (anyOf === undefined) return rest
  const valuesOf = (option) => option.enum ?? (typeof option.const === 'string' ? [option.const] : [])
  const values = anyOf.flatMap(valuesOf)
  const others = anyOf.filter((option) => valuesOf(option).length === 0)
  if (values.length === 0) return { ...rest, anyOf }
  return others.length === 0 ? { ...rest, enum: values } : { ...rest, anyOf: [{ enum: values }, ...others] }
}

function mapped(members, map) {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value)]))
}
