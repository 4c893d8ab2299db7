import type { JsonArray, JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isObject } from '../../../src/base/json/read-json.js'
import { stringifyJson } from '../../../src/base/json/write-json.js'
import { type DecodedArguments, endedArguments } from '../../../src/base/model/arguments.js'
import type { Part, ToolCall } from '../../../src/base/model/types.js'
import { CallAccumulator, type OpenCall } from '../../../src/codec/stream/call-accumulator.js'
import { type CallSite, callIdOf, decodeCall, isEmptyLegacyCall, mintCallId, siteOfCall } from '../calls.js'
import type { ChatContext, MessageSite } from '../dialect.js'
import { mergeField, type NativeFields } from './merge.js'
import type { Sink } from './sink.js'

/** Data of a streamed call, in addition to its id, name and text. */
interface CallState {
  readonly body: 'function' | 'custom' | 'function_call'
  /** Native fields of the call and of its body from the deltas. */
  readonly fields: NativeFields
  readonly bodyFields: NativeFields
  started: boolean
  hasBody: boolean
  hasText: boolean
  ended: boolean
}

type StreamedCall = OpenCall<CallState>

/** Index of a streamed `function_call`, which has no index. */
const LEGACY_INDEX = -1
const CALL_FIELDS: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function', 'custom'])
const BODY_FIELDS: ReadonlySet<string> = new Set(['name', 'arguments', 'input'])
const NO_FIELDS: JsonObject = {}
const LATE = 'more arguments arrived for a complete call, after another part began'

/** The calls of a stream, assembled from their fragments. */
export class StreamedCalls {
  /** The decoded parts of ended calls. */
  readonly parts: Part[] = []
  readonly #accumulator = new CallAccumulator<CallState>()
  #legacy: StreamedCall | undefined

  /**
   * @param site the position of the calls.
   * @param beforeCall called when a call begins.
   * @param fail called for data of a call after its end.
   */
  constructor(
    private readonly context: ChatContext,
    private readonly sink: Sink,
    private readonly site: (isBroken: boolean) => MessageSite,
    private readonly beforeCall: () => void,
    private readonly fail: (raw: JsonObject) => void,
  ) {}

  read(list: JsonArray): void {
    for (const native of list) if (isObject(native)) this.#readFragment(native)
  }

  readLegacy(native: JsonValue): boolean {
    if (!isObject(native) || isEmptyLegacyCall(native)) return false
    this.#add(NO_FIELDS, native, 'function_call', '', LEGACY_INDEX)
    return true
  }

