import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: [
    'choices 0 message function_call&role=assistant |arguments',
    'choices 0 message tool_calls|function_call|role&role=assistant 0 |function|custom',
  ],
  history: [
    '0 function_call&role=assistant |arguments',
    '0 tool_calls|function_call|role&role=assistant 0 |function|custom',
  ],
  list: 'messages',
}
