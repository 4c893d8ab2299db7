// A conversation with a tool call moves from one provider to another.
import { takeCoverage } from 'node:v8'
import { messages as anthropicMessages } from '../../build/adapters/anthropic-messages/index.js'
import { messages as openaiChat } from '../../build/adapters/openai-chat/index.js'
import { translate } from '../../build/src/index.js'

takeCoverage()
const calls = [
  { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } },
]
const { value } = translate(
  [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'How is the weather in Bern?' },
    { role: 'assistant', content: null, tool_calls: calls },
    { role: 'tool', tool_call_id: 'call_1', content: 'sunny' },
    { role: 'assistant', content: 'It is sunny.' },
  ],
  { from: openaiChat, to: anthropicMessages },
)
if (value.length !== 4) throw new Error(`unexpected: ${JSON.stringify(value)}`)
