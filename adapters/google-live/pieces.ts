import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['toolCall|tool_call|serverContent|server_content functionCalls 0 |name'],
  history: [
    '0 clientContent turns 0 parts&role=model 0 functionCall |name',
    '0 toolResponse functionResponses 0 |response',
  ],
  list: 'clientEvents',
}
