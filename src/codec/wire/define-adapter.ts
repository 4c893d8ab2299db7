import { AdapterError } from '../../base/json/adapter-error.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import { type Context, type ContextOptions, type Converted, converted } from '../../base/model/context.js'
import { expectConversation, expectMessage, expectTools } from '../../base/model/expect.js'
import { asGivenResults } from '../../base/model/repeated-ids.js'
import type { Conversation, ModelResponse, ToolDefinition } from '../../base/model/types.js'
import { markedRequest, markedTools } from '../shape/cache-marks.js'
import type { MessagesCodec, RequestCodec } from '../shape/codecs.js'
import { type HostedForms, settleHosted } from '../shape/hosted-forms.js'
import type { StreamCodec, StreamDecoding, StreamEncoder } from '../stream/codec.js'
import { type Framing, sse } from '../stream/framing.js'
import { checked } from '../stream/unread-calls.js'
import type { Lack, Wire, WireCodecs } from './contract.js'
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
 * One wire format, ready for use. The plain words (`toolCalls`, `toolResults`, `stream`, `collect`) are for every day;
 * `decode…` and `encode…` also hand over the notices. Encoding here writes what it is given; to move a conversation to
 * another wire use `translate`, which fits it to the target first.
 */
export interface Adapter<Native extends NativeTypes = NativeTypes>
  extends EverydayExports<Native>,
    PieceExports<Native>,
    MessagesWire<Native> {
  /** For people. */
  readonly title: string
  /** The address of the vendor's own reference. */
  readonly docs: string
  readonly codecs: WireCodecs
  /** What the format has not; asking for it throws `unsupported`. Empty for the wires of providers. */
  readonly lacks: ReadonlySet<Lack>
  /**
   * Native tool definitions in canonical form.
   * @throws AdapterError when a definition is not one of the wire.
   */
  decodeTools(tools: readonly Native['toolInput'][], options?: ContextOptions): Converted<ToolDefinition[]>
  /**
   * Writes definitions as they are; `encodeConversation` fits them first.
   * @throws AdapterError when one is not canonical, such as a definition of a provider.
   */
  encodeTools(tools: readonly ToolDefinition[], options?: ContextOptions): Converted<Native['tool'][]>
  /**
   * A native request, also as JSON text, as a conversation.
   * @throws AdapterError when it is none of the wire.
   */
  decodeRequest(request: OrJson<Native['requestInput']>, options?: ContextOptions): Converted<Conversation>
  /**
   * A conversation as a native request, without fitting it; `encodeConversation` fits first.
   * @throws AdapterError when it is not canonical, or has a setting that nobody knows.
   */
  encodeRequest(conversation: Conversation, options?: ContextOptions): Converted<Native['request']>
  /** An answer as the provider would have given it; for servers and tests. */
  encodeResponse(response: ModelResponse, options?: ContextOptions): Converted<Native['response']>
}

// The native types of an adapter. Of one that is chosen at run time they are those of all that it may be.

/** The request that an adapter writes. */
export type RequestOf<To extends Adapter> = ReturnType<To['encodeRequest']>['value']
/** What its requests may be given as. */
export type RequestInputOf<From extends Adapter> = Parameters<From['decodeRequest']>[0]
/** Its answers as they are written. */
export type ResponseOf<To extends Adapter> = ReturnType<To['encodeResponse']>['value']
/** What its answers may be given as. */
export type ResponseInputOf<From extends Adapter> = Parameters<From['decodeResponse']>[0]
/** What its streams may be given as. */
export type StreamSourceOf<From extends Adapter> = Parameters<From['stream']>[0]

/** Makes an adapter of the codecs of a wire. What the wire lacks throws `unsupported` by name. */
export function defineAdapter<Native extends NativeTypes>(wire: Wire): Adapter<Native> {
  return adapterOf<Native>(withMissing(wire), new Set(LACKS.filter((what) => !has(wire, what))))
}

/**
 * Makes an adapter of whole codecs, such as those of another adapter that were changed.
 * @param lacks what of them only throws.
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
    // Made when they are called: few programs use them.
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
    encodeRequest: (conversation, options) =>
      converted(id, options, (context) => {
        if (options?.validate !== false) expectConversation(conversation)
        return asNative<Native['request']>(codecs.request.encode(conversation, context))
      }),
    encodeResponse: (response, options) =>
      converted(id, options, (context) => {
        if (options?.validate !== false) expectMessage(response.message, '/message')
        return asNative<Native['response']>(codecs.response.encode(response, context))
      }),
  }
}

const LACKS: readonly Lack[] = ['http', 'messages', 'tools', 'request', 'response', 'stream', 'encoder']

function has(wire: Wire, what: Lack): boolean {
  return (what === 'encoder' ? wire.stream?.encoder : wire[what]) !== undefined
}

/**
 * Both halves of a stream codec. Called and not spread in place, so that bundlers can see that it does nothing else.
 * @param framing of both. Default: server-sent events.
 */
export function withEncoder(
  decoding: StreamDecoding,
  encoder: (context: Context) => StreamEncoder,
  framing: Framing = sse,
): StreamCodec {
  return { ...decoding, framing, encoder }
}

/** Tools that are the same on every wire become the wire's own before the request is written. */
function withHosted({ decode, encode }: RequestCodec, forms: HostedForms | undefined): RequestCodec {
  return {
    decode,
    encode: (conversation, context) => encode(settleHosted(conversation, forms, context), context),
  }
}

/** What grows is written last, so that the bytes of a request begin the next one. */
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

/** Stands in for what the wire lacks. */
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

/** Results that are written for themselves answer the calls of a native history. */
function givenResults(messages: MessagesCodec): MessagesCodec {
  return {
    ...messages,
    encodeResults: (results, context) => messages.encodeResults(asGivenResults(results), context),
  }
}

/** The adapter for one answer, whose streams come in the form that the address asks for. */
export function framedFor(adapter: Adapter, url: string): Adapter {
  const { codecs } = adapter
  const framing = codecs.http.framing?.(url)
  if (framing === undefined) return adapter
  // What keeps a stream open has the usual form.
  const { keepAlive: _keepAlive, ...http } = codecs.http
  return { ...adapter, codecs: { ...codecs, http, stream: { ...codecs.stream, framing } } }
}
