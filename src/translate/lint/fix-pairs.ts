import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { valueAt } from '../../base/json/pointer.js'
import { isArray } from '../../base/json/read-json.js'
import type { Limits } from '../../codec/wire/limits.js'
import { idsIn } from './checks.js'
import { parentPath } from './fixes.js'
import { freeTexts, putInPlaces } from './rename.js'
import type { Fix } from './rule.js'
import type { PartView, RequestView, TextAt } from './view.js'

type LookAt = (request: JsonObject) => RequestView

/**
 * Creates the fix that moves a result before the other user content of its turn. A result without a call is not
 * moved: another fix writes it as text, in the order of the conversation.
 * @param blockOf converts the content of a text-only message into a block of a list. Default: messages have
 * no text-only content.
 */
export function resultsToFront(viewOf: LookAt, blockOf?: (text: string) => JsonValue): Fix {
  return (request, path) => {
    const { turns } = viewOf(request)
    const index = turns.findIndex(({ parts }) => parts.some((part) => part.path === path))
    const turn = turns[index]
    if (turn === undefined || !answersCall(turn.parts, turns[index - 1]?.parts, path)) return undefined
    const other = turn.parts.find(({ kind }) => kind !== 'result')
    const result = valueAt(request, path)
    if (other === undefined || result === undefined) return undefined
    const text = valueAt(request, other.path)
    const isAlone = listLength(request, parentPath(path)) === 1
    const taken = { op: 'remove', path: isAlone ? parentPath(parentPath(path)) : path } as const
    if (typeof text !== 'string') return [taken, { op: 'add', path: other.path, value: result }]
    if (blockOf === undefined) return undefined
    return [taken, { op: 'replace', path: other.path, value: [result, blockOf(text)] }]
  }
}

/** Returns true if the result at a path answers a call of the turn before. */
function answersCall(parts: readonly PartView[], before: readonly PartView[] = [], path: string): boolean {
  const id = parts.find((part) => part.path === path)?.id?.text
  return before.some((part) => part.kind === 'call' && part.id?.text === id)
}

function listLength(request: JsonObject, path: string): number {
  const list = valueAt(request, path)
  return isArray(list) ? list.length : 0
}

/**
 * Creates the fix that assigns a new id to a call whose id repeats that of an earlier call in the turn, and
 * to the result of this call. Results with the same id answer the calls in order.
 */
export function distinctIds(viewOf: LookAt, limits: Limits): Fix {
  return (request, path) => {
    const view = viewOf(request)
    const index = view.turns.findIndex(({ parts }) => parts.some(({ id }) => id?.path === path))
    const id = view.turns[index]?.parts.find((part) => part.id?.path === path)?.id
    if (id === undefined) return undefined
    const callIds = idsOfKind(view.turns[index]?.parts, 'call', id.text)
    const answer = idsOfKind(view.turns[index + 1]?.parts, 'result', id.text)[
      callIds.findIndex((one) => one.path === path)
    ]
    if (answer === undefined) return undefined
    return putInPlaces(request, [id, answer], freshId(view, id.text, limits))
  }
}

function idsOfKind(parts: readonly PartView[] = [], kind: PartView['kind'], text: string): TextAt[] {
  return parts.flatMap((part) => (part.kind === kind && part.id?.text === text ? [part.id] : []))
}

/** Returns an unused id in the wire's form, always the same for the same request. */
function freshId(view: RequestView, id: string, { callId }: Limits): string {
  return freeTexts('callId', callId, new Set(idsIn(view).map(({ text }) => text))).take(id)
}
