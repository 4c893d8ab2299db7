/** What relatives of the format are made of: each codec takes the dialect of the relative. */
export type { Dialect, ThinkingChunks } from './dialect.js'
export { inDialect } from './dialect.js'
export { type ErrorForm, encodeForeignError } from './errors.js'
export { plainAnswers, plainResults } from './fit.js'
export { chatMessages, chatResults } from './messages.js'
export { chatRequest } from './request.js'
export { chatResponse, chatResponseDecoder } from './response.js'
export { callsOf, idOf, messagesOf, seen, toolsOf, turnsOf, viewOf } from './rules/walk.js'
export { chatStream } from './stream.js'
export { ChatStreamEncoder } from './stream-encoder.js'
export { chatTools } from './tools.js'
export type {
  ChatMessageInput,
  ChatRequestInput,
  ChatResponseInput,
  ChatStreamEvent,
  ChatToolInput,
  TextContent,
} from './wire.js'
