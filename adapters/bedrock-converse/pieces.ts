import type { Pieces } from '../../src/wire/pieces.js'

export const pieces: Pieces = {
  answer: [
    'output message content&role=assistant 0 |toolUse|toolResult|text|reasoningContent',
    'output message content&role=assistant 0 toolUse |toolUseId',
  ],
  history: [
    '0 content&role=assistant 0 |toolUse|toolResult|text',
    '0 content&role=assistant 0 toolUse |input',
    '0 content&role=user 0 toolResult |toolUseId',
  ],
  list: 'messages',
}
