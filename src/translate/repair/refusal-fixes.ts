import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import { isObject } from '../../base/json/read-json.js'
import { asWord } from '../../base/json/write-json.js'
import { type Found, schemasOf } from '../../base/schema/walk.js'
import type { Find } from '../lint/found.js'
import type { RefusalFix } from './refusal.js'

/** Returns the changes, or undefined without changes. */
export function changes(operations: readonly PatchOperation[]): readonly PatchOperation[] | undefined {
  return operations.length === 0 ? undefined : operations
}

/**
 * Removes the values at these paths. Later list items are removed first, so that earlier paths stay valid.
 */
export function removals(paths: readonly string[]): readonly PatchOperation[] {
  const outer = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))
  return [...new Set(outer)].sort(byPlaceFromTheEnd).map((path) => ({ op: 'remove', path }))
}

function byPlaceFromTheEnd(one: string, other: string): number {
  const [tokens, others] = [pointerTokens(one), pointerTokens(other)]
  const index = tokens.findIndex((token, place) => token !== others[place])
  const [token = '', against = ''] = [tokens[index], others[index]]
  return Number(against) - Number(token) || 0
}

/**
 * Members that contain the conversation, the tools and their names, on any wire. These members are never
 * dropped.
 */
const KEPT = new Set(
  `model messages message contents content parts text system systemInstruction system_instruction instructions
  prompt input output tools tool toolConfig tool_calls functionDeclarations function_declarations function toolSpec
  inputSchema input_schema parameters parametersJsonSchema json properties arguments args name id role type
  call_id tool_call_id tool_use_id toolUseId toolUse toolResult functionCall functionResponse response`.split(
    /\s+/,
  ),
)

function isKept(path: string): boolean {
  const tokens = pointerTokens(path)
  const [last = '', before] = [tokens.at(-1), tokens.at(-2)]
  // A list element is not a field, and a member of a property map is the user's.
  return KEPT.has(last) || /^\d+$/.test(last) || before === 'properties'
}

/** Drops each field that the provider names, except for fields that contain the conversation. */
export const leavesOutNamed: RefusalFix = (_request, { places }) =>
  changes(removals(places.filter((path) => !isKept(path))))

/** Creates the fix that drops the values at these paths. */
export function leavesOut(...paths: readonly string[]): RefusalFix {
  return (request) => changes(removals(paths.filter((path) => valueAt(request, path) !== undefined)))
}

/** Creates the fix that drops all found values. */
export function leavesOutFound(find: Find): RefusalFix {
  return (request) => changes(removals(find(request).map(({ path }) => path)))
}

/** Creates the fix that replaces all found values. */
export function replacesFound(find: Find, by: (found: Found) => JsonValue): RefusalFix {
  return (request) =>
    changes(find(request).map((found) => ({ op: 'replace', path: found.path, value: by(found) })))
}

/** Creates the fix that adds a member to all found objects. */
export function addsToFound(find: Find, key: string, of: (found: Found) => JsonValue): RefusalFix {
  return (request) =>
    changes(find(request).map((found) => ({ op: 'add', path: `${found.path}/${key}`, value: of(found) })))
}

/** Creates the fix that renames a field of the request. */
export function renames(from: string, to: string): RefusalFix {
  return (request) => {
    const value = request[from]
    if (value === undefined) return undefined
    const add: readonly PatchOperation[] =
      request[to] === undefined ? [{ op: 'add', path: `/${to}`, value }] : []
    return [{ op: 'remove', path: `/${from}` }, ...add]
  }
}

