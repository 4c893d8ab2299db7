import { parseDocument } from '../json/parse.js'
import { asJson, asNative, expectArray, expectObject } from '../json/read.js'
import type { JsonObject } from '../json/types.js'
import type { Conversation, Message, Response, ToolCall, ToolDefinition, ToolResult } from '../model/types.js'
import { Assembler } from '../stream/assemble.js'
import type { StreamEvent } from '../stream/events.js'
import type { WireCodecs } from './adapter.js'
import { type Context, type ContextOptions, createContext, type Notice } from './context.js'
import { BatchReader, readStream, type StreamSource } from './source.js'

/** The native types of one wire, as its users and the official SDKs know them. `…Input` are the loosest that will do. */
export interface NativeTypes {
  readonly message: object
  readonly messageInput: object
  readonly tool: object
  readonly toolInput: object
  readonly request: object
  readonly requestInput: object
  readonly response: object
  readonly responseInput: object
  readonly event: object
  /** The instructions, on wires that keep them beside the messages. */
  readonly system?: unknown
}

/** A converted value, and what the conversion has to say about it. */
export interface Converted<Value> {
  readonly value: Value
  readonly notices: readonly Notice[]
}

/** A JSON text, or the object that it stands for. Texts keep numbers that a double would round. */
export type OrText<Native> = Native | string

/**
 * One wire format, ready for use. The plain words (`toolCalls`, `toolResults`, `stream`, `collect`) are for every day;
 * `decode…` and `encode…` also hand over the notices. Encoding here writes what it is given; to move a conversation to
 * another wire use `translate`, which fits it to the target first.
 */
export interface Adapter<Native extends NativeTypes = NativeTypes> {
  readonly id: string
  readonly title: string
  readonly docs: string
  readonly codecs: WireCodecs
  /** The calls of a whole response, provider-executed ones included (see `providerExecuted`). */
  toolCalls(response: OrText<Native['responseInput']>): ToolCall[]
  /** Results as native messages, to be appended to the request's history. */
  toolResults(results: readonly ToolResult[]): Native['message'][]
  /** Canonical events from an SDK stream, a fetch Response, bytes, text or parsed events. */
  stream(
    source: StreamSource<Native['event']>,
    options?: ContextOptions,
  ): AsyncIterableIterator<StreamEvent, undefined>
  /** Reads a stream to its end and returns the response that it amounts to. */
  collect(source: StreamSource<Native['event']>, options?: ContextOptions): Promise<Response>
  decodeMessages(messages: readonly Native['messageInput'][], options?: ContextOptions): Converted<Message[]>
  encodeMessages(
    messages: readonly Message[],
    options?: ContextOptions,
  ): Converted<Native['message'][]> & { readonly system?: Native['system'] }
  decodeTools(tools: readonly Native['toolInput'][], options?: ContextOptions): Converted<ToolDefinition[]>
  encodeTools(tools: readonly ToolDefinition[], options?: ContextOptions): Converted<Native['tool'][]>
  decodeRequest(request: OrText<Native['requestInput']>, options?: ContextOptions): Converted<Conversation>
  encodeRequest(conversation: Conversation, options?: ContextOptions): Converted<Native['request']>
  decodeResponse(response: OrText<Native['responseInput']>, options?: ContextOptions): Converted<Response>
  encodeResponse(response: Response, options?: ContextOptions): Converted<Native['response']>
}

export function defineAdapter<Native extends NativeTypes>(codecs: WireCodecs): Adapter<Native> {
  const adapter: Adapter<Native> = {
    id: codecs.id,
    title: codecs.title,
    docs: codecs.docs,
    codecs,
    toolCalls: (response) => callsOf(adapter.decodeResponse(response).value.message),
    toolResults: (results) => asNative(codecs.messages.encodeResults(results, createContext())),
    stream: (source, options) => readStream(source, codecs.stream, createContext(options)),
    async collect(source, options) {
      const assembler = new Assembler(codecs.id)
      const batches = new BatchReader(source, codecs.stream, createContext(options))
      for (let events = await batches.next(); events !== undefined; events = await batches.next())
        for (const event of events) assembler.push(event)
      return assembler.response()
    },
    decodeMessages: (messages, options) =>
      converted(options, (context) => codecs.messages.decode(expectArray(asJson(messages), ''), '', context)),
    encodeMessages(messages, options) {
      const context = createContext(options)
      const encoded = codecs.messages.encode(messages, context)
      const system = encoded.system === undefined ? undefined : asNative<Native['system']>(encoded.system)
      return { value: asNative(encoded.messages), system, notices: context.notices }
    },
    decodeTools: (tools, options) =>
      converted(options, (context) => codecs.tools.decode(asJson(tools), '', context)),
    encodeTools: (tools, options) =>
      converted(options, (context) => asNative<Native['tool'][]>(codecs.tools.encode(tools, context))),
    decodeRequest: (request, options) => decodeObject(request, options, codecs.request.decode),
    encodeRequest: (conversation, options) =>
      converted(options, (context) =>
        asNative<Native['request']>(codecs.request.encode(conversation, context)),
      ),
    decodeResponse: (response, options) => decodeObject(response, options, codecs.response.decode),
    encodeResponse: (response, options) =>
      converted(options, (context) =>
        asNative<Native['response']>(codecs.response.encode(response, context)),
      ),
  }
  return adapter
}

export function callsOf(message: Message): ToolCall[] {
  return message.parts.filter((part) => part.type === 'tool-call')
}

function converted<Value>(
  options: ContextOptions | undefined,
  convert: (context: Context) => Value,
): Converted<Value> {
  const context = createContext(options)
  return { value: convert(context), notices: context.notices }
}

function decodeObject<Value>(
  input: OrText<object>,
  options: ContextOptions | undefined,
  decode: (native: JsonObject, context: Context) => Value,
): Converted<Value> {
  if (typeof input !== 'string')
    return converted(options, (context) => decode(expectObject(asJson(input), ''), context))
  const document = parseDocument(input)
  return converted({ ...options, exactText: document.exactText }, (context) =>
    decode(expectObject(document.value, ''), context),
  )
}
