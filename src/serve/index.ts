// From the events of a turn or of a loop to its reader, and back.

export { type NodeResponse, pipe } from './pipe.js'
export { toResponse } from './response.js'
export type { TrustOptions } from './trust.js'
export type { Failure, ResponseOptions, ServedAs, WriteOptions } from './types.js'
export { readUiMessages, type UiChat } from './ui-chat.js'
