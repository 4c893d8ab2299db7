import type { Pieces } from '../../src/wire/pieces.js'

export const pieces: Pieces = {
  answer: [
    'choices 0 message tool_calls|function_call|role&role=assistant 0 |function|custom',
    'choices 0 message function_call&role=assistant |arguments',
  ],
  history: [
    '0 tool_calls|function_call|role&role=assistant 0 |function|custom',
    '0 function_call&role=assistant |arguments',
  ],
  list: 'messages',
}
