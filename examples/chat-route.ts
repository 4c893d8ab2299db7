import { fetchSend, provider } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { runLoop } from 'toolwire/loop'
import { readUiMessages, toResponse } from 'toolwire/serve'
import { weather } from './snippets/weather.js'

const secret = process.env.CHAT_SECRET
const send = fetchSend(openaiChat, { key: process.env.OPENAI_API_KEY })
const gpt = provider(openaiChat, { model: 'gpt-5.4', send })
export async function POST(request: Request) {
  const { id, messages, approvals } = await readUiMessages(
    await request.json(),
    { secret },
  )
  const loop = runLoop({
    provider: gpt,
    messages,
    approvals,
    tools: [weather],
  })
  return toResponse(loop, { as: 'ui', id, secret })
}