  #readFragment(native: JsonObject): void {
    const { function: fn, custom, index } = native
    const isCustom = isObject(custom) && (native.type === 'custom' || !isObject(fn))
    const body = isCustom ? custom : isObject(fn) ? fn : undefined
    this.#add(
      native,
      body,
      isCustom ? 'custom' : 'function',
      callIdOf(native, this.context),
      typeof index === 'number' ? index : undefined,
    )
  }

  #add(
    native: JsonObject,
    body: JsonObject | undefined,
    kind: CallState['body'],
    id: string,
    index: number | undefined,
  ): void {
    const value = kind === 'custom' ? body?.input : body?.arguments
    const text = typeof value === 'string' ? value : isObject(value) ? stringifyJson(value) : ''
    const name = body === undefined || typeof body.name !== 'string' ? '' : body.name
    const fragment = { id, index, name, text }
    const call = this.#accumulator.find(fragment) ?? this.#open(fragment, kind)
    const { state } = call
    if (state.ended) {
      if (text.trim() !== '')
        this.fail({ code: 'call-continued', message: LATE, id: call.id, arguments: text })
      return
    }
    keepFields(state, native, body)
    if (call.name === '') call.name = name
    if (value !== undefined && value !== null) state.hasText = true
    call.text += text
    if (!state.started) this.#start(call)
    else if (text !== '') this.sink.emit({ type: 'tool-input-delta', id: call.id, delta: text })
  }

  #open(
    fragment: {
      readonly id: string
      readonly index?: number | undefined
      readonly name: string
      readonly text: string
    },
    body: CallState['body'],
  ) {
    this.beforeCall()
    this.endLatest()
    const isLegacy = body === 'function_call'
    const position = isLegacy ? body : this.#accumulator.calls.length
    const id = fragment.id === '' ? mintCallId(this.site(false).place, position) : fragment.id
    const fields: NativeFields = fragment.id === '' ? {} : { id }
    const call = this.#accumulator.open(fragment, id, {
      body,
      fields,
      bodyFields: {},
      started: false,
      hasBody: false,
      hasText: false,
      ended: false,
    })
    if (isLegacy) this.#legacy = call
    return call
  }

  /** Starts a call. A call without a name waits for the name. */
  #start(call: StreamedCall, evenNameless = false): void {
    const { id, name, text, state } = call
    if (name === '' && !evenNameless) return
    state.started = true
    const kind = state.body === 'custom' ? 'custom' : 'function'
    this.sink.emit({ type: 'tool-input-start', id, name, kind, providerExecuted: false })
    if (text !== '') this.sink.emit({ type: 'tool-input-delta', id, delta: text })
  }

  /**
   * Ends the latest call where another part begins, if its text is a complete object: no useful text can
   * follow a complete object. Calls of servers that interleave them stay open.
   */
  endLatest(): void {
    const { calls } = this.#accumulator
    const latest = calls.at(-1)
    if (latest === undefined || !mayBeWhole(latest)) return
    const site = siteOfCall(this.site(false), calls.length - 1, false)
    const read = endedArguments(latest.text, { ...site.context, path: `${site.path}/function/arguments` })
    if (read !== undefined) this.#end(latest, site, read)
  }

  /**
   * Ends the open calls.
   * @param isBroken true if the stream was interrupted. After an interruption all these calls may be
   * incomplete.
   */
  end(isBroken: boolean): void {
    const { calls } = this.#accumulator
    const isLast = (position: number) => this.#legacy === undefined && position === calls.length - 1
    for (const [position, call] of calls.entries())
      if (!call.state.ended && call !== this.#legacy)
        this.#end(call, siteOfCall(this.site(isBroken), position, isLast(position)))
  }

  /**
   * Ends a call.
   * @param read the decoded arguments of the call, so that they are decoded once.
   */
  #end(call: StreamedCall, site: CallSite, read?: DecodedArguments): void {
    call.state.ended = true
    const decoded = decodeCall(nativeCall(call), site, read)
    const isRepeated = decoded.type === 'tool-call' && decoded.id !== call.id
    const part = isRepeated ? { ...decoded, id: call.id } : decoded
    this.parts.push(part)
    if (part.type === 'tool-call') this.close(part)
    else this.sink.emit({ type: 'part', part })
  }

  /** Returns `function_call` as in the complete response. */
  native(): { function_call?: JsonObject } {
    return this.#legacy === undefined ? {} : { function_call: nativeBody(this.#legacy) }
  }

  /** Ends the input of a decoded call. */
  close(call: ToolCall): void {
    const streamed = this.#accumulator.get(call.id)
    if (streamed !== undefined && !streamed.state.started) this.#start(streamed, true)
    if (streamed !== undefined) this.sink.emit({ type: 'tool-input-end', id: call.id })
    this.sink.emit({ type: 'tool-call', call })
  }
}

/** Returns true if the text of a call may be a complete object, judged without parsing. */
function mayBeWhole({ name, tail, state }: StreamedCall): boolean {
  return !state.ended && state.body === 'function' && name !== '' && tail.trimEnd().endsWith('}')
}

/** Keeps the fields of a fragment. Most fragments contain only `index` and text, so the loop is short. */
function keepFields(state: CallState, native: JsonObject, body: JsonObject | undefined): void {
  for (const key in native) {
    if (!CALL_FIELDS.has(key)) mergeField(state.fields, key, native[key])
    else if (key === 'type' && native.type) state.fields.type ??= native.type
    else if (key === 'id') state.fields.id ??= native.id ?? null
  }
  if (body === undefined) return
  state.hasBody = true
  for (const key in body) if (!BODY_FIELDS.has(key)) mergeField(state.bodyFields, key, body[key])
}

/**
 * Returns the native call. The call has ended, so its fields are assembled in place: copying them would cost
 * as much as decoding the call.
 */
function nativeCall(call: StreamedCall): JsonObject {
  const { fields, body, hasBody } = call.state
  if (hasBody) fields[body] = nativeBody(call)
  return fields
}

function nativeBody({ name, text, state }: StreamedCall): JsonObject {
  const { body, bodyFields, hasText } = state
  bodyFields.name = name
  if (hasText) bodyFields[body === 'custom' ? 'input' : 'arguments'] = text
  return bodyFields
}
