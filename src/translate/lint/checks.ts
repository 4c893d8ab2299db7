import type { JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import { append } from '../../base/json/write-json.js'
import type { ViewCheck } from './limited.js'
import type { PartView, Place, RequestView, TextAt, TurnView } from './view.js'

/** Creates a check that reports every item that breaks the rule, at the path of the item. */
export function each<Item extends Place, View = RequestView>(
  list: (view: View) => readonly Item[],
  breaks: (item: Item) => boolean,
  says: string | ((item: Item) => string),
): ViewCheck<View> {
  return (view, report) => {
    for (const item of list(view))
      if (breaks(item)) report(item.path, typeof says === 'string' ? says : says(item))
  }
}

/** Creates a check that reports every found item. */
export function none<Item extends Place, View = RequestView>(
  find: (view: View) => readonly Item[],
  says: string | ((item: Item) => string),
): ViewCheck<View> {
  return each(find, () => true, says)
}

/**
 * Returns a member of each item, without the items that lack it. A loop takes a third of the time of
 * `flatMap`.
 */
export function present<Item, Member>(
  items: readonly Item[],
  memberOf: (item: Item) => Member | undefined,
): Member[] {
  const members: Member[] = []
  for (const item of items) {
    const member = memberOf(item)
    if (member !== undefined) members.push(member)
  }
  return members
}

/** Caches a lookup in a view. Views never change. */
function inView<Item>(look: (view: RequestView) => Item[]): (view: RequestView) => readonly Item[] {
  const seen = new WeakMap<RequestView, Item[]>()
  return (view) => {
    const found = seen.get(view) ?? look(view)
    seen.set(view, found)
    return found
  }
}

/** The parts of all messages. */
export const viewedParts = inView(({ messages }) => {
  const all: PartView[] = []
  for (const { parts } of messages) append(all, parts)
  return all
})

/** Ids of calls and results. */
export const idsIn = inView((view) => present(viewedParts(view), ({ id }) => id))

/** Names of the caller's tools, in definitions and in calls. */
export const namesIn = inView((view) => {
  const declared = view.tools.flatMap(({ isOwn, name }) => (isOwn && name !== undefined ? [name] : []))
  return [...declared, ...present(viewedParts(view), ({ name }) => name)]
})

/** Checks that the final text of the assistant, which the model continues, has no trailing white space. */
export const finalTextTrimmed = each(
  ({ messages }) => {
    const last = messages.at(-1)
    const text = last?.role === 'assistant' ? last.parts.at(-1)?.text : undefined
    return text === undefined ? [] : [text]
  },
  ({ text }) => text !== text.trimEnd(),
  'the text ends with white space',
)

/** Checks that the arguments of calls are objects. */
export const inputsAreObjects = each(
  (view) => present(viewedParts(view), ({ input }) => input),
  ({ value }) => !isObject(value),
  'the input must be an object',
)

/** Checks that every message has content. */
export const messagesNotEmpty: ViewCheck = ({ messages }, report) => {
  for (const { isEmpty, path } of messages)
    if (isEmpty) report(`${path}/content`, 'the message has no content')
}

/** Checks that an error result has content. */
export const errorsSaySomething = each(
  (view) => present(viewedParts(view), ({ isError, content }) => (isError ? content : undefined)),
  ({ value }) => value === undefined || value === '' || isEmptyList(value),
  'the error has no content',
)

/** Creates a check that every message has one of these roles. */
export function rolesAmong(roles: readonly string[]): ViewCheck {
  return ({ messages }, report) => {
    for (const { role, path } of messages)
      if (!roles.includes(role)) report(`${path}/role`, `there is no role "${role}"`)
  }
}

/** Returns the calls of each model turn and the results in the next turn. */
export const exchangesIn = inView(({ turns }) =>
  [undefined, ...turns].map((turn, index) => ({
    calls: turn?.isModels ? partsOfKind(turn, 'call') : [],
    executed: turn?.isModels ? partsOfKind(turn, 'executed-call') : [],
    results: partsOfKind(turns[index], 'result'),
  })),
)

function partsOfKind(turn: TurnView | undefined, kind: PartView['kind']): PartView[] {
  return turn?.parts.filter((part) => part.kind === kind) ?? []
}

function idOf({ id }: PartView): string {
  return id?.text ?? ''
}

/** Checks that every client call has a result in the next turn. */
export const callsAnswered: ViewCheck = (view, report) => {
  for (const { calls, results } of exchangesIn(view)) {
    const answered = new Set(results.map(idOf))
    for (const call of calls)
      if (!answered.has(idOf(call))) report(call.path, `no result follows for "${idOf(call)}"`)
  }
}

/**
 * Creates a check that every result answers a call of the previous turn.
 * @param at the reported part of a result: the id or the complete result.
 * @param options.once true if a second result for a call is reported.
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

/** Checks that results come before other user content of a turn. */
export const resultsFirst: ViewCheck = ({ turns }, report) => {
  for (const { parts } of turns.filter(({ isModels }) => !isModels)) {
    const others = parts.findIndex(({ kind }) => kind !== 'result')
    for (const { path, kind } of others === -1 ? [] : parts.slice(others))
      if (kind === 'result') report(path, 'there is other content before this result')
  }
}

/** Checks that the ids of the calls of a turn are distinct. */
export const callIdsUnique: ViewCheck = ({ turns }, report) => {
  for (const turn of turns) {
    const ids = present(partsOfKind(turn, 'call'), ({ id }) => id)
    for (const { text, path } of repeated(ids)) report(path, `the id "${text}" was used before`)
  }
}

/** Checks that each call has at most one result. */
export const resultsUnique: ViewCheck = ({ turns }, report) => {
  for (const turn of turns)
    for (const { text, path } of repeated(
      partsOfKind(turn, 'result').map((part) => ({ text: idOf(part), path: part.path })),
    ))
      report(path, `a second result for "${text}"`)
}

/** Checks that the names of tools are distinct. */
export const toolNamesUnique: ViewCheck<Pick<RequestView, 'tools'>> = ({ tools }, report) => {
  const listed = tools.filter(({ isInHistory }) => isInHistory !== true)
  for (const { text, path } of repeated(present(listed, ({ name }) => name)))
    report(path, `the tool ${text} is already declared`)
}

/** Returns the texts that repeat an earlier text; empty texts are ignored. */
export function repeated(texts: readonly TextAt[]): TextAt[] {
  if (texts.length < 2) return []
  const seen = new Set<string>()
  return texts.filter(({ text }) => text !== '' && seen.size === seen.add(text).size)
}

/** Returns true for an empty list. */
export function isEmptyList(value: JsonValue | undefined): boolean {
  return isArray(value) && value.length === 0
}
