import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: [
    'output message content&role=assistant 0 toolUse |input',
    'output message content&role=assistant 0 |toolUse|toolResult|text|reasoningContent',
  ],
  history: [
    '0 content&role=assistant 0 toolUse |input',
    '0 content&role=user 0 toolResult |toolUseId',
    '0 content&role=user 0 |toolResult',
    '0 content&role=assistant 0 |toolUse|text',
  ],
  list: 'messages',
}
