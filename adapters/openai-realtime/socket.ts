import type { SocketBinding } from '../../src/codec/wire/contract.js'

/** https://platform.openai.com/docs/guides/realtime-websocket */
export const socket: SocketBinding = {
  path: /\/realtime(?:\?|$)/,
  pathFor: (model) =>
    model === undefined ? '/v1/realtime' : `/v1/realtime?model=${encodeURIComponent(model)}`,
}
