import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['tool_calls|content 0 |name'],
  history: ['0 |role'],
  list: 'messages',
}
