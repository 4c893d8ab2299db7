import { isObject } from '../../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../../src/json/types.js'
import { compact, stringifyJson } from '../../../src/json/write.js'
import type { ToolCall } from '../../../src/model/types.js'
import { CallAccumulator, type OpenCall } from '../../../src/stream/calls.js'
import { isEmptyLegacyCall, mintCallId } from '../calls.js'
import { type Fields, mergeField } from './merge.js'
import type { Sink } from './sink.js'

/** What is kept of a streamed call beside its id, name and text. */
interface CallState {
  readonly body: 'function' | 'custom' | 'function_call'
  /** Native fields of the call and of its body that came with the deltas. */
  readonly fields: Fields
  readonly bodyFields: Fields
  started: boolean
  hasBody: boolean
  hasText: boolean
}

type StreamedCall = OpenCall<CallState>

/** The index of a streamed `function_call`, which has none. */
const LEGACY_INDEX = -1
const CALL_FIELDS: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function', 'custom'])
const BODY_FIELDS: ReadonlySet<string> = new Set(['name', 'arguments', 'input'])
const NO_FIELDS: JsonObject = {}

/** The calls of a stream, put together from their fragments. */
export class StreamedCalls {
  readonly #accumulator = new CallAccumulator<CallState>()
  #legacy: StreamedCall | undefined

  /**
   * @param place for minted ids; asked for when the first call without an id begins.
   * @param beforeCall called when a call begins.
   */
  constructor(
    private readonly sink: Sink,
    private readonly place: () => string,
    private readonly beforeCall: () => void,
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
    const { function: fn, custom, id, index } = native
    const isCustom = isObject(custom) && (native.type === 'custom' || !isObject(fn))
    const body = isCustom ? custom : isObject(fn) ? fn : undefined
    this.#add(
      native,
      body,
      isCustom ? 'custom' : 'function',
      typeof id === 'string' ? id : '',
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
    keepFields(state, native, body)
    if (call.name === '') call.name = name
    if (value !== undefined && value !== null) state.hasText = true
    call.text += text
    if (!state.started) this.#start(call)
    else if (text !== '') this.sink.emit({ type: 'tool-input-delta', id: call.id, delta: text })
  }

  #open(
    fragment: { readonly id: string; readonly index?: number; readonly name: string; readonly text: string },
    body: CallState['body'],
  ) {
    this.beforeCall()
    const isLegacy = body === 'function_call'
    const position = isLegacy ? body : this.#accumulator.calls.length
    const id = fragment.id === '' ? mintCallId(this.place(), position) : fragment.id
    const fields: Fields = fragment.id === '' ? {} : { id }
    const call = this.#accumulator.open(fragment, id, {
      body,
      fields,
      bodyFields: {},
      started: false,
      hasBody: false,
      hasText: false,
    })
    if (isLegacy) this.#legacy = call
    return call
  }

  /** A call whose name has not come yet waits for it. */
  #start(call: StreamedCall, evenNameless = false): void {
    const { id, name, text, state } = call
    if (name === '' && !evenNameless) return
    state.started = true
    const kind = state.body === 'custom' ? 'custom' : 'function'
    this.sink.emit({ type: 'tool-input-start', id, name, kind, providerExecuted: false })
    if (text !== '') this.sink.emit({ type: 'tool-input-delta', id, delta: text })
  }

  /** `tool_calls` and `function_call` as the whole response has them. */
  native(): { tool_calls?: JsonArray; function_call?: JsonObject } {
    const calls = this.#accumulator.calls.filter((call) => call !== this.#legacy)
    return compact({
      tool_calls: calls.length > 0 ? calls.map(nativeCall) : undefined,
      function_call: this.#legacy && nativeBody(this.#legacy),
    })
  }

  /** Ends the input of a call that was read from `native()`. */
  end(call: ToolCall): void {
    const streamed = this.#accumulator.get(call.id)
    if (streamed !== undefined && !streamed.state.started) this.#start(streamed, true)
    if (streamed !== undefined) this.sink.emit({ type: 'tool-input-end', id: call.id })
    this.sink.emit({ type: 'tool-call', call })
  }
}

/** Continuations carry only `index` and text, so this is a short loop. */
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

/** The call is over, so its fields are put together in place: copies of them would cost as much as reading the call. */
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
