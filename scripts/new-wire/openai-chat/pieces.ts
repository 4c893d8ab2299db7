import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['choices 0 message tool_calls|role&role=assistant 0 |function'],
  history: ['0 tool_calls|role&role=assistant 0 |function'],
  list: 'messages',
}
