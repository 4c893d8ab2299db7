import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, at, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { append, stringifyJson } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { mintId } from '../../src/base/model/ids.js'
import {
  type MetadataEntries,
  metadataOf,
  metadataUnder,
  type OwnMetadata,
  withMetadata,
} from '../../src/base/model/metadata.js'
import type { Message, Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { type Fields, innerExtras, withExtras } from '../../src/codec/shape/fields.js'
import { dropPart } from '../../src/codec/shape/losses.js'
import { decodeParams, encodeParams, frameMetadata } from './calls.js'
import {
  type CallOfResult,
  decodeCallResult,
  decodeRpcError,
  encodeCallResult,
  encodeRpcError,
} from './results.js'

const RESULT_FIELDS: Fields = { jsonrpc: 'any', id: 'any', result: 'object' }
const ERROR_FIELDS: Fields = { jsonrpc: 'any', id: 'any', error: 'object' }

/** Returns true for a JSON-RPC message. */
export function isFrame(value: JsonValue | undefined): value is JsonObject {
  return isObject(value) && typeof value.jsonrpc === 'string'
}

/** Returns true if the value has a field that only a `CallToolResult` has. */
export function isCallResult(value: JsonValue | undefined): value is JsonObject {
  if (!isObject(value) || 'role' in value || !isComplete(value)) return false
  return isArray(value.content) || 'structuredContent' in value || 'toolResult' in value || 'isError' in value
}

/** Returns true for a complete result, which does not wait for more input. */
function isComplete({ resultType, task }: JsonObject): boolean {
  return !isObject(task) && (typeof resultType !== 'string' || resultType === 'complete')
}

/**
 * Returns the id of the call that a request makes. JSON-RPC ids count within a connection and restart with
 * the next.
 * @param earlier number of earlier requests with the same id.
 */
export function callIdOf(rpcId: JsonValue | undefined, earlier = 0): string {
  return mintId(`${stringifyJson(rpcId ?? null)}/${earlier}`, 'tools/call', '')
}

/**
 * Decodes a recorded exchange: each `tools/call` becomes a call, and its answer a result. Other frames are
 * kept with the next message. A task's result answers the call that began the task.
 */
export function decodeFrames(frames: JsonArray, context: Context): Message[] {
  const reader = new FrameReader(context)
  frames.forEach((frame, index) => {
    if (isObject(frame)) reader.push(frame, at(context.path, index))
  })
  return reader.finish()
}

/** Decodes a single frame. */
export function decodeFrame(frame: JsonObject, context: Context): Message[] {
  const reader = new FrameReader(context)
  reader.push(frame, '')
  return reader.finish()
}

class FrameReader {
  readonly #context: Context
  readonly #messages: { readonly role: Message['role']; readonly parts: Part[] }[] = []
  /** Open requests by JSON-RPC id, and the calls of tasks by task id. */
  readonly #open = new Map<string, CallOfResult>()
  readonly #tasks = new Map<string, CallOfResult>()
  readonly #counts = new Map<string, number>()
  #skipped: JsonObject[] = []

  constructor(context: Context) {
    this.#context = context
  }

  push(frame: JsonObject, path: string): void {
    const key = stringifyJson(frame.id ?? null, `${path}/id`)
    const own = { frames: this.#skipped.length === 0 ? undefined : this.#skipped }
    const part =
      frame.method === undefined ? this.#answer(frame, key, own, path) : this.#request(frame, key, own, path)
    if (part === undefined) {
      this.#skipped.push(frame)
      return
    }
    this.#skipped = []
    const role = part.type === 'tool-call' ? 'assistant' : 'tool'
    const latest = this.#messages.at(-1)
    if (latest?.role === role) latest.parts.push(part)
    else this.#messages.push({ role, parts: [part] })
  }

  #request(frame: JsonObject, key: string, own: MetadataEntries, path: string): ToolCall | undefined {
    const { method, params } = frame
    if (method === 'tasks/result' && isObject(params)) {
      const call = this.#tasks.get(stringOr(params.taskId, ''))
      if (call !== undefined) this.#open.set(key, call)
    }
    if (method !== 'tools/call') return undefined
    const count = this.#counts.get(key) ?? 0
    this.#counts.set(key, count + 1)
    const id = callIdOf(frame.id, count)
    const call = decodeParams(
      params,
      id,
      { ...this.#context, path: `${path}/params` },
      {
        ...frameMetadata(frame),
        ...own,
      },
    )
    this.#open.set(key, call)
    return call
  }

  #answer(frame: JsonObject, key: string, own: MetadataEntries, path: string): ToolResult | undefined {
    const { result, error, id } = frame
    const open = this.#open.get(key)
    if (isObject(result) && isObject(result.task) && open !== undefined)
      this.#tasks.set(stringOr(result.task.taskId, ''), open)
    if (open === undefined ? !isCallResult(result) : isObject(result) && !isComplete(result)) return undefined
    const answered = open ?? { id: callIdOf(id), name: '' }
    this.#open.delete(key)
    const context = this.#context
    if (isObject(error))
      return decodeRpcError(error, answered, context, {
        rpcId: id,
        ...innerExtras(frame, ERROR_FIELDS),
        ...own,
      })
    const metadata = { rpcId: id, ...innerExtras(frame, RESULT_FIELDS), ...own }
    return isObject(result)
      ? decodeCallResult(result, answered, { ...context, path: `${path}/result` }, metadata)
      : undefined
  }

  finish(): Message[] {
    const { wire } = this.#context
    const frames = this.#skipped
    const messages = this.#messages.map(
      ({ role, parts }, index): Message =>
        withMetadata<Message>(
          role === 'assistant' ? { role, parts, origin: { wire } } : { role, parts },
          index === this.#messages.length - 1 && frames.length > 0
            ? { form: 'frames', frames }
            : { form: 'frames' },
          this.#context,
        ),
    )
    if (messages.length > 0 || frames.length === 0) return messages
    return [
      { role: 'user', parts: [], providerMetadata: metadataUnder(this.#context, { form: 'frames', frames }) },
    ]
  }
}

/** Returns true if a conversation was received as frames, and is sent as frames. */
export function cameAsFrames(messages: readonly Message[], context: Context): boolean {
  return (
    messages.some((message) => metadataOf(message, context)?.form === 'frames') ||
    (messages.length > 0 && messages.every(({ parts }) => parts.every((part) => isOfFrame(part, context))))
  )
}

/**
 * Returns true for a call or result with the id of its frame, even if it was extracted from its conversation.
 */
function isOfFrame(part: Part, context: Context): boolean {
  const isRun = part.type === 'tool-call' || part.type === 'tool-result'
  return isRun && metadataOf(part, context)?.rpcId !== undefined
}

export function encodeFrames(messages: readonly Message[], context: Context): JsonArray {
  const frames: JsonValue[] = []
  const rpcIds = new Map<string, JsonValue>()
  messages.forEach((message, index) => {
    message.parts.forEach((part, position) => {
      const own = metadataOf(part, context)
      append(frames, arrayOr(own?.frames, []))
      append(
        frames,
        encodePart(part, own, rpcIds, { ...context, path: `${at('/messages', index)}/parts/${position}` }),
      )
    })
    append(frames, arrayOr(metadataOf(message, context)?.frames, []))
  })
  return frames
}

function encodePart(
  part: Part,
  own: OwnMetadata | undefined,
  rpcIds: Map<string, JsonValue>,
  context: Context,
): JsonArray {
  if (part.type === 'tool-call') {
    const id = rpcIdOf(own, part.id)
    rpcIds.set(part.id, id)
    const params = encodeParams(part, context)
    return [withExtras({ jsonrpc: '2.0', id, method: 'tools/call', params }, own)]
  }
  if (part.type !== 'tool-result') return dropPart(`a part of type ${part.type}`, context) ?? []
  const id = rpcIdOf(own, rpcIds.get(part.callId) ?? part.callId)
  const error = encodeRpcError(part, context)
  const answer = error === undefined ? { result: encodeCallResult(part, context) } : { error }
  return [withExtras({ jsonrpc: '2.0', id, ...answer }, own)]
}

function rpcIdOf(own: OwnMetadata | undefined, otherwise: JsonValue): JsonValue {
  return own?.rpcId === undefined ? otherwise : own.rpcId
}
