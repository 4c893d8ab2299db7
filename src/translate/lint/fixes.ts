import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import { without } from '../../base/json/write-json.js'
import { encodeArgumentValue } from '../../base/model/arguments.js'
import { createContext } from '../../base/model/context.js'
import { fitSchema } from '../../base/schema/fit-schema.js'
import { isOpenObject } from '../../base/schema/strict.js'
import { isEmptyList } from './checks.js'
import type { Fix } from './rule.js'

/** Returns the value at a path of a request, or undefined. */
export function heldAt(request: JsonObject, path: string): JsonValue | undefined {
  return valueAt(request, path)
}

/** Returns the path of the object or list that contains a path. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Creates the fix that replaces the reported value. The path may be that of a missing member. */
export function replaced(
  change: (value: JsonValue | undefined, parent: JsonObject) => JsonValue | undefined,
): Fix {
  return (request, path) => {
    const before = valueAt(request, path)
    const parent = valueAt(request, parentPath(path))
    const after = change(before, isObject(parent) ? parent : {})
    if (after === undefined || path === '' || (before === undefined && !isObject(parent))) return undefined
    return [{ op: before === undefined ? 'add' : 'replace', path, value: after }]
  }
}

/** Creates the fix that changes a member of the reported object. */
export function member(key: string, fix: Fix): Fix {
  return (request, path) => fix(request, `${path}/${key}`)
}

/** Creates the fix that replaces the reported value with a constant. */
export function constant(value: JsonValue): Fix {
  return replaced(() => value)
}

/** Removes the reported value. */
export const leftOut: Fix = (request, path) =>
  path === '' || valueAt(request, path) === undefined ? undefined : [{ op: 'remove', path }]

/**
 * Creates the fix that replaces a word of another format with the wire's word, such as the name of a role.
 */
export function translated(words: Readonly<Record<string, string>>): Fix {
  return replaced((word) =>
    typeof word === 'string' && Object.hasOwn(words, word) ? words[word] : undefined,
  )
}

/** Parses a text into an object; other texts are wrapped in an object, from which decoding restores them. */
export const asObject: Fix = replaced((value) => {
  if (value === undefined || value === null || value === '') return {}
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const parsed = tryParseJson(text)
  return isObject(parsed) ? parsed : wrapped(text)
})

function wrapped(rawArguments: string): JsonObject {
  const call = { id: '', name: '', kind: 'function', providerExecuted: false, rawArguments } as const
  return encodeArgumentValue({ type: 'tool-call', status: 'not-object', ...call }, createContext('lint'))
}

/** Converts the value to a text. */
export const asText: Fix = replaced((value) =>
  typeof value === 'string' ? undefined : value === undefined ? '{}' : JSON.stringify(value),
)

/** Trims the end of a text, or of the text in a block. */
export const trimmed: Fix = (request, path) => {
  const value = valueAt(request, path)
  const place = isObject(value) ? `${path}/text` : path
  return replaced((text) => (typeof text === 'string' ? text.trimEnd() : undefined))(request, place)
}

/**
 * Drops an element without content: from its list, or together with a message that contains nothing else. The
 * first message is kept, because its role matters.
 */
export const saysNothing: Fix = (request, path) => {
  const block = blockPath(request, path)
  const list = valueAt(request, parentPath(block))
  const message = messagePath(request, block)
  if (block === message && holdsMore(valueAt(request, message), ['content'])) return undefined
  if (isArray(list) && list.length > 1 && !isFirstMessage(request, block))
    return [{ op: 'remove', path: block }]
  if (message !== undefined) {
    const stays = isFirstMessage(request, message) || holdsMore(valueAt(request, message))
    return stays ? undefined : [{ op: 'remove', path: message }]
  }
  return pointerTokens(block).length <= 2
    ? [{ op: 'remove', path: `/${pointerTokens(block)[0]}` }]
    : undefined
}

