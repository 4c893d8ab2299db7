import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['content 0 |type|toolCallId|tool_call_id'],
  history: [
    '0 content&role=tool 0 |output|result',
    '0 content&role=assistant 0 |type|toolCallId|tool_call_id',
  ],
  list: 'prompt',
}
