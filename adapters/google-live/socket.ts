import type { SocketBinding } from '../../src/codec/wire/contract.js'

/** https://ai.google.dev/api/live: the setup contains the model. */
export const socket: SocketBinding = {
  path: /BidiGenerateContent(?:\?|$)/,
  pathFor: () => '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent',
}
