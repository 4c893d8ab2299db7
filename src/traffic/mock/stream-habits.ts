import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { arrayOr, isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { without } from '../../base/json/write-json.js'
import type { NativeFrame } from '../../base/model/events.js'
import { DONE } from '../../codec/stream/framing.js'
import type { ApiRow, StreamHabits } from './server-row.js'

type Frame = NativeFrame<JsonValue>

/** Changes of the finish reason that a request causes. */
export interface FinishWords {
  /** The finish reason that replaces `tool_calls`. */
  readonly calls?: string | undefined
}

/**
 * Converts the frames of a chat stream to the stream form of a server.
 * @param frames chunks: the role, deltas, the finish reason, the usage, `[DONE]`.
 */
export function withHabits(
  frames: readonly Frame[],
  { stream = {}, finish }: Pick<ApiRow, 'stream' | 'finish'>,
  asked: { readonly usage: boolean; readonly isNamed: boolean },
): Frame[] {
  const chunks = frames.flatMap(({ data }) => (isObject(data) ? [data] : []))
  const rest = frames.filter(({ data }) => data === DONE)
  const word = asked.isNamed ? (finish?.named ?? finish?.calls) : finish?.calls
  const steps = [
    (list: readonly JsonObject[]) => firstFrame(list, stream),
    (list: readonly JsonObject[]) => callFrames(list, stream),
    (list: readonly JsonObject[]) => list.map((chunk) => finishWord(chunk, word, stream.finishMembers)),
    (list: readonly JsonObject[]) => finishFrame(list, stream),
    (list: readonly JsonObject[]) => usageFrame(list, stream, asked.usage),
  ]
  const changed = steps.reduce<readonly JsonObject[]>((list, step) => step(list), chunks)
  return [...changed.map((data) => ({ data })), ...rest]
}

/** Returns a complete chat answer with the finish reason of the server. */
export function withFinishWord(
  answer: JsonObject,
  { finish, stream }: Pick<ApiRow, 'finish' | 'stream'>,
  isNamed: boolean,
): JsonObject {
  const word = isNamed ? (finish?.named ?? finish?.calls) : finish?.calls
  return finishWord(answer, word, stream?.finishMembers)
}

function firstFrame(chunks: readonly JsonObject[], { first }: StreamHabits): readonly JsonObject[] {
  const [role, next, ...rest] = chunks
  if (first === undefined || role === undefined || next === undefined) return chunks
  if (first !== 'joined')
    return [withDelta(role, { ...deltaOf(role), content: first === 'empty' ? '' : null }), next, ...rest]
  return [withDelta(next, { ...deltaOf(role), ...deltaOf(next) }), ...rest]
}

function callFrames(chunks: readonly JsonObject[], habits: StreamHabits): readonly JsonObject[] {
  const { calls, callsWithout = [] } = habits
  const whole = calls === 'whole' ? wholeCalls(chunks) : chunks
  if (callsWithout.length === 0) return whole
  return whole.map((chunk) => {
    const list = callsIn(chunk)
    if (list.length === 0) return chunk
    const shorter = list.map((call) => without(call, ...callsWithout))
    return withDelta(chunk, { ...deltaOf(chunk), tool_calls: shorter })
  })
}

/** Joins the pieces of each call. The calls of a stream follow each other. */
function wholeCalls(chunks: readonly JsonObject[]): readonly JsonObject[] {
  const joined: JsonObject[] = []
  for (const chunk of chunks) {
    const [piece] = callsIn(chunk)
    const before = joined.at(-1)
    const [call] = before === undefined ? [] : callsIn(before)
    if (piece === undefined || piece.id !== undefined || before === undefined || call === undefined) {
      joined.push(chunk)
      continue
    }
    const field = isObject(call.custom) ? 'custom' : 'function'
    const key = field === 'custom' ? 'input' : 'arguments'
    const [inner, added] = [objectIn(call[field]), objectIn(piece[field])]
    const text = stringOr(inner[key], '') + stringOr(added[key], '')
    const rest = without(piece, 'index', field)
    const longer = { ...call, ...rest, [field]: { ...inner, [key]: text } }
    joined[joined.length - 1] = withDelta(before, { ...deltaOf(before), tool_calls: [longer] })
  }
  return joined
}

function finishWord(chunk: JsonObject, word: string | undefined, members: JsonObject = {}): JsonObject {
  const choice = choiceOf(chunk)
  if (typeof choice?.finish_reason !== 'string') return chunk
  const reason = choice.finish_reason === 'tool_calls' ? (word ?? choice.finish_reason) : choice.finish_reason
  return { ...chunk, choices: [{ ...choice, finish_reason: reason, ...members }] }
}

function finishFrame(chunks: readonly JsonObject[], { finish }: StreamHabits): readonly JsonObject[] {
  const position = chunks.findIndex((chunk) => typeof choiceOf(chunk)?.finish_reason === 'string')
  const [before, last] = [chunks[position - 1], chunks[position]]
  if (finish === undefined || before === undefined || last === undefined) return chunks
  const joined = { ...before, choices: [{ ...choiceOf(last), delta: deltaOf(before) }] }
  return chunks.toSpliced(position - 1, 2, joined)
}

function usageFrame(
  chunks: readonly JsonObject[],
  { usage }: StreamHabits,
  isAsked: boolean,
): readonly JsonObject[] {
  const isApart = (chunk: JsonObject) => chunk.usage !== undefined && arrayOr(chunk.choices, []).length === 0
  const apart = chunks.find(isApart)
  if (apart === undefined || usage === 'always') return chunks
  const others = chunks.filter((chunk) => !isApart(chunk))
  if (usage === undefined) return isAsked ? chunks : others
  return others.map((chunk) =>
    typeof choiceOf(chunk)?.finish_reason === 'string' ? { ...chunk, usage: apart.usage ?? null } : chunk,
  )
}

function choiceOf({ choices = null }: JsonObject): JsonObject | undefined {
  const [choice] = arrayOr(choices, [])
  return isObject(choice) ? choice : undefined
}

function deltaOf(chunk: JsonObject): JsonObject {
  return objectIn(choiceOf(chunk)?.delta)
}

function withDelta(chunk: JsonObject, delta: JsonObject): JsonObject {
  const choices: JsonArray = [{ ...choiceOf(chunk), delta }]
  return { ...chunk, choices }
}

function callsIn(chunk: JsonObject): readonly JsonObject[] {
  return objectsIn(deltaOf(chunk).tool_calls)
}
