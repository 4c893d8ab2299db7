import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import { isArray, isObject, numberOr } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { type Finding, fieldsAt, isOneOf, passes } from './find-fields.js'
import type { RequestParts, RequestTool, RequestTurn } from './request-view.js'
import { schemaPlaces } from './schema-places.js'
import type { RefusalCondition } from './server-row.js'

/** A request as the checks see it. */
export interface AskedRequest {
  readonly body: JsonObject
  readonly view: RequestParts
  /** The estimated number of tokens of the prompt. */
  readonly tokens: number
  /** In tokens. */
  readonly contextWindow: number
}

type Kind = RefusalCondition['kind']
type CheckOf<K extends Kind> = Extract<RefusalCondition, { readonly kind: K }>
type Finder<K extends Kind> = (check: CheckOf<K>, request: AskedRequest) => readonly Finding[]

/** Returns the positions of the request that match the condition. */
export function findingsOf(check: RefusalCondition, request: AskedRequest): readonly Finding[] {
  switch (check.kind) {
    case 'field':
      return fieldFindings(check, request)
    case 'missing':
      return missingFindings(check, request)
    case 'unknown':
      return unknownFindings(check, request)
    case 'tool':
      return toolFindings(check, request)
    case 'mixed-tools':
      return mixedTools(check, request)
    case 'choice':
      return choiceFindings(check, request)
    case 'choice-without-tools':
      return choiceWithoutTools(check, request)
    case 'choice-of-unknown-tool':
      return choiceOfUnknownTool(check, request)
    case 'schema':
      return schemaFindings(check, request)
    case 'untyped-schema':
      return untypedSchemas(check, request)
    case 'late-system':
      return lateSystem(check, request)
    case 'unsigned-call':
      return unsignedCalls(check, request)
    case 'alternation':
      return alternation(check, request)
    case 'last-turn':
      return lastTurn(check, request)
    case 'turn-after':
      return turnAfter(check, request)
    case 'no-turn':
      return noTurn(check, request)
    case 'unanswered-calls':
      return unansweredCalls(check, request)
    case 'result-without-call':
      return resultWithoutCall(check, request)
    case 'history-without-tools':
      return historyWithoutTools(check, request)
    case 'call-arguments':
      return callArguments(check, request)
    case 'too-long':
      return tooLong(check, request)
  }
}

const fieldFindings: Finder<'field'> = ({ at, is, not, type, matches, where }, { body }) =>
  fieldsAt(body, at).flatMap(({ value, parent, finding }) => {
    const isFound =
      value !== undefined &&
      (is === undefined || isOneOf(value, is)) &&
      !(not !== undefined && isOneOf(value, not)) &&
      (type === undefined || typeOf(value) === type) &&
      (matches === undefined || (typeof value === 'string' && matches.test(value))) &&
      (where === undefined || passes(parent, where))
    return isFound ? [finding] : []
  })

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (isArray(value)) return value.length === 0 ? 'empty' : 'array'
  return typeof value
}

const missingFindings: Finder<'missing'> = ({ at, where, or = [] }, { body }) =>
  fieldsAt(body, at).flatMap(({ value, parent, finding }) =>
    value === undefined &&
    or.every((other) => !Object.hasOwn(parent, other)) &&
    (where === undefined || passes(parent, where))
      ? [finding]
      : [],
  )

const unknownFindings: Finder<'unknown'> = ({ at, known, where }, { body }) =>
  fieldsAt(body, `${at}/*`).flatMap(({ parent, finding }) => {
    const field = pointerTokens(finding.at).at(-1) ?? ''
    if (known.includes(field) || (where !== undefined && !passes(parent, where))) return []
    return [{ ...finding, field, role: parent.role ?? '', shown: pythonText(finding.value) }]
  })

/** Writes a value as servers in Python print it. */
function pythonText(value: JsonValue | undefined = null): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'string' ? `'${value}'` : stringifyJson(value)
}

const toolFindings: Finder<'tool'> = ({ is, not }, { view }) =>
  view.tools.flatMap(({ at, index, type, name }) =>
    (is === undefined || is.includes(type)) && !not?.includes(type) ? [{ at, index, type, name }] : [],
  )