/** Creates the fix that applies the first of these fixes with a change. */
export function firstFix(...fixes: readonly RefusalFix[]): RefusalFix {
  return (request, said) => {
    for (const fix of fixes) {
      const found = fix(request, said)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Reasoning efforts, from none to the maximum. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/**
 * Creates the fix that sets the nearest effort from the provider's message, or drops the field if the message
 * does not list efforts.
 */
export function nearestEffort(path: string): RefusalFix {
  return (request, { text }) => {
    const given = valueAt(request, path)
    if (given === undefined) return undefined
    const words = new Set(text.toLowerCase().match(/[a-z]+/g) ?? [])
    const from = EFFORTS.indexOf(asWord(given))
    const listed = EFFORTS.filter((effort) => effort !== given && words.has(effort))
    const [nearest] = listed.sort((one, other) => distance(one, from) - distance(other, from))
    return nearest === undefined || from === -1
      ? [{ op: 'remove', path }]
      : [{ op: 'replace', path, value: nearest }]
  }
}

function distance(effort: string, from: number): number {
  return Math.abs(EFFORTS.indexOf(effort) - from)
}

/** Creates the fix that lowers numbers of the request to the limit in the provider's message. */
export function lowers(...paths: readonly string[]): RefusalFix {
  return (request, { text }) =>
    changes(
      paths.flatMap((path): PatchOperation[] => {
        const given = valueAt(request, path)
        const limit = typeof given === 'number' ? limitBelow(given, text) : undefined
        return limit === undefined ? [] : [{ op: 'replace', path, value: limit }]
      }),
    )
}

/**
 * Returns the greatest smaller number in a text: other numbers belong to model names or are lower bounds of
 * ranges.
 */
function limitBelow(given: number, text: string): number | undefined {
  const numbers = text.matchAll(/(?<![\w.-])\d{1,9}(?![\w-]|\.\d)(?: \(exclusive\))?/g)
  const limits = Array.from(numbers, ([found]) =>
    found.endsWith(')') ? Number.parseInt(found, 10) - 1 : Number(found),
  )
  const below = limits.filter((limit) => limit > 0 && limit < given)
  return below.length === 0 ? undefined : Math.max(...below)
}

/** Moves numbers into the range of the provider's message: `between 0 and 1.0`. */
export function clamps(...paths: readonly string[]): RefusalFix {
  return (request, { text }) => {
    const [, low = '', high = ''] = /between (-?\d+(?:\.\d+)?) and (-?\d+(?:\.\d+)?)/.exec(text) ?? []
    const named = paths.filter((path) => text.includes(path.slice(path.lastIndexOf('/') + 1)))
    return low === '' || high === ''
      ? undefined
      : changes(
          named.flatMap((path): PatchOperation[] => {
            const given = valueAt(request, path)
            const value = Math.min(Math.max(Number(given), Number(low)), Number(high))
            return typeof given !== 'number' || value === given ? [] : [{ op: 'replace', path, value }]
          }),
        )
  }
}

/** Returns the path of a member of the request that exists. */
export function pathIfGiven(path: string): (request: JsonObject) => string | undefined {
  return (request) => (valueAt(request, path) === undefined ? undefined : path)
}

/** Returns the path of the first tool whose type or name the message mentions; else of the tools. */
export function namedTool(request: JsonObject, { text }: { readonly text: string }): string | undefined {
  const { tools } = request
  if (!Array.isArray(tools)) return undefined
  const index = tools.findIndex((tool) => mentions(text, tool))
  return index === -1 ? '/tools' : `/tools/${index}`
}

function mentions(text: string, tool: JsonValue): boolean {
  const words = isObject(tool) ? [tool.type, tool.name] : []
  return words.some(
    (word) =>
      typeof word === 'string' &&
      word !== 'function' &&
      (text.includes(word) || text.includes(word.replaceAll('_', ' '))),
  )
}

/** Keywords that can be removed without making a schema stricter. */
const KEYWORDS =
  `$schema $id $comment title examples default deprecated readOnly writeOnly format pattern minLength
  maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems contains
  minContains maxContains minProperties maxProperties propertyNames patternProperties additionalProperties
  unevaluatedProperties unevaluatedItems dependentRequired dependentSchemas if then else not const contentEncoding
  contentMediaType`.split(/\s+/)

/**
 * Creates the fix that drops the schema keywords that the provider names, from the schemas at the named path
 * or else from all schemas.
 */
export function leavesOutKeywords(schemas: Find): RefusalFix {
  return (request, { text, places }) => {
    const words = new Set(text.match(/[$\w]+/g) ?? [])
    const named = KEYWORDS.filter((keyword) => words.has(keyword))
    const roots = schemas(request)
    const meant = roots.filter(({ path }) =>
      places.some((place) => isWithin(path, place) || isWithin(place, path)),
    )
    const found = (meant.length > 0 ? meant : roots).flatMap(schemasOf)
    return changes(
      removals(
        found.flatMap(({ value, path }) =>
          named.filter((keyword) => value[keyword] !== undefined).map((keyword) => `${path}/${keyword}`),
        ),
      ),
    )
  }
}

/** Returns true if a path equals the outer path or is inside it. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`)
}

/** The text that replaces an image for a model without vision. */
export const UNSEEN = '[an image that this model cannot see]'

/** Returns a predicate for objects with another object under a key. */
export function hasMember(key: string): (found: Found) => boolean {
  return ({ value }: { readonly value: JsonObject }) => isObject(value[key])
}
