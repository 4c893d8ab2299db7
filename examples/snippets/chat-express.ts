import express from 'express'
import { runLoop } from 'toolwire/loop'
import { pipeResponse, readUiMessages } from 'toolwire/serve'
import { gpt } from './gpt.js'
import { weather } from './weather.js'

const secret = process.env.CHAT_SECRET
export const app = express()
app.post(
  '/api/chat',
  express.json({ limit: '10mb' }),
  async (request, response) => {
    const { id, messages, approvals } = await readUiMessages(
      request.body,
      { secret },
    )
    const loop = runLoop({
      provider: gpt,
      messages,
      approvals,
      tools: [weather],
    })
    await pipeResponse(loop, response, { as: 'ui', id, secret })
  },
)
