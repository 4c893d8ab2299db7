import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['output|tool_calls 0 |role|type'],
  history: ['0 |role|type'],
  list: 'messages',
}
