import type { Pieces } from '../../src/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['content&role=assistant 0 |type', 'params&jsonrpc=2.0&id=0&method=tools/call |arguments'],
  history: [
    '0 content&role=assistant 0 |type',
    '0 params|result&jsonrpc=2.0&id=0&method=tools/call |arguments',
  ],
  list: 'messages',
}
