import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['parts&id=&role=assistant 0 |state', 'content 0 |type'],
  history: [
    '0 parts&id=&role=assistant 0 |state',
    '0 content&role=tool 0 |output|result',
    '0 content|parts&role=assistant 0 |type',
  ],
  list: 'messages',
}