const mixedTools: Finder<'mixed-tools'> = (_check, { view }) => {
  const others = view.tools.filter(({ type }) => type !== 'function')
  return others.length === view.tools.length ? [] : others.map(({ at, index, type }) => ({ at, index, type }))
}

const choiceFindings: Finder<'choice'> = ({ is, form }, { view: { choice } }) => {
  if (choice === undefined || !is.includes(choice.kind)) return []
  if (form !== undefined && choice.isObject !== (form === 'object')) return []
  const { at, word, name, kind } = choice
  return [{ at, word, name, kind }]
}

const choiceWithoutTools: Finder<'choice-without-tools'> = (_check, { view: { choice, tools } }) =>
  choice === undefined || choice.kind === 'none' || tools.length > 0
    ? []
    : [{ at: choice.at, word: choice.word }]

const choiceOfUnknownTool: Finder<'choice-of-unknown-tool'> = (_check, { view: { choice, tools } }) =>
  choice?.kind !== 'named' || tools.some(({ name }) => name === choice.name)
    ? []
    : [{ at: choice.at, name: choice.name }]

function dialectTools({ tools }: RequestParts): readonly RequestTool[] {
  return tools.filter(({ isJsonSchema = false }) => !isJsonSchema)
}

const schemaFindings: Finder<'schema'> = ({ keywords, within, next, not, of }, { body, view }) => {
  const roots = of === undefined ? dialectTools(view) : [{ at: of, schema: valueAt(body, of) }]
  return roots.flatMap(({ schema, ...tool }) =>
    [...schemaPlaces(schema)]
      .filter((place) => within === undefined || (within === 'root') === (place.at === ''))
      .filter((place) => next === undefined || Object.hasOwn(place.schema, next))
      .flatMap((place) =>
        keywords
          .filter((keyword) => Object.hasOwn(place.schema, keyword))
          .filter((keyword) => not === undefined || !not.test(String(place.schema[keyword])))
          .map((keyword) => ({
            ...{ ...tool, keyword, at: `${tool.at}${place.at}/${keyword}`, place: placeWord(place) },
            ...{ path: place.path, dotted: place.dotted, part: tool.at.split('/').at(-1) },
          })),
      ),
  )
}

/** Returns the position of a schema in words: `root` or `properties.filters.items`. */
function placeWord({ at }: { readonly at: string }): string {
  return at === '' ? 'root' : at.slice(1).replaceAll('/', '.')
}

const untypedSchemas: Finder<'untyped-schema'> = ({ within }, { view }) =>
  dialectTools(view).flatMap(({ at, index, name, schema }) =>
    [...schemaPlaces(schema)]
      .filter((place) => (within === 'root') === (place.at === ''))
      .filter(({ schema: { type, anyOf, $ref } }) => (type ?? anyOf ?? $ref) === undefined)
      .map((place) => ({ at: at + place.at, index, name, dotted: place.dotted, place: placeWord(place) })),
  )

const lateSystem: Finder<'late-system'> = ({ leading, roles = ['system'] }, { view }) => {
  const system = ({ role }: RequestTurn) => roles.includes(role)
  const first = view.turns.findIndex((turn) => !system(turn))
  const start = leading === 'one' ? 1 : first === -1 ? view.turns.length : first
  return view.turns
    .slice(start)
    .filter(system)
    .map(({ at, index, role }) => ({ at, index, role }))
}

const unsignedCalls: Finder<'unsigned-call'> = ({ at: member }, { body, view }) => {
  const asked = view.turns.findLastIndex(({ role, results }) => role === 'user' && results.length === 0)
  return view.turns.slice(asked + 1).flatMap(({ index, calls: [first] }) => {
    if (first === undefined) return []
    // The pointer ends with the body of the call and its arguments.
    const at = first.at.split('/').slice(0, -2).join('/')
    return valueAt(body, at + member) === undefined ? [{ at, index, name: first.name }] : []
  })
}

