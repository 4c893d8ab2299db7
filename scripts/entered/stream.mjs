// A stream of one provider, a text followed by a tool call, is translated for a client of another.
import { takeCoverage } from 'node:v8'
import { anthropic } from '../../build/adapters/anthropic-messages/index.js'
import { openaiChat } from '../../build/adapters/openai-chat/index.js'
import { translateStream } from '../../build/src/index.js'

const chunk = (delta, finish_reason = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})
const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '' } }
const chunks = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'I look.' }),
  chunk({ tool_calls: [call] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"Bern"}' } }] }),
  chunk({}, 'tool_calls'),
]
takeCoverage()
let text = ''
for await (const frame of translateStream(chunks, { from: openaiChat, to: anthropic })) text += frame
if (!text.includes('tool_use') || !text.includes('message_stop')) throw new Error(text)
