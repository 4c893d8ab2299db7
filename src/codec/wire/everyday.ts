import type { JsonArray, JsonObject } from '../../base/json/json-types.js'
import { parseDocument } from '../../base/json/parse.js'
import { asJson, asNative, expectObject, isArray } from '../../base/json/read-json.js'
import { asGivenCall, reportRounded, withoutName } from '../../base/model/arguments.js'
import {
  type Context,
  type ContextOptions,
  type Converted,
  converted,
  createContext,
} from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import { expectResults } from '../../base/model/expect.js'
import { withTornEnd, withWithheldCalls } from '../../base/model/outcome.js'
import { keepRawBody } from '../../base/model/raw-body.js'
import { asGivenResults, withDistinctIds, withGivenIds } from '../../base/model/repeated-ids.js'
import type { Message, ModelResponse, ToolCall, ToolResult } from '../../base/model/types.js'
import type { ResponseCodec } from '../shape/codecs.js'
import { Assembler, decodeList } from '../stream/assemble.js'
import type { Converter, StreamDecoding } from '../stream/codec.js'
import { readStream, type StreamSource } from '../stream/stream-reader.js'
import { checked } from '../stream/unread-calls.js'
import { fromPiece, inWhole, NO_PIECES, type Pieces } from './pieces.js'

/** An object of the wire, unchecked JSON, or JSON text. Text keeps numbers that a double would round. */
export type OrJson<Native> = Native | JsonObject | string

/**
 * The native types of one wire, compatible with the official SDKs. `…Input` are the widest accepted types.
 */
export interface NativeTypes {
  /** An encoded message. */
  readonly message: object
  /** A message to decode. */
  readonly messageInput: object
  /** An encoded tool definition. */
  readonly tool: object
  /** A tool definition to decode. */
  readonly toolInput: object
  /** An encoded request. */
  readonly request: object
  /** A request to decode. */
  readonly requestInput: object
  /** An encoded answer. */
  readonly response: object
  /** An answer or an error to decode. */
  readonly responseInput: object
  /** An event of a stream. */
  readonly event: object
  /** The instructions, on wires that separate them from the messages. */
  readonly system?: unknown
  /** An answer, or a piece of an answer with calls: a choice, a message, a part, one call. */
  readonly callSource: object
  /** One encoded call of a history. */
  readonly call: object
  /** One encoded result of a history. */
  readonly result: object
}

/** The types of the everyday functions. */
export type EverydayTypes = Pick<NativeTypes, 'message' | 'responseInput' | 'event' | 'callSource'>

/** The everyday functions: all that an agent needs to read answers and send results back. */
export interface EverydayExports<Native extends EverydayTypes = EverydayTypes> {
  /**
   * Returns the calls of an answer, a choice, a message, a list of content, or one call, or of their JSON
   * text. Provider-executed calls are included (see `providerExecuted`).
   * @throws AdapterError for any other input.
   */
  toolCalls(native: OrJson<Native['callSource']> | readonly object[]): ToolCall[]
  /**
   * Encodes results as native messages, to be appended to the request's history.
   * @throws AdapterError for a result that is not canonical.
   */
  toolResults(results: readonly ToolResult[]): Native['message'][]
  /**
   * Yields canonical events from an SDK stream, a fetch Response, bytes, text or parsed events, or from a
   * complete answer.
   */
  stream(
    source: StreamSource<Native['event'], Native['responseInput']>,
    options?: ContextOptions,
  ): AsyncIterableIterator<StreamEvent, undefined>
  /**
   * Reads a stream to its end and returns its response. Any failure is in `error`, with the facts from HTTP.
   */
  collect(
    source: StreamSource<Native['event'], Native['responseInput']>,
    options?: ContextOptions,
  ): Promise<ModelResponse>
  /**
   * Decodes a native answer or error, or its JSON text. A list of stream events is one answer.
   * @throws AdapterError for an answer of another form.
   */
  decodeResponse(
    response: OrJson<Native['responseInput']> | readonly Native['event'][],
    options?: DecodedResponseOptions,
  ): Converted<ModelResponse>
}

/** Options of `decodeResponse`. */
export interface DecodedResponseOptions extends ContextOptions {
  /** True to keep the given answer for `rawBodyOf`. Default: false. */
  readonly rawBody?: boolean | undefined
}

// One factory per function, so that a bundle contains only the functions that the program imports.

