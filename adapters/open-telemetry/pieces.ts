import type { Pieces } from '../../src/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['attributes|events'],
  history: ['0 parts&role=assistant 0 |type'],
  list: 'messages',
}
