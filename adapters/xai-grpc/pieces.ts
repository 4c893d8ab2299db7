import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['outputs|response 0 message tool_calls|toolCalls|role&role=ROLE_ASSISTANT 0 |function'],
  history: ['0 tool_calls|toolCalls|role&role=ROLE_ASSISTANT 0 |function'],
  list: 'messages',
}