/** Creates `decodeResponse` of a wire. */
export function responseDecoder<Native extends EverydayTypes>(
  wire: string,
  decode: Decode,
  converter: Converter = asJson,
  stream?: StreamDecoding,
): EverydayExports<Native>['decodeResponse'] {
  const whole = checked(answerDecoder(decode))
  return (response, options) => {
    const document = typeof response === 'string' ? parseDocument(response) : undefined
    const value = document === undefined ? converter(response) : document.value
    const context = createContext(wire, options, document?.exactText)
    const isList = isArray(value) && stream !== undefined
    const answer = isList
      ? decodeList(value, { id: wire, stream }, context)
      : whole(expectObject(value, ''), context)
    if (typeof response === 'string') reportRounded(response, answer, context)
    if (options?.rawBody === true) keepRawBody(answer, response)
    return { value: answer, notices: context.notices }
  }
}

/** Creates `toolCalls` of a wire. */
export function callsReader<Native extends EverydayTypes>(
  wire: string,
  decode: Decode,
  pieces: Pieces = NO_PIECES,
  converter: Converter = asJson,
): EverydayExports<Native>['toolCalls'] {
  const whole = answerDecoder(decode)
  return (native) => {
    const { value, exactText } =
      typeof native === 'string' ? parseDocument(native) : { value: converter(native), exactText: undefined }
    if (isArray(value) && value.length === 0) return []
    const { body, place } = inWhole(value, pieces.answer) ?? { body: value, place: '' }
    const context = createContext(wire, undefined, exactText)
    return fromPiece(place, () => callsOf(whole(expectObject(body, ''), context).message))
  }
}

/** Creates `toolResults` of a wire. */
export function resultsWriter<Native extends EverydayTypes>(
  wire: string,
  encode: (results: readonly ToolResult[], context: Context) => JsonArray,
): EverydayExports<Native>['toolResults'] {
  return (results) => {
    expectResults(results)
    return asNative(encode(asGivenResults(results), createContext(wire)))
  }
}

/** Creates `stream` of a wire. */
export function streamReader<Native extends EverydayTypes>(
  wire: string,
  decoding: StreamDecoding,
): EverydayExports<Native>['stream'] {
  return (source, options) => readStream(source, decoding, createContext(wire, options))
}

/** Creates `collect` of a wire. */
export function streamCollector<Native extends EverydayTypes>(
  wire: string,
  decoding: StreamDecoding,
): EverydayExports<Native>['collect'] {
  return async (source, options) => {
    const assembler = new Assembler(wire)
    for await (const event of readStream(source, decoding, createContext(wire, options)))
      assembler.push(event)
    return assembler.response()
  }
}

type Decode = (response: JsonObject, context: Context) => ModelResponse

/**
 * Normalizes answers for callers: each call has a distinct id, is withheld if the answer did not end well,
 * and is incomplete if it has no name.
 */
export function answerCodec({ decode, encode }: ResponseCodec): ResponseCodec {
  return {
    decode: answerDecoder(decode),
    encode: (answer, context) => encode(withCalls(withGivenIds(answer, context.wire), asGivenCall), context),
  }
}

function answerDecoder(decode: Decode): Decode {
  return (response, context) => {
    const answer = decode(response, context)
    if (callsOf(answer.message).length === 0) return answer
    return withWithheldCalls(withTornEnd(withDistinctIds(withCalls(answer, withoutName))))
  }
}

function withCalls(answer: ModelResponse, change: (call: ToolCall) => ToolCall): ModelResponse {
  const { message } = answer
  // Most answers stay unchanged.
  if (message.parts.every((part) => part.type !== 'tool-call' || change(part) === part)) return answer
  const parts = message.parts.map((part) => (part.type === 'tool-call' ? change(part) : part))
  return { ...answer, message: { ...message, parts } }
}

/** Returns the calls of a message in order, including provider-executed ones. */
export function callsOf(message: Message): ToolCall[] {
  return message.parts.filter((part) => part.type === 'tool-call')
}

/** Decodes one object from JSON text or from memory. */
export function decodeObject<Value>(
  wire: string,
  input: OrJson<object>,
  options: ContextOptions | undefined,
  decode: (native: JsonObject, context: Context) => Value,
  converter: Converter = asJson,
): Converted<Value> {
  if (typeof input !== 'string')
    return converted(wire, options, (context) => decode(expectObject(converter(input), ''), context))
  const document = parseDocument(input)
  const context = createContext(wire, options, document.exactText)
  const value = decode(expectObject(document.value, ''), context)
  reportRounded(input, Object(value), context)
  return { value, notices: context.notices }
}
