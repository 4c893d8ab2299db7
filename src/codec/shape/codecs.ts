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

/** Native messages, with the instructions beside them on wires that keep system text apart. */
export interface EncodedMessages {
  /** Native messages. */
  readonly messages: JsonArray
  /** The instructions, where the wire keeps them apart. */
  readonly system?: JsonValue
}

/** Native messages in both directions. */
export interface MessagesCodec {
  /** Canonical messages; `path` is the JSON Pointer to the list, for notices and errors. */
  decode(messages: JsonArray, context: Context): Message[]
  /** Writes what it is given; fitting was before. */
  encode(messages: readonly Message[], context: Context): EncodedMessages
  /** Results alone, as the native messages that carry them. */
  encodeResults(results: readonly ToolResult[], context: Context): JsonArray
}

/** Tool definitions and the choice among them, in both directions. */
export interface ToolsCodec {
  /** Canonical definitions; `path` is the JSON Pointer to the list, for notices and errors. */
  decode(tools: JsonValue, context: Context): ToolDefinition[]
  /** The native list, or what the wire has in its place. */
  encode(tools: readonly ToolDefinition[], context: Context): JsonValue
  /** The canonical choice; `path` is the JSON Pointer to it. */
  decodeChoice(choice: JsonValue, context: Context): ToolChoice
  /** Undefined when the wire says it by leaving it out. */
  encodeChoice(choice: ToolChoice, context: Context): JsonValue | undefined
}

/** Whole requests in both directions. */
export interface RequestCodec {
  /** A native request, with its history, tools and settings. */
  decode(request: JsonObject, context: Context): Conversation
  /** The native request; what metadata of this wire holds is written again. */
  encode(conversation: Conversation, context: Context): JsonObject
}

/** Whole answers in both directions; an error is an answer, too. */
export interface ResponseCodec {
  /** A native answer or error. */
  decode(response: JsonObject, context: Context): ModelResponse
  /** The native answer, or the native error when there is nothing else. */
  encode(response: ModelResponse, context: Context): JsonObject
}