/** Drops a message whose content at the path is empty, if it has no call or other field. */
export const emptyMessage: Fix = (request, path) => {
  const message = valueAt(request, parentPath(path))
  const isBare =
    isObject(message) &&
    Object.entries(message).every(([key, value]) => key === 'role' || !value || isEmptyList(value))
  return isBare ? saysNothing(request, parentPath(path)) : undefined
}

/** Returns the path of the block that contains a text, if the path points to the text. */
function blockPath(request: JsonObject, path: string): string {
  const parent = valueAt(request, parentPath(path))
  return path.endsWith('/text') && isObject(parent) ? parentPath(path) : path
}

/** Returns the path of the history entry that contains a path. */
function messagePath(request: JsonObject, path: string): string | undefined {
  const [list, index] = pointerTokens(path)
  const isHistory = list !== undefined && index !== undefined && isArray(request[list]) && list !== 'system'
  return isHistory ? `/${list}/${index}` : undefined
}

function isFirstMessage(request: JsonObject, path: string): boolean {
  const [list, index, ...inner] = pointerTokens(path)
  return index === '0' && inner.length === 0 && list !== 'system' && isArray(request[list ?? ''])
}

/** Returns true if a message has members other than its content, such as calls. */
function holdsMore(
  message: JsonValue | undefined,
  content: readonly string[] = ['content', 'parts'],
): boolean {
  return (
    isObject(message) &&
    Object.entries(message).some(
      ([key, value]) => !content.includes(key) && (isObject(value) || isArray(value)) && !isEmptyList(value),
    )
  )
}

const JSON_TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array', 'null']

/** Completes an object schema with properties, and with the items of its lists. */
export const completed: Fix = replaced((schema) => {
  const given = isObject(schema) ? schema : {}
  const { type = 'object' } = given
  // `None` and other words that are not types come from broken generators.
  const isOther = isArray(type) || (typeof type === 'string' && JSON_TYPES.includes(type))
  return isOther
    ? undefined
    : fitSchema(type === 'object' ? given : without(given, 'type'), {
        root: 'object',
        needs: ['properties', 'items'],
      }).schema
})

/**
 * Closes an object schema that does not state `additionalProperties`; a tool with a schema that is open on
 * purpose becomes non-strict.
 */
export const closedObject: Fix = (request, path) => {
  const schema = valueAt(request, path)
  if (!isObject(schema) || !isOpenObject(schema)) return undefined
  if (schema.additionalProperties !== undefined) return notStrict(request, path)
  return [{ op: 'add', path: `${path}/additionalProperties`, value: false }]
}

/** Removes strict mode from the tool whose schema is at the path; the tool works as before. */
export const notStrict: Fix = (request, path) => {
  for (let place = path; place !== ''; place = parentPath(place)) {
    const tool = valueAt(request, place)
    if (isObject(tool) && tool.strict === true)
      return [{ op: 'replace', path: `${place}/strict`, value: false }]
  }
  return undefined
}

/** Creates the fix that drops an exact duplicate of another entry of the list. */
export function repeatedEntry(pathOf: (path: string) => string = (path) => path): Fix {
  return (request, path) => {
    const entry = pathOf(path)
    const list = valueAt(request, parentPath(entry))
    const text = JSON.stringify(valueAt(request, entry))
    const isTwice = isArray(list) && list.filter((one) => JSON.stringify(one) === text).length > 1
    return isTwice ? [{ op: 'remove', path: entry }] : undefined
  }
}

/** Creates the fix that replaces an empty list or text with a required value. */
export function unlessGiven(value: JsonValue): Fix {
  return replaced((before) =>
    before === undefined || before === null || before === '' || isEmptyList(before) ? value : undefined,
  )
}

/**
 * Builds an object with the properties of all branches. Other conditions of the unions go into the
 * description.
 */
export const plainRoot = replaced((schema) =>
  isObject(schema) ? fitSchema(schema, { root: 'plain', needs: ['properties', 'items'] }).schema : undefined,
)
