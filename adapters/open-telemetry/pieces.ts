import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['attributes|events gen_ai.output.messages 0 parts&role=assistant 0 |type'],
  history: ['0 parts&role=assistant 0 |type'],
  list: 'messages',
}
