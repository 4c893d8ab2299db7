import type { Pieces } from '../../src/codec/wire/pieces.js'

/** The paths from an answer, and from the list of messages, to calls and results. */
export const pieces: Pieces = {
  answer: ['content&role=assistant 0 |input|text'],
  history: ['0 content&role=assistant 0 |input|text', '0 content&role=tool 0 |call_id'],
  list: 'messages',
}
