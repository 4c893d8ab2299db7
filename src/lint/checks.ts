import type { Check } from '../adapter/rule.js'
import { isArray, isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { isOpenObject } from '../schema/strict.js'
import { schemasOf } from '../schema/walk.js'
import type { PartView, Place, RequestView, TextAt, TurnView } from './view.js'

/** What rules of several wires refuse, told of a view of the request. */
export type ViewCheck<View = RequestView> = (view: View, report: Parameters<Check>[1]) => void

/** The checks of one wire: each looks at the wire's own view of a request. */
export function through<View = RequestView>(
  viewOf: (request: JsonObject) => View,
): (check: ViewCheck<View>) => Check {
  return (check) => (request, report) => check(viewOf(request), report)
}

/** Refuses every item that breaks the rule, at its own path. */
function each<Item extends Place>(
  list: (view: RequestView) => readonly Item[],
  breaks: (item: Item) => boolean,
  says: string,
): ViewCheck {
  return (view, report) => {
    for (const item of list(view)) if (breaks(item)) report(item.path, says)
  }
}

function partsOf({ messages }: RequestView): PartView[] {
  return messages.flatMap(({ parts }) => parts)
}

/** Ids of calls and results. */
export function idsIn(view: RequestView): TextAt[] {
  return partsOf(view).flatMap(({ id }) => id ?? [])
}

/** Names of the caller's tools, in definitions and in calls. */
export function namesIn(view: RequestView): TextAt[] {
  const declared = view.tools.flatMap(({ isOwn, name }) => (isOwn && name !== undefined ? [name] : []))
  return [...declared, ...partsOf(view).flatMap(({ name }) => name ?? [])]
}

function textsIn(view: RequestView): TextAt[] {
  return [...view.instructions, ...partsOf(view).flatMap(({ text }) => text ?? [])]
}

export const textsNotEmpty = each(textsIn, ({ text }) => text === '', 'the text is empty')

export const textsNotBlank = each(
  textsIn,
  ({ text }) => text !== '' && text.trim() === '',
  'the text is white space alone',
)

/** Text of the assistant at the very end, which the model is to go on with. */
export const finalTextTrimmed = each(
  ({ messages }) => {
    const last = messages.at(-1)
    const text = last?.role === 'assistant' ? last.parts.at(-1)?.text : undefined
    return text === undefined ? [] : [text]
  },
  ({ text }) => text !== text.trimEnd(),
  'the text ends with white space',
)

export const inputsAreObjects = each(
  (view) => partsOf(view).flatMap(({ input }) => input ?? []),
  ({ value }) => !isObject(value),
  'the input must be an object',
)

export const messagesNotEmpty: ViewCheck = ({ messages }, report) => {
  for (const { isEmpty, path } of messages)
    if (isEmpty) report(`${path}/content`, 'the message has no content')
}

export const errorsSaySomething = each(
  (view) => partsOf(view).flatMap(({ isError, content }) => (isError && content) || []),
  ({ value }) => value === undefined || value === '' || isEmptyList(value),
  'the error has no content',
)

export function rolesAmong(roles: readonly string[]): ViewCheck {
  return ({ messages }, report) => {
    for (const { role, path } of messages)
      if (!roles.includes(role)) report(`${path}/role`, `there is no role "${role}"`)
  }
}

export const userFirst: ViewCheck = ({ messages }, report) => {
  const first = messages.find(({ role }) => role !== 'system')
  if (first !== undefined && first.role !== 'user')
    report(first.path, 'the conversation has to begin with the user')
}

/** The calls of each turn of the model, and what the next turn answers. */
function exchangesIn({
  turns,
}: RequestView): { calls: PartView[]; results: PartView[]; executed: PartView[] }[] {
  return [undefined, ...turns].map((turn, index) => ({
    calls: turn?.isModels ? partsOfKind(turn, 'call') : [],
    executed: turn?.isModels ? partsOfKind(turn, 'executed-call') : [],
    results: partsOfKind(turns[index], 'result'),
  }))
}

function partsOfKind(turn: TurnView | undefined, kind: PartView['kind']): PartView[] {
  return turn?.parts.filter((part) => part.kind === kind) ?? []
}

function idOf({ id }: PartView): string {
  return id?.text ?? ''
}

/** Every call that the client answers has a result in the turn right after it. */
export const callsAnswered: ViewCheck = (view, report) => {
  for (const { calls, results } of exchangesIn(view)) {
    const answered = new Set(results.map(idOf))
    for (const call of calls)
      if (!answered.has(idOf(call))) report(call.path, `no result follows for "${idOf(call)}"`)
  }
}

/**
 * Every result answers a call of the turn right before it.
 * @param at what of a result is at fault.
 * @param once whether a second result of a call answers none.
 */
export function resultsCalled(at: 'id' | 'whole', { once = false } = {}): ViewCheck {
  return (view, report) => {
    for (const { calls, executed, results } of exchangesIn(view).slice(view.isContinued ? 1 : 0)) {
      const open = new Set([...calls, ...executed].map(idOf))
      for (const result of results) {
        const { id = result } = result
        if (!open.has(idOf(result)))
          report(at === 'id' ? id.path : result.path, `no call "${idOf(result)}" in the turn before`)
        else if (once) open.delete(idOf(result))
      }
    }
  }
}

/** Results stand before anything else that the user says in a turn. */
export const resultsFirst: ViewCheck = ({ turns }, report) => {
  for (const { parts } of turns.filter(({ isModels }) => !isModels)) {
    const others = parts.findIndex(({ kind }) => kind !== 'result')
    for (const { path, kind } of others === -1 ? [] : parts.slice(others))
      if (kind === 'result') report(path, 'other content stands before this result')
  }
}

export const callIdsUnique: ViewCheck = ({ turns }, report) => {
  for (const { parts } of turns) {
    const ids = parts.flatMap(({ kind, id }) => (kind === 'call' && id !== undefined ? [id] : []))
    for (const { text, path } of repeated(ids)) report(path, `the id "${text}" is used before`)
  }
}

export const resultsUnique: ViewCheck = ({ turns }, report) => {
  for (const turn of turns)
    for (const { text, path } of repeated(
      partsOfKind(turn, 'result').map((part) => ({ text: idOf(part), path: part.path })),
    ))
      report(path, `a second result for "${text}"`)
}

export const toolNamesUnique: ViewCheck<Pick<RequestView, 'tools'>> = ({ tools }, report) => {
  for (const { text, path } of repeated(tools.flatMap(({ name }) => name ?? [])))
    report(path, `a tool named ${text} is declared before`)
}

/** What has the text of an earlier one. */
function repeated(texts: readonly TextAt[]): TextAt[] {
  const seen = new Set<string>()
  return texts.filter(({ text }) => seen.size === seen.add(text).size)
}

/** @param path where the tools are missing. */
export function historyHasTools(path: string): ViewCheck {
  return (view, report) => {
    const isUsed = partsOf(view).some(({ kind }) => kind === 'call' || kind === 'result')
    if (isUsed && view.tools.length === 0 && !view.isContinued)
      report(path, 'calls in the history need tools')
  }
}

/** In the schemas of strict tools every object is closed. */
export const strictObjectsClosed = each(
  ({ tools }) => tools.flatMap(({ strictSchema: schema }) => (schema === undefined ? [] : schemasOf(schema))),
  ({ value }) => isOpenObject(value),
  'additionalProperties must be false',
)

export function isEmptyList(value: JsonValue | undefined): boolean {
  return isArray(value) && value.length === 0
}
