import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import type { Registry } from '../../translate/exchange/registry.js'
import { listsIn } from '../logs/envelopes.js'
import { logRecord } from '../logs/log-formats.js'
import { isRecord } from '../replay/import/import-formats.js'
import { shareGptRecord } from './share-gpt.js'
import { isKnown } from './traffic-record.js'

/** Members in which programs collect records: pages of an API, traces, logs of evaluations, stub mappings. */
const COLLECTIONS = [
  'data',
  'records',
  'observations',
  'samples',
  'simulations',
  'mappings',
  'requests',
  'events',
  'spans',
  'items',
  'logs',
  'results',
  'runs',
  'exchanges',
]

/**
 * Returns the records of a list, or those that an object collects; undefined if the value is one record or has an
 * unknown form.
 */
export function recordsIn(value: JsonValue, registry: Registry): JsonArray | undefined {
  if (isLogged(value)) return undefined
  const logged = loggedIn(value)
  const lists = listsOf(value)
  if (logged !== undefined || lists.length === 0 || isKnown(value, registry)) return logged
  // The items of a bare list may be the calls and results of one message.
  const isOne = isArray(value) ? hasHistory : isBody
  return lists.find((list) => list.some((item) => isObject(item) && isOne(item, registry)))
}

function isBody(body: JsonObject, registry: Registry): boolean {
  const found = registry.recognise({ request: body }) ?? registry.recognise({ response: body })
  return found !== undefined || hasHistory(body, registry)
}

/** Returns true for an object with a list of messages. */
function hasHistory(body: JsonObject, registry: Registry): boolean {
  return listsIn(body).length > 0 && isKnown(body, registry)
}

/** Returns the records of other programs in a list, or those that an object collects. */
export function loggedIn(value: JsonValue): JsonArray | undefined {
  return isLogged(value) ? undefined : listsOf(value).find((list) => list.some(isLogged))
}

function listsOf(value: JsonValue): JsonArray[] {
  if (isArray(value)) return [value]
  if (!isObject(value)) return []
  return COLLECTIONS.flatMap((name) => {
    const list = Object.hasOwn(value, name) ? value[name] : undefined
    return isArray(list) && list.some(isObject) ? [list] : []
  })
}

/** Returns true for a record, or a value that another program logged. */
function isLogged(value: JsonValue): boolean {
  return isRecord(value) || (isObject(value) && (logRecord(value) ?? shareGptRecord(value)) !== undefined)
}
