import { readFileSync } from 'node:fs'
import { translateRequest } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'

const { value, notices } = translateRequest(
  readFileSync('examples/claude-history.json', 'utf8'),
  { from: anthropic, to: openaiChat, model: 'gpt-5.4' },
)
for (const { message } of notices) console.error(message)
console.log(JSON.stringify(value))
