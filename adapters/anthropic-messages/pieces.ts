import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['content&role=assistant 0 |tool_use_id|input|text|thinking|data|source|from'],
  history: ['0 content&role=assistant 0 |tool_use_id|input|text|thinking|data|source|from'],
  list: 'messages',
}
