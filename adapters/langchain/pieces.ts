import type { Pieces } from '../../src/codec/wire/pieces.js'

/**
 * Messages have several forms. Calls with broken arguments are in a separate list; calls are read from both
 * lists.
 */
const CALL = 'tool_calls|content|lc|kwargs|data|generations&type=ai&content= 0 |args'
const INVALID_CALL = 'invalid_tool_calls&type=ai&content= 0 |'

export const pieces: Pieces = {
  answer: [INVALID_CALL, CALL],
  history: [`0 ${INVALID_CALL}`, `0 ${CALL}`],
  list: 'messages',
}
