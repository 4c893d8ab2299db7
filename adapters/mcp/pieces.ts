import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['params&jsonrpc=2.0&id=0&method=tools/call |arguments', 'content&role=assistant 0 |type'],
  history: [
    '0 params|result&jsonrpc=2.0&id=0&method=tools/call |arguments',
    '0 content&role=assistant 0 |type',
  ],
  list: 'messages',
}
