/** xAI's chat over gRPC, as the JSON of its protocol buffers: what `xai-sdk` sends and gets, in logs and recordings. */
export const title = 'xAI gRPC chat'
export const docs = 'https://github.com/xai-org/xai-proto'

/** What people call the wire for short, where one is chosen by its name. */
export const names = ['xai'] as const
