import type { Pieces } from '../../src/codec/wire/pieces.js'

export const pieces: Pieces = {
  answer: ['tool_calls|content|args 0 |name'],
  history: ['0 |name|ToolCall|ToolResult'],
  list: 'messages',
}
