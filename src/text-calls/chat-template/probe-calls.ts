import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { ToolDefinition } from '../../base/model/types.js'
import type { ProbeCall } from './call-texts.js'

/** A value of one JSON type. */
interface TypeProbe {
  readonly type: string
  readonly value: JsonValue
}

/** Values of each JSON type, and texts that a template may not escape. */
const TYPES: Readonly<Record<string, TypeProbe>> = {
  'a text': { type: 'string', value: 'some words' },
  'a text with quotes': { type: 'string', value: 'it\'s "quoted"' },
  'a text of several lines': { type: 'string', value: 'one\n  two\tthree' },
  'an integer': { type: 'integer', value: 7 },
  'a number': { type: 'number', value: -1.5 },
  'a boolean': { type: 'boolean', value: true },
  null: { type: 'null', value: null },
  'a list': { type: 'array', value: ['one', 2, false] },
  'an object': { type: 'object', value: { inner: { flag: true, words: 'a b' } } },
}

/** The calls that show the form. Some templates require ids of nine letters and digits. */
export const FIRST: ProbeCall = probe('callAAAA1', 'probe_alpha', { key_one: 'first value', key_two: 4321 })
export const SECOND: ProbeCall = probe('callBBBB2', 'probe_beta', { key_one: 'other value', key_two: 8765 })
export const EMPTY: ProbeCall = probe('callCCCC3', 'probe_empty', {})

/** One call per type of argument, by its name in reports. */
export const TYPED: readonly (readonly [name: string, call: ProbeCall])[] = Object.entries(TYPES).map(
  ([name, { value }], index) => [name, probe(`callDDDD${index}`, `probe_type_${index}`, { given: value })],
)

/** The tools of all probes. */
export const PROBE_TOOLS: readonly ToolDefinition[] = [
  ...[FIRST, SECOND].map(({ name }) => tool(name, { key_one: 'string', key_two: 'integer' })),
  tool(EMPTY.name, {}),
  ...Object.values(TYPES).map(({ type }, index) => tool(`probe_type_${index}`, { given: type })),
]

function probe(id: string, name: string, given: JsonObject): ProbeCall {
  return { id, name, arguments: given, text: JSON.stringify(given) }
}

function tool(name: string, types: Readonly<Record<string, string>>): ToolDefinition {
  const properties = Object.fromEntries(
    Object.entries(types).map(([key, type]) => [key, { type, description: 'An argument.' }]),
  )
  return { type: 'function', name, description: 'A tool.', parameters: { type: 'object', properties } }
}
