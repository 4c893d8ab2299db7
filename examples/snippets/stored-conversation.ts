import { Anthropic } from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import {
  type Message,
  type Provider,
  provider,
  runTools,
  toolMessage,
  userMessage,
} from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { weather } from './weather.js'

const clients = { openai: new OpenAI(), anthropic: new Anthropic() }
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  send: (body, { signal }) =>
    clients.openai.chat.completions.create(body, { signal }),
})
const claude = provider(anthropic, {
  model: 'claude-sonnet-5-5',
  maxOutputTokens: 1024,
  send: (body, { signal }) =>
    clients.anthropic.messages.create(body, { signal }),
})
const rows = new Map<string, string>() // your database

async function say(id: string, text: string, model: Provider) {
  const messages: Message[] = JSON.parse(rows.get(id) ?? '[]')
  messages.push(userMessage(text))
  do {
    const turn = model.turn({ messages, tools: [weather] })
    for await (const event of turn)
      if (event.type === 'text-delta') process.stdout.write(event.delta)
    messages.push((await turn.response).message)
    const results = await runTools(messages, [weather])
    if (results.length > 0) messages.push(toolMessage(results))
  } while (messages.at(-1)?.role === 'tool')
  rows.set(id, JSON.stringify(messages))
}

await say('conversation-1', 'Do I need an umbrella in Oslo?', gpt)
await say('conversation-1', 'And in Lima?', claude)
