import { Hono } from 'hono'
import { runLoop } from 'toolwire/loop'
import { readUiMessages, toResponse } from 'toolwire/serve'
import { gpt } from './gpt.js'
import { weather } from './weather.js'

const secret = process.env.CHAT_SECRET
export const app = new Hono().post('/api/chat', async ({ req }) => {
  const { id, messages, approvals } = await readUiMessages(
    await req.json(),
    { secret },
  )
  const loop = runLoop({
    provider: gpt,
    messages,
    approvals,
    tools: [weather],
  })
  return toResponse(loop, { as: 'ui', id, secret })
})
