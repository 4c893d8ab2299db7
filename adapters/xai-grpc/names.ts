/**
 * xAI's chat over gRPC, as the JSON of its protocol buffers: the messages that `xai-sdk` sends and receives,
 * in logs and recordings.
 */
export const title = 'xAI gRPC chat'
export const docs = 'https://github.com/xai-org/xai-proto'

/** Short names that select this wire. */
export const names = ['xai'] as const
