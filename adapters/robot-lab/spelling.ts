import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { mapObjects } from '../../src/base/json/map.js'
import { expectObject, isObject } from '../../src/base/json/read-json.js'
import { define, equalJson } from '../../src/base/json/write-json.js'

/** A key style, in both directions. */
interface Spelling {
  readonly read: (value: JsonObject) => JsonValue
  readonly write: (value: JsonObject) => JsonValue
}

const WORDS = ['type', 'role', 'stop_reason']
const CAMEL: Readonly<Record<string, string>> = {
  tool_call: 'toolCall',
  tool_result: 'toolResult',
  stop_reason: 'stopReason',
  robot_name: 'robotName',
  delegated_by: 'delegatedBy',
  tool_calls: 'toolCalls',
  created_at: 'createdAt',
  input_tokens: 'inputTokens',
  output_tokens: 'outputTokens',
}
const SNAKE = new Map(Object.entries(CAMEL).map(([snake, camel]) => [camel, snake]))

/** Other key styles of hashes in logs and dumps: camel case, and Ruby's symbols with a colon. */
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  camel: {
    read: (value) => renamed(value, (key) => SNAKE.get(key) ?? key),
    write: (value) => renamed(value, (key) => (Object.hasOwn(CAMEL, key) ? (CAMEL[key] ?? key) : key)),
  },
  symbols: {
    read: (value) => mapObjects(value, (object) => withWords(renamed(object, bare), bare)),
    write: (value) => mapObjects(value, (object) => renamed(withWords(object, symbol), symbol)),
  },
  'symbol-keys': {
    read: (value) => mapObjects(value, (object) => renamed(object, bare)),
    write: (value) => mapObjects(value, (object) => renamed(object, symbol)),
  },
}

function bare(text: string): string {
  return text.startsWith(':') ? text.slice(1) : text
}

function symbol(text: string): string {
  return `:${text}`
}

function renamed(object: JsonObject, rename: (key: string) => string): JsonObject {
  const copy: Record<string, JsonValue> = {}
  for (const key in object) define(copy, rename(key), object[key])
  return copy
}

/** Changes the values that are enum words of the format, which are symbols too. */
function withWords(object: JsonObject, change: (word: string) => string): JsonObject {
  const copy = { ...object }
  for (const name of WORDS) {
    const word = copy[name]
    if (typeof word === 'string') copy[name] = change(word)
  }
  return copy
}

const OTHER = /^(:|.*[a-z][A-Z])/

/** Returns the object in the usual key style, and its original style if that can be restored. */
export function spelled(value: JsonObject): {
  readonly native: JsonObject
  readonly spelling?: string | undefined
} {
  if (!Object.keys(value).some((key) => OTHER.test(key))) return { native: value }
  for (const [spelling, { read, write }] of Object.entries(SPELLINGS)) {
    const native = read(value)
    if (isObject(native) && !equalJson(native, value) && equalJson(write(native), value))
      return { native, spelling }
  }
  return { native: value }
}

/** Restores the original key style of an object. */
export function respelled(native: JsonObject, spelling: JsonValue | undefined): JsonObject {
  const known = typeof spelling === 'string' && Object.hasOwn(SPELLINGS, spelling)
  const written = known ? SPELLINGS[spelling]?.write(native) : native
  return expectObject(written, '')
}
