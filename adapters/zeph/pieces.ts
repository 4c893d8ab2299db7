import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['tool_calls|text|tool_id 0 |name'],
  history: ['0 |tool_id|tool_name|summary'],
  list: 'messages',
}
