import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import { isObject } from '../../base/json/read-json.js'
import { asWord } from '../../base/json/write-json.js'
import { type Found, schemasOf } from '../../base/schema/walk.js'
import type { Find } from '../lint/found.js'
import type { Mend } from './refusal.js'

/** The changes, or undefined where there are none. */
function changes(operations: readonly PatchOperation[]): readonly PatchOperation[] | undefined {
  return operations.length === 0 ? undefined : operations
}

/** Removes what stands at these paths. Later items of a list go first, so that the paths of the earlier ones still hold. */
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

/** Members in which the conversation, its tools and their names stand, on whatever wire. They are never left out. */
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
  // What stands in a list is no field, and what stands in a map of properties is one of the user's.
  return KEPT.has(last) || /^\d+$/.test(last) || before === 'properties'
}

/** Leaves out each field that the provider names, but for those in which the conversation stands. */
export const leavesOutNamed: Mend = (_request, { places }) =>
  changes(removals(places.filter((path) => !isKept(path))))

/** Leaves out what stands at these paths. */
export function leavesOut(...paths: readonly string[]): Mend {
  return (request) => changes(removals(paths.filter((path) => valueAt(request, path) !== undefined)))
}

/** Leaves out all of what is found. */
export function leavesOutFound(find: Find): Mend {
  return (request) => changes(removals(find(request).map(({ path }) => path)))
}

/** Puts something else in the place of all that is found. */
export function replacesFound(find: Find, by: (found: Found) => JsonValue): Mend {
  return (request) =>
    changes(find(request).map((found) => ({ op: 'replace', path: found.path, value: by(found) })))
}

/** Adds a member to all that is found. */
export function addsToFound(find: Find, key: string, of: (found: Found) => JsonValue): Mend {
  return (request) =>
    changes(find(request).map((found) => ({ op: 'add', path: `${found.path}/${key}`, value: of(found) })))
}

/** Gives a field of the request its other name. */
export function renames(from: string, to: string): Mend {
  return (request) => {
    const value = request[from]
    if (value === undefined) return undefined
    const add: readonly PatchOperation[] =
      request[to] === undefined ? [{ op: 'add', path: `/${to}`, value }] : []
    return [{ op: 'remove', path: `/${from}` }, ...add]
  }
}

/** The first of these that changes anything. */
export function firstOf(...mends: readonly Mend[]): Mend {
  return (request, said) => {
    for (const mend of mends) {
      const found = mend(request, said)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** How much a model is to think, from nothing to most. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Takes the nearest effort that the provider lists in its words; where it lists none, the field is left out. */
export function nearestEffort(path: string): Mend {
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

/** Lowers numbers of the request to the limit that the provider names. */
export function lowers(...paths: readonly string[]): Mend {
  return (request, { text }) =>
    changes(
      paths.flatMap((path): PatchOperation[] => {
        const given = valueAt(request, path)
        const limit = typeof given === 'number' ? limitBelow(given, text) : undefined
        return limit === undefined ? [] : [{ op: 'replace', path, value: limit }]
      }),
    )
}

/** The greatest number in a text that is less: others are of the names of models, and lower ends of ranges. */
function limitBelow(given: number, text: string): number | undefined {
  const numbers = text.matchAll(/(?<![\w.-])\d{1,9}(?![\w-]|\.\d)(?: \(exclusive\))?/g)
  const limits = Array.from(numbers, ([found]) =>
    found.endsWith(')') ? Number.parseInt(found, 10) - 1 : Number(found),
  )
  const below = limits.filter((limit) => limit > 0 && limit < given)
  return below.length === 0 ? undefined : Math.max(...below)
}

/** Keywords without which a schema takes all that it took before. */
const KEYWORDS =
  `$schema $id $comment title examples default deprecated readOnly writeOnly format pattern minLength
  maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems contains
  minContains maxContains minProperties maxProperties propertyNames patternProperties additionalProperties
  unevaluatedProperties unevaluatedItems dependentRequired dependentSchemas if then else not const contentEncoding
  contentMediaType`.split(/\s+/)

/** Leaves keywords out of the schemas of tools that the provider names: of those at a place that it names, else of all. */
export function leavesOutKeywords(schemas: Find): Mend {
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

/** Whether a place is another one, or stands in it. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`)
}

/** What stands for an image that the model cannot see. */
export const UNSEEN = '[an image that this model cannot see]'

/** Whether an object has another one under a key. */
export function hasMember(key: string): (found: Found) => boolean {
  return ({ value }: { readonly value: JsonObject }) => isObject(value[key])
}
