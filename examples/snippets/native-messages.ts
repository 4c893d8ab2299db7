import { Anthropic } from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { pendingCalls, runTools, translate } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { weather } from './weather.js'

const model = 'gpt-5.4'
const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'user', content: 'Is it raining in Oslo?' },
]
const tools = openaiChat.encodeTools([weather]).value

// #region shown
const completion = await new OpenAI().chat.completions.create({
  model,
  messages,
  tools,
})
// The canonical message is the same for every provider.
const { message } = openaiChat.decodeResponse(completion).value
const results = await runTools(message, [weather])
messages.push(
  ...openaiChat.encodeMessages([message]).value,
  ...openaiChat.toolResults(results),
)

// Continue with Claude: ids, names, pairs and turns are adapted.
const moved = translate(messages, { from: openaiChat, to: anthropic })
for (const { code, path, message } of moved.notices)
  console.log(code, path, message)
const answer = await new Anthropic().messages.create({
  model: 'claude-sonnet-5-5',
  max_tokens: 1024,
  messages: moved.value,
  ...(moved.system && { system: moved.system }),
})
// #endregion

if (
  pendingCalls(anthropic.decodeResponse(answer).value.message).length >
  0
)
  console.log('and so on')
