// Entry point `toolwire/serve`: sends the events of a turn or a loop to a client, and reads the posts of the
// client.

export type { AgUiMessage, AgUiToolCall } from './ag-ui-history.js'
export { type AgUiInput, readAgUiInput } from './ag-ui-input.js'
export type { AgUiInterrupt } from './ag-ui-interrupt.js'
export type { AgUiContent, AgUiSource } from './ag-ui-messages.js'
export {
  type AgUiSnapshot,
  type AgUiSnapshotOptions,
  agUiSnapshot,
  type SnapshotResponseOptions,
  snapshotResponse,
} from './ag-ui-snapshot.js'
export { type DataPartOptions, dataPart } from './data-part.js'
export { errorResponse } from './error-response.js'
export { type NodeResponse, pipeResponse } from './pipe.js'
export { toResponse } from './response.js'
export { resumeResponse } from './resume.js'
export type {
  Failure,
  ResponseOptions,
  ResumeOptions,
  ServedAs,
  ServedSource,
  WriteOptions,
} from './serve-types.js'
export {
  type KeptFrames,
  type MemoryStreamsOptions,
  memoryStreams,
  type StateStreamsOptions,
  type StreamStore,
  stateStreams,
} from './stream-stores.js'
export type { AgUiTrustOptions, TrustOptions } from './trust.js'
export { readUiMessages, type UiChat } from './ui-chat.js'
export { type UiMessage, type UiMessagesOptions, uiMessages } from './ui-messages.js'
