import { AdapterError } from '../../base/json/adapter-error.js'
import { asJson, asNative, expectObject } from '../../base/json/read-json.js'
import {
  type Context,
  type ContextOptions,
  type Converted,
  converted,
  type Notice,
} from '../../base/model/context.js'
import { expectConversation, expectMessage, expectTools } from '../../base/model/expect.js'
import { asGivenResults } from '../../base/model/repeated-ids.js'
import type { Conversation, ModelResponse, ToolDefinition } from '../../base/model/types.js'
import { markedRequest, markedTools } from '../shape/cache-marks.js'
import type { MessagesCodec, RequestCodec } from '../shape/codecs.js'
import { type HostedForms, settleHosted } from '../shape/hosted-forms.js'
import type { StreamCodec, StreamDecoding, StreamEncoder } from '../stream/codec.js'
import { type Framing, sse } from '../stream/framing.js'
import { checked } from '../stream/unread-calls.js'
import type { HttpBinding, Lack, Wire, WireCodecs } from './contract.js'
import {
  answerCodec,
  callsReader,
  decodeObject,
  type EverydayExports,
  type NativeTypes,
  type OrJson,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from './everyday.js'
import { type MessagesWire, messagesWire } from './messages-wire.js'
import { callReader, callWriter, type PieceExports, resultReader, resultWriter } from './piece-words.js'
import { NO_PIECES } from './pieces.js'

export { callsOf, type NativeTypes, type OrJson } from './everyday.js'

/**
 * One wire format, ready for use. The short names (`toolCalls`, `toolResults`, `stream`, `collect`) are for
 * everyday use; `decode…` and `encode…` also return the notices. The encoders of an adapter do not fit their
 * input. To move a conversation to another wire, use `translate`, which fits the conversation to the target
 * first.
 */
export interface Adapter<Native extends NativeTypes = NativeTypes>
  extends EverydayExports<Native>,
    PieceExports<Native>,
    MessagesWire<Native> {
  /** The human-readable name. */
  readonly title: string
  /** The URL of the vendor's reference documentation. */
  readonly docs: string
  readonly codecs: WireCodecs
  /**
   * The parts that the format lacks. Using a missing part throws `unsupported`. Empty for the wires of
   * providers.
   */
  readonly lacks: ReadonlySet<Lack>
  /**
   * Decodes native tool definitions.
   * @throws AdapterError when a definition does not belong to the wire.
   */
  decodeTools(tools: readonly Native['toolInput'][], options?: ContextOptions): Converted<ToolDefinition[]>
  /**
   * Encodes canonical definitions without fitting; `encodeConversation` fits them first.
   * @throws AdapterError for a definition that is not canonical, such as a provider's definition.
   */
  encodeTools(tools: readonly ToolDefinition[], options?: ContextOptions): Converted<Native['tool'][]>
  /**
   * Decodes a native request, or its JSON text, to a conversation.
   * @throws AdapterError for a request of another form.
   */
  decodeRequest(request: OrJson<Native['requestInput']>, options?: ContextOptions): Converted<Conversation>
  /**
   * Encodes a conversation as a native request, without fitting; `encodeConversation` fits first.
   * @throws AdapterError for a conversation that is not canonical, or has an unknown setting.
   */
  encodeRequest(conversation: Conversation, options?: ContextOptions): Converted<Native['request']>
  /** Encodes an answer in the provider's form; for servers and tests. */
  encodeResponse(response: ModelResponse, options?: ContextOptions): Converted<Native['response']>
}

// The native types of an adapter. For an adapter chosen at run time, they are the union of the types of all
// possible adapters.

/** The type of requests that an adapter encodes. */
export type RequestOf<To extends Adapter> = ReturnType<To['encodeRequest']>['value']
/** The type of requests that an adapter accepts. */
export type RequestInputOf<From extends Adapter> = Parameters<From['decodeRequest']>[0]
/** The type of answers that an adapter encodes. */
export type ResponseOf<To extends Adapter> = ReturnType<To['encodeResponse']>['value']
/** The type of answers that an adapter accepts. */
export type ResponseInputOf<From extends Adapter> = Parameters<From['decodeResponse']>[0]
/** The type of stream sources that an adapter accepts. */
export type StreamSourceOf<From extends Adapter> = Parameters<From['stream']>[0]

/**
 * Creates an adapter from the codecs of a wire. Using a part that the wire lacks throws `unsupported` with
 * its name.
 */
export function defineAdapter<Native extends NativeTypes>(wire: Wire): Adapter<Native> {
  return adapterOf<Native>(withMissing(wire), new Set(LACKS.filter((what) => !has(wire, what))))
}

/**
 * Creates an adapter from complete codecs, such as the modified codecs of another adapter.
 * @param lacks the parts that only throw.
 */
export function adapterOf<Native extends NativeTypes>(
  codecs: WireCodecs,
  lacks: Adapter['lacks'],
): Adapter<Native> {
  const { id, messages, response, stream, pieces = NO_PIECES, converter = asJson } = codecs
  const wire = messagesWire<Native>(codecs)
  return {
    toolCalls: callsReader<Native>(id, response.decode, pieces, converter),
    toolResults: resultsWriter<Native>(id, messages.encodeResults),
    stream: streamReader<Native>(id, stream),
    collect: streamCollector<Native>(id, stream),
    decodeResponse: responseDecoder<Native>(id, response.decode, converter, stream),
    ...wire,
    // The functions are created at each call, since few programs use them.
    toolCall: (native) => callReader<Native>(wire, pieces)(native),
    encodeCall: (call) => callWriter<Native>(wire, pieces)(call),
    decodeResult: (native) => resultReader<Native>(wire, pieces)(native),
    encodeResult: (result) => resultWriter<Native>(wire, pieces)(result),
    title: codecs.title,
    docs: codecs.docs,
    codecs,
    lacks,
    decodeTools: (tools, options) =>
      converted(id, options, (context) => codecs.tools.decode(converter(tools), { ...context, path: '' })),
    encodeTools: (tools, options) =>
      converted(id, options, (context) => {
        if (options?.validate !== false) expectTools(tools)
        return asNative<Native['tool'][]>(codecs.tools.encode(tools, context))
      }),
    decodeRequest: (request, options) =>
      decodeObject(id, request, options, checked(codecs.request.decode), converter),
    encodeRequest: (conversation, options) => {
      const { value, notices } = converted(id, options, (context) => {
        if (options?.validate !== false) expectConversation(conversation)
        return asNative<Native['request']>(codecs.request.encode(conversation, context))
      })
      return { value, notices: notices.map(inConversation) }
    },
    encodeResponse: (response, options) =>
      converted(id, options, (context) => {
        if (options?.validate !== false) expectMessage(expectObject(asJson(response), '').message, '/message')
        return asNative<Native['response']>(codecs.response.encode(response, context))
      }),
  }
}

/** Codecs of messages report paths into their list, which is a member of the conversation. */
function inConversation(notice: Notice): Notice {
  return /^\/\d/.test(notice.path) ? { ...notice, path: `/messages${notice.path}` } : notice
}

const LACKS: readonly Lack[] = ['http', 'messages', 'tools', 'request', 'response', 'stream', 'encoder']

function has(wire: Wire, what: Lack): boolean {
  return (what === 'encoder' ? wire.stream?.encoder : wire[what]) !== undefined
}

/**
 * Combines both halves of a stream codec. It is a function, not a spread at each use, so that bundlers can
 * see that it has no side effects.
 * @param framing of both. Default: server-sent events.
 */
export function withEncoder(
  decoding: StreamDecoding,
  encoder: (context: Context) => StreamEncoder,
  framing: Framing = sse,
): StreamCodec {
  return { ...decoding, framing, encoder }
}

/** Replaces hosted tools by the wire's native tools before the request is encoded. */
function withHosted({ decode, encode }: RequestCodec, forms: HostedForms | undefined): RequestCodec {
  return {
    decode,
    encode: (conversation, context) => encode(settleHosted(conversation, forms, context), context),
  }
}

/** Moves the growing field to the end, so that the bytes of a request are a prefix of the next one. */
function withHistoryLast({ decode, encode }: RequestCodec, field: string | undefined): RequestCodec {
  if (field === undefined) return { decode, encode }
  return {
    decode,
    encode(conversation, context) {
      const { [field]: history, ...rest } = encode(conversation, context)
      return history === undefined ? rest : { ...rest, [field]: history }
    },
  }
}

/** Fills in replacements that throw for the parts that the wire lacks. */
function withMissing(wire: Wire): WireCodecs {
  const lacks = (what: string) => (): never => {
    throw new AdapterError('unsupported', '', `${wire.title} has no ${what}`)
  }
  const codec = (what: string) => ({ decode: lacks(what), encode: lacks(what) })
  const noTools = {
    ...codec('tools'),
    decodeChoice: lacks('tool choice'),
    encodeChoice: lacks('tool choice'),
  }
  return {
    http: { path: /(?!)/, pathFor: lacks('HTTP paths'), streams: () => false, errors: [] },
    messages: { ...codec('messages'), encodeResults: lacks('messages') },
    response: codec('responses'),
    stream: { framing: sse, decoder: lacks('streams') },
    ...wire,
    ...(wire.response && {
      response: answerCodec(wire.response),
    }),
    ...(wire.messages && { messages: givenResults(wire.messages) }),
    tools: markedTools(wire.tools ?? noTools, wire.cacheFields),
    request: withHistoryLast(
      withHosted(markedRequest(wire.request ?? codec('requests'), wire.cacheFields), wire.hosted),
      wire.http?.history,
    ),
  }
}

/**
 * Returns the codec with `encodeResults` for native histories: results that are encoded without a
 * conversation get the original ids of their calls.
 */
function givenResults(messages: MessagesCodec): MessagesCodec {
  return {
    ...messages,
    encodeResults: (results, context) => messages.encodeResults(asGivenResults(results), context),
  }
}

/** Returns the adapter for one answer, with the stream framing of the address. */
export function framedFor(adapter: Adapter, url: string): Adapter {
  const { codecs } = adapter
  const framing = codecs.http.framing?.(url)
  if (framing === undefined) return adapter
  // Drops the keep-alive frame, which is valid only in the usual framing.
  const { keepAlive: _keepAlive, ...http } = codecs.http
  return { ...adapter, codecs: { ...codecs, http, stream: { ...codecs.stream, framing } } }
}

/**
 * Returns true if the path of a request selects a streamed answer; otherwise a field of the body selects it,
 * or the wire has no streams.
 */
export function isStreamInPath(http: HttpBinding): boolean {
  return http.pathFor(undefined, true) !== http.pathFor(undefined, false)
}