const alternation: Finder<'alternation'> = ({ tools }, { view }) => {
  const conversation = view.turns.filter(({ role }) => !/^(system|developer)$/.test(role))
  const counted =
    tools === 'ignored'
      ? conversation.filter(({ role, calls }) => role !== 'tool' && calls.length === 0)
      : conversation
  const sides = counted.map(({ role, ...turn }) => ({
    ...turn,
    role: role === 'tool' && tools === 'as-user' ? 'user' : role,
    isResult: role === 'tool',
  }))
  const wrong = sides.filter(({ role, isResult }, index) => {
    const before = sides[index - 1]
    // The results of parallel calls are one turn.
    if (isResult && before?.isResult === true && tools === 'as-user') return false
    return role !== (before === undefined || before.role !== 'user' ? 'user' : 'assistant')
  })
  return wrong.map(({ at, index }) => ({ at, index }))
}

const lastTurn: Finder<'last-turn'> = ({ not }, { view }) => {
  const last = view.turns.at(-1)
  return last === undefined || not.includes(last.role)
    ? []
    : [{ at: last.at, index: last.index, role: last.role }]
}

const turnAfter: Finder<'turn-after'> = ({ role, after }, { view }) =>
  view.turns
    .filter((turn, index) => turn.role === role && view.turns[index - 1]?.role === after)
    .map(({ at, index }) => ({ at, index, role, after }))

const noTurn: Finder<'no-turn'> = ({ role }, { view }) =>
  view.turns.some((turn) => turn.role === role) ? [] : [{ at: '', role }]

const unansweredCalls: Finder<'unanswered-calls'> = (_check, { view }) => {
  const open = (position: number): string[] => {
    const answered = new Set<string>()
    for (const { results, role } of view.turns.slice(position + 1)) {
      if (results.length === 0 && role !== 'tool') break
      for (const id of results) answered.add(id)
    }
    return (view.turns[position]?.calls ?? []).map(({ id }) => id).filter((id) => !answered.has(id))
  }
  return view.turns.flatMap(({ at, index, calls }, position) => {
    // Calls of one answer may be several items in a row.
    const next = view.turns[position + 1]
    const ids = calls.length === 0 || next?.calls.length ? [] : open(position)
    const found = { at, index, next: index + 1, ids: ids.join(', '), id: ids[0] }
    return ids.length === 0 ? [] : [found]
  })
}

const resultWithoutCall: Finder<'result-without-call'> = (_check, { view }) => {
  const called = new Set<string>()
  return view.turns.flatMap(({ at, index, calls, results }) => {
    const lost = results.filter((id) => !called.has(id))
    for (const { id } of calls) called.add(id)
    return lost.map((id) => ({ at, index, id }))
  })
}

const historyWithoutTools: Finder<'history-without-tools'> = (_check, { view: { turns, tools } }) => {
  const used = turns.find(({ calls, results }) => calls.length + results.length > 0)
  return used === undefined || tools.length > 0 ? [] : [{ at: used.at, index: used.index }]
}

const callArguments: Finder<'call-arguments'> = ({ are }, { view }) =>
  view.turns.flatMap(({ index, calls }) =>
    calls.flatMap((call, part) => {
      const isText = typeof call.arguments === 'string' && are !== 'not-native'
      const value = isText ? tryParseJson(String(call.arguments)) : call.arguments
      const isWrong = are === 'not-json' ? value === undefined : !isObject(value)
      return isWrong ? [{ at: call.at, index, part, id: call.id, name: call.name }] : []
    }),
  )

const tooLong: Finder<'too-long'> = ({ part }, { body, tokens, contextWindow }) => {
  const limit = numberOr(body.max_completion_tokens, numberOr(body.max_tokens, 0))
  const asked = part === 'prompt' ? tokens : tokens + limit
  return asked <= contextWindow ? [] : [{ at: '', tokens, limit, asked, contextWindow }]
}

/** Estimates the tokens of a value: four bytes of its JSON text are one token. */
export function estimateTokens(value: JsonValue): number {
  return Math.max(1, Math.ceil(new TextEncoder().encode(stringifyJson(value)).length / 4))
}
