import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isObject, stringOr } from '../../base/json/read-json.js'
import { compact, equalJson } from '../../base/json/write-json.js'
import { conversation as conversationForm } from '../../base/model/canonical.js'
import type { Conversation } from '../../base/model/types.js'
import { isOfForm } from './foreign-parts.js'
import { WIRE_WORDS } from './wire-words.js'

/** The members of `Conversation` that a field of another format states. */
type Stated = Readonly<Record<string, JsonValue>>

type ReadSetting = (given: JsonValue, field: string) => JsonValue | undefined

const JSON_WORDS: readonly JsonValue[] = ['json', 'json_object', 'application/json']
/** Names of the objects that contain a schema and its name. */
const AROUND_SCHEMAS: readonly string[] = ['format', 'textFormat', 'structure', 'jsonSchema', 'json_schema']

/** Readers of settings whose values differ between formats. */
const READERS: Readonly<Record<string, ReadSetting>> = {
  outputFormat: readFormat,
  reasoning: readReasoning,
  logProbabilities(given) {
    const isSwitch = typeof given === 'boolean'
    return typeof given === 'number' || isSwitch ? { [isSwitch ? 'enabled' : 'top']: given } : undefined
  },
  stop: (given) => (typeof given === 'string' ? [given] : given),
}

/**
 * Adds to the conversation the settings that a field of another format states. Returns undefined if the
 * conversation already has a different value. Values that no setting has are omitted.
 */
export function withSettings(
  field: string,
  given: JsonValue,
  conversation: Conversation,
): Conversation | undefined {
  let result: Conversation | undefined = conversation
  for (const stated of statedIn(field, given)) result = result && joined(result, stated)
  return result
}

function statedIn(field: string, given: JsonValue): readonly Stated[] {
  const names = (WIRE_WORDS.settings[field] ?? '').split(' ')
  if (names.includes('group') && isObject(given))
    return Object.entries(given).flatMap(([name, value]) => statedIn(name, value))
  const [first] = names.flatMap((name): Stated[] => {
    const read = READERS[name]
    const value = read === undefined ? given : read(given, field)
    return value !== undefined && isSetting(name, value) ? [{ [name]: value }] : []
  })
  return first === undefined ? [] : [first]
}

function isSetting(name: string, value: JsonValue): boolean {
  return isOfForm({ messages: [], [name]: value }, conversationForm.form)
}

/** Adds settings. Objects are joined, and a schema replaces the request for any JSON. */
function joined(conversation: Conversation, stated: Stated): Conversation | undefined {
  const before: Readonly<Record<string, unknown>> = { ...conversation }
  for (const [name, value] of Object.entries(stated)) {
    const own = before[name]
    if (own === undefined) continue
    if (!isJson(own)) return undefined
    const isJsonAlone = isObject(own) && own.type === 'json'
    const agrees =
      isObject(value) && isObject(own) && Object.keys(value).every((key) => agreesIn(key, value, own))
    if (!equalJson(own, value) && !isJsonAlone && !agrees) return undefined
    return { ...conversation, [name]: agrees && isObject(own) ? { ...own, ...value } : value }
  }
  return { ...conversation, ...stated }
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined
}

function agreesIn(key: string, value: JsonObject, own: JsonObject): boolean {
  return own[key] === undefined || equalJson(own[key], value[key])
}

/** Decodes a structured-output setting of any format: a keyword such as `json_object`, or an object with a schema. */
function readFormat(given: JsonValue): JsonValue | undefined {
  if (JSON_WORDS.includes(given)) return { type: 'json' }
  if (!isObject(given)) return undefined
  const { type, schema, mime_type: mediaType } = given
  const text = typeof schema === 'string' ? tryParseJson(schema) : schema
  if (isObject(text)) {
    const { name, description, strict } = given
    return compact({ type: 'json-schema', schema: text, name, description, strict })
  }
  const inner = AROUND_SCHEMAS.map((name) => given[name]).find(isObject)
  if (inner !== undefined) return readFormat(inner)
  if (isSchema(given)) return { type: 'json-schema', schema: given }
  if (type === 'text' && mediaType === undefined) return { type: 'text' }
  return JSON_WORDS.includes(type ?? mediaType ?? null) ? { type: 'json' } : undefined
}

/**
 * Returns true for a JSON Schema. Schemas with types in capital letters are excluded, since other rules apply
 * to them.
 */
function isSchema({ type, properties }: JsonObject): boolean {
  return isObject(properties) && (type === undefined || type === 'object')
}

const SWITCHES: Readonly<Record<string, boolean>> = {
  none: false,
  disabled: false,
  EFFORT_NONE: false,
  enabled: true,
  adaptive: true,
}

/** Reads reasoning: an effort, a flag, a number of tokens, or an object with these values. */
function readReasoning(given: JsonValue, field: string): JsonValue | undefined {
  if (typeof given === 'boolean') return /summar|thoughts/i.test(field) ? undefined : { enabled: given }
  if (typeof given === 'number') return given > 0 ? { budgetTokens: given } : { enabled: given < 0 }
  if (typeof given === 'string') {
    if (Object.hasOwn(SWITCHES, given)) return { enabled: SWITCHES[given] ?? false }
    return /summar|display/i.test(field) ? undefined : { effort: given.replace(/^EFFORT_/, '').toLowerCase() }
  }
  if (!isObject(given)) return undefined
  return readMembers(given)
}

const TOKENS: readonly string[] = ['budget_tokens', 'token_budget', 'max_tokens', 'thinkingBudget']
const EFFORTS: readonly string[] = ['effort', 'thinkingLevel', 'thinking_level']

function readMembers(given: JsonObject): JsonValue | undefined {
  const tokens = TOKENS.map((name) => given[name]).find((value) => typeof value === 'number')
  const effort = stringOr(
    EFFORTS.map((name) => given[name]).find((value) => typeof value === 'string'),
    '',
  )
  const on = stringOr(given.type, '')
  if (effort !== '') return readReasoning(effort, 'effort')
  if (tokens !== undefined) return readReasoning(tokens, 'tokens')
  if (typeof given.enabled === 'boolean') return { enabled: given.enabled }
  return Object.hasOwn(SWITCHES, on) ? { enabled: SWITCHES[on] ?? false } : undefined
}
