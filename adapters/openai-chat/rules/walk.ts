import { isArray, isObject, stringOr } from '../../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../../src/json/types.js'

/** A native object and its place in the request. */
export interface Found {
  readonly value: JsonObject
  readonly path: string
}

function objectsOf(list: JsonValue | undefined, path: string): Found[] {
  if (!isArray(list)) return []
  return list.flatMap((value, index) => (isObject(value) ? [{ value, path: `${path}/${index}` }] : []))
}

export function messagesOf(request: JsonObject): Found[] {
  return objectsOf(request.messages, '/messages')
}

export function toolsOf(request: JsonObject): Found[] {
  return objectsOf(request.tools, '/tools')
}

export function callsOf(message: Found): Found[] {
  return objectsOf(message.value.tool_calls, `${message.path}/tool_calls`)
}

export function contentPartsOf(message: Found): Found[] {
  return objectsOf(message.value.content, `${message.path}/content`)
}

/** The `function` or `custom` object of a call or of a tool definition; vendor tools have neither. */
export function bodyOf({ value, path }: Found): Found | undefined {
  for (const kind of ['function', 'custom'] as const) {
    const body = value[kind]
    if (isObject(body) && (value.type === kind || value.type === undefined))
      return { value: body, path: `${path}/${kind}` }
  }
  return undefined
}

/** Function tools with their bodies, those of the older `functions` included. */
export function functionsOf(request: JsonObject): Found[] {
  const modern = toolsOf(request).filter(({ value }) => value.type !== 'custom')
  const bodies = modern.flatMap((tool) => bodyOf(tool) ?? [])
  return [...bodies, ...objectsOf(request.functions, '/functions')]
}

/** Every tool, call and function with a name. */
export function namedOf(request: JsonObject): Found[] {
  const calls = messagesOf(request).flatMap(callsOf)
  const custom = toolsOf(request).filter(({ value }) => value.type === 'custom')
  return [...functionsOf(request), ...[...custom, ...calls].flatMap((found) => bodyOf(found) ?? [])]
}

export function idOf(call: Found): string {
  return stringOr(call.value.id, '')
}

/** An assistant message with the `tool` messages that follow it directly. */
export interface Turn {
  readonly message: Found
  readonly calls: readonly Found[]
  readonly results: readonly Found[]
}

/** The assistant turns; `strays` are tool messages that follow no assistant message. */
export function turnsOf(request: JsonObject): {
  readonly turns: readonly Turn[]
  readonly strays: readonly Found[]
} {
  const turns: { message: Found; calls: Found[]; results: Found[] }[] = []
  const strays: Found[] = []
  let current: (typeof turns)[number] | undefined
  for (const message of messagesOf(request)) {
    const { role } = message.value
    if (role === 'tool') (current?.results ?? strays).push(message)
    else if (role === 'assistant') {
      current = { message, calls: callsOf(message), results: [] }
      turns.push(current)
    } else current = undefined
  }
  return { turns, strays }
}

const SUBSCHEMAS = ['properties', '$defs', 'definitions', 'patternProperties'] as const
const SUBSCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const SUBSCHEMA_VALUES = ['items', 'additionalProperties', 'not'] as const
const MAX_DEPTH = 100

/** A JSON Schema and everything nested in it. */
export function schemasOf(root: Found): Found[] {
  const found: Found[] = []
  const stack: (Found & { depth: number })[] = [{ ...root, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    found.push(next)
    const { depth } = next
    if (depth < MAX_DEPTH) for (const child of children(next)) stack.push({ ...child, depth: depth + 1 })
  }
  return found
}

function children({ value, path }: Found): Found[] {
  const named = SUBSCHEMAS.flatMap((key) => {
    const members = value[key]
    return isObject(members) ? objectMembers(members, `${path}/${key}`) : []
  })
  const listed = SUBSCHEMA_LISTS.flatMap((key) => objectsOf(value[key], `${path}/${key}`))
  const single = SUBSCHEMA_VALUES.flatMap((key) => {
    const schema = value[key]
    return isObject(schema) ? [{ value: schema, path: `${path}/${key}` }] : []
  })
  return [...named, ...listed, ...single]
}

function objectMembers(members: JsonObject, path: string): Found[] {
  return Object.entries(members).flatMap(([key, value]) =>
    isObject(value) ? [{ value, path: `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` }] : [],
  )
}

/** The parameter schema of each function that has one. */
export function parametersOf(request: JsonObject): Found[] {
  return functionsOf(request).flatMap(({ value, path }) =>
    isObject(value.parameters) ? [{ value: value.parameters, path: `${path}/parameters` }] : [],
  )
}

export function hasType(schema: JsonObject, type: string): boolean {
  return schema.type === type || (isArray(schema.type) && schema.type.includes(type))
}
