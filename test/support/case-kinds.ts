import type { JsonValue } from '../../src/base/json/json-types.js'
import { asNative } from '../../src/base/json/read-json.js'
import type { ContextOptions, Notice } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import {
  type EncodeConversationOptions,
  encodeConversation,
  translate,
  translateRequest,
} from '../../src/translate/exchange/translate-conversation.js'
import { eventsOf } from './streams.js'

/** The output of a conversion. Functions that return a bare value have no notices. */
export interface CaseOutput {
  readonly value: unknown
  readonly notices?: readonly Notice[]
  readonly system?: unknown
}

/** The options of a row. A translation names its other side: `from` or `to`. */
export interface CaseOptions extends Omit<EncodeConversationOptions<Adapter>, 'to' | 'from'> {
  readonly from?: string
  readonly sides?: { readonly from: Adapter; readonly to: Adapter }
  readonly exactText?: ContextOptions['exactText']
}

type Convert = (adapter: Adapter, input: JsonValue, options: CaseOptions) => CaseOutput | Promise<CaseOutput>

/** Conversions of a body, which is an object or its text. */
export const BODY_KINDS: ReadonlySet<string> = new Set([
  'decodeRequest',
  'decodeResponse',
  'toolCalls',
  'translateRequest',
  'translateResponse',
])

/** Conversions of a list, which is given the exact text of its members as an option. */
export const LIST_KINDS: ReadonlySet<string> = new Set(['decodeMessages', 'decodeTools'])

/** The conversions that rows name. */
export const CASE_KINDS: Readonly<Record<string, Convert>> = {
  decodeRequest: (adapter, body, options) => adapter.decodeRequest(asNative<string>(body), options),
  decodeResponse: (adapter, body, options) => adapter.decodeResponse(asNative<string>(body), options),
  decodeMessages: (adapter, list, options) => adapter.decodeMessages(asNative<object[]>(list), options),
  decodeTools: (adapter, list, options) => adapter.decodeTools(asNative<object[]>(list), options),
  encodeRequest: (adapter, value, options) => adapter.encodeRequest(asNative<Conversation>(value), options),
  encodeResponse: (adapter, value, options) =>
    adapter.encodeResponse(asNative<ModelResponse>(value), options),
  encodeMessages: (adapter, value, options) =>
    adapter.encodeMessages(messagesOf(asNative<HasMessages>(value)), options),
  encodeTools: (adapter, list, options) => adapter.encodeTools(asNative<ToolDefinition[]>(list), options),
  encodeConversation: (to, value, options) =>
    encodeConversation(asNative<Conversation>(value), { ...options, to }),
  toolCalls: (adapter, body) => ({ value: adapter.toolCalls(asNative<string>(body)) }),
  toolResults: (adapter, list) => ({ value: adapter.toolResults(asNative<ToolResult[]>(list)) }),
  toolCall: (adapter, native) => ({ value: adapter.toolCall(asNative<string>(native)) }),
  encodeCall: (adapter, call) => ({ value: adapter.encodeCall(asNative<ToolCall>(call)) }),
  decodeResult: (adapter, native) => ({ value: adapter.decodeResult(asNative<string>(native)) }),
  encodeResult: (adapter, result) => ({ value: adapter.encodeResult(asNative<ToolResult>(result)) }),
  stream: (adapter, chunks, options) => ({ value: grammatical(adapter, chunks, options) }),
  assemble: (adapter, events) => ({ value: assemble(asNative<StreamEvent[]>(events), adapter.id) }),
  collect: async (adapter, source, options) => ({
    value: await adapter.collect(asNative<string>(source), options),
  }),
  translate: (_adapter, list, options) => translate(asNative<object[]>(list), sidesOf(options)),
  translateRequest: (_adapter, body, options) => translateRequest(asNative<string>(body), sidesOf(options)),
  translateResponse: (_adapter, body, options) => translateResponse(asNative<string>(body), sidesOf(options)),
}

type HasMessages = readonly Message[] | { readonly message: Message } | Conversation

/** Returns the messages of a response or a conversation that is written back as messages. */
function messagesOf(value: HasMessages): readonly Message[] {
  if ('message' in value) return [value.message]
  return 'messages' in value ? value.messages : value
}

function grammatical(adapter: Adapter, chunks: JsonValue, options: CaseOptions): StreamEvent[] {
  const events = eventsOf(adapter, asNative<(object | string)[]>(chunks), options)
  const violations = checkGrammar(events)
  if (violations.length > 0) throw new Error(`the events break the grammar: ${JSON.stringify(violations)}`)
  return events
}

function sidesOf({ sides, ...options }: CaseOptions) {
  if (sides === undefined) throw new Error('a translation needs the option `from` or `to`')
  return { ...options, ...sides }
}
