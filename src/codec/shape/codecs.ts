import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { Context } from '../../base/model/context.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  ToolChoice,
  ToolDefinition,
  ToolResult,
} from '../../base/model/types.js'

/** Native messages, with separate instructions on wires that have a separate system field. */
export interface EncodedMessages {
  /** Native messages. */
  readonly messages: JsonArray
  /** The instructions, if the wire has a separate field for them. */
  readonly system?: JsonValue
}

/** Decodes and encodes native messages. */
export interface MessagesCodec {
  /** Returns canonical messages. `context.path` is the JSON Pointer to the list, for notices and errors. */
  decode(messages: JsonArray, context: Context): Message[]
  /** Encodes the messages without other changes. The caller has already fitted them. */
  encode(messages: readonly Message[], context: Context): EncodedMessages
  /** Encodes results, without a conversation, as native messages. */
  encodeResults(results: readonly ToolResult[], context: Context): JsonArray
}

/** Decodes and encodes tool definitions and the tool choice. */
export interface ToolsCodec {
  /**
   * Returns canonical definitions. `context.path` is the JSON Pointer to the list, for notices and errors.
   */
  decode(tools: JsonValue, context: Context): ToolDefinition[]
  /** Returns the native list, or its equivalent on the wire. */
  encode(tools: readonly ToolDefinition[], context: Context): JsonValue
  /** Returns the canonical choice; `context.path` is the JSON Pointer to the choice. */
  decodeChoice(choice: JsonValue, context: Context): ToolChoice
  /** Returns the native choice; undefined if the wire expresses the choice by omitting the field. */
  encodeChoice(choice: ToolChoice, context: Context): JsonValue | undefined
}

/** Decodes and encodes complete requests. */
export interface RequestCodec {
  /** Decodes a native request, with its history, tools and settings. */
  decode(request: JsonObject, context: Context): Conversation
  /** Returns the native request, including the metadata of this wire. */
  encode(conversation: Conversation, context: Context): JsonObject
}

/** Decodes and encodes complete answers; an error is an answer, too. */
export interface ResponseCodec {
  /** Decodes a native answer or error. */
  decode(response: JsonObject, context: Context): ModelResponse
  /** Returns the native answer, or the native error if the answer has no other content. */
  encode(response: ModelResponse, context: Context): JsonObject
}
