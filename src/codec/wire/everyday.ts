import type { JsonArray, JsonObject } from '../../base/json/json-types.js'
import { parseDocument } from '../../base/json/parse.js'
import { asJson, asNative, expectObject, isArray } from '../../base/json/read-json.js'
import { asGivenCall, withoutName } from '../../base/model/arguments.js'
import {
  type Context,
  type ContextOptions,
  type Converted,
  converted,
  createContext,
} from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import { expectResults } from '../../base/model/expect.js'
import { withWithheldCalls } from '../../base/model/outcome.js'
import { asGivenResults, withDistinctIds, withGivenIds } from '../../base/model/repeated-ids.js'
import type { Message, ModelResponse, ToolCall, ToolResult } from '../../base/model/types.js'
import type { ResponseCodec } from '../shape/codecs.js'
import { Assembler } from '../stream/assemble.js'
import { decodeList } from '../stream/assemble-stream.js'
import type { Converter, StreamDecoding } from '../stream/codec.js'
import { readStream, type StreamSource } from '../stream/stream-reader.js'
import { checked } from '../stream/unread-calls.js'
import { fromPiece, inWhole, NO_PIECES, type Pieces } from './pieces.js'

/** An object of the wire, or JSON of which nothing is known yet, also as text. Texts keep numbers that a double would round. */
export type OrJson<Native> = Native | JsonObject | string

/** The native types of one wire, as its users and the official SDKs know them. `…Input` are the loosest that will do. */
export interface NativeTypes {
  /** A message as it is written. */
  readonly message: object
  /** A message as it may be given. */
  readonly messageInput: object
  /** A tool definition as it is written. */
  readonly tool: object
  /** A tool definition as it may be given. */
  readonly toolInput: object
  /** A request as it is written. */
  readonly request: object
  /** A request as it may be given. */
  readonly requestInput: object
  /** An answer as it is written. */
  readonly response: object
  /** An answer or an error as it may be given. */
  readonly responseInput: object
  /** An event of a stream. */
  readonly event: object
  /** The instructions, on wires that have them apart from the messages. */
  readonly system?: unknown
  /** An answer, or a piece of one that has calls: a choice, a message, a part, one call. */
  readonly callSource: object
  /** One call as it is written into a history. */
  readonly call: object
  /** One result as it is written into a history. */
  readonly result: object
}

/** Those that the everyday words speak of. */
export type EverydayTypes = Pick<NativeTypes, 'message' | 'responseInput' | 'event' | 'callSource'>

/** The everyday words: all that an agent needs which reads answers and sends results back. */
export interface EverydayExports<Native extends EverydayTypes = EverydayTypes> {
  /**
   * The calls of an answer, a choice, a message, a list of content, or one call alone, also as JSON text. Provider-executed
   * ones are included (see `providerExecuted`).
   * @throws AdapterError when it is none of these.
   */
  toolCalls(native: OrJson<Native['callSource']> | readonly object[]): ToolCall[]
  /**
   * Results as native messages, to be appended to the request's history.
   * @throws AdapterError when one is no result of Toolwire.
   */
  toolResults(results: readonly ToolResult[]): Native['message'][]
  /** Canonical events from an SDK stream, a fetch Response, bytes, text or parsed events, or from a whole answer. */
  stream(
    source: StreamSource<Native['event'], Native['responseInput']>,
    options?: ContextOptions,
  ): AsyncIterableIterator<StreamEvent, undefined>
  /**
   * Reads a stream to its end and returns the response that it amounts to. Whatever went wrong is its `error`, with what
   * HTTP says about it.
   */
  collect(
    source: StreamSource<Native['event'], Native['responseInput']>,
    options?: ContextOptions,
  ): Promise<ModelResponse>
  /**
   * A native answer or error, also as JSON text. A list of stream events is one answer.
   * @throws AdapterError when it is none of the wire.
   */
  decodeResponse(
    response: OrJson<Native['responseInput']> | readonly Native['event'][],
    options?: ContextOptions,
  ): Converted<ModelResponse>
}

// One maker per word, so that a bundle holds only what the program imports.

/** Makes `decodeResponse` of a wire. */
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
    return { value: answer, notices: context.notices }
  }
}

/** Makes `toolCalls` of a wire. */
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

/** Makes `toolResults` of a wire. */
export function resultsWriter<Native extends EverydayTypes>(
  wire: string,
  encode: (results: readonly ToolResult[], context: Context) => JsonArray,
): EverydayExports<Native>['toolResults'] {
  return (results) => {
    expectResults(results)
    return asNative(encode(asGivenResults(results), createContext(wire)))
  }
}

/** Makes `stream` of a wire. */
export function streamReader<Native extends EverydayTypes>(
  wire: string,
  decoding: StreamDecoding,
): EverydayExports<Native>['stream'] {
  return (source, options) => readStream(source, decoding, createContext(wire, options))
}

/** Makes `collect` of a wire. */
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
 * Answers as callers get them: calls have distinct ids, are withheld where the answer did not end well, and without a name they
 * are not complete.
 */
export function answerCodec({ decode, encode }: ResponseCodec): ResponseCodec {
  return {
    decode: answerDecoder(decode),
    encode: (answer, context) => encode(withCalls(withGivenIds(answer, context.wire), asGivenCall), context),
  }
}

function answerDecoder(decode: Decode): Decode {
  return (response, context) =>
    withWithheldCalls(withDistinctIds(withCalls(decode(response, context), withoutName)))
}

function withCalls(answer: ModelResponse, change: (call: ToolCall) => ToolCall): ModelResponse {
  const { message } = answer
  // Most answers stay unchanged.
  if (message.parts.every((part) => part.type !== 'tool-call' || change(part) === part)) return answer
  const parts = message.parts.map((part) => (part.type === 'tool-call' ? change(part) : part))
  return { ...answer, message: { ...message, parts } }
}

/** The calls of a message, in their order, provider-executed ones included. */
export function callsOf(message: Message): ToolCall[] {
  return message.parts.filter((part) => part.type === 'tool-call')
}

/** Reads one object, as JSON text or from memory. */
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
  return { value: decode(expectObject(document.value, ''), context), notices: context.notices }
}
