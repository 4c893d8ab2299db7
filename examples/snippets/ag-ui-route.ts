import type { Message } from 'toolwire'
import { runLoop } from 'toolwire/loop'
import { readAgUiInput, toResponse } from 'toolwire/serve'
import { gpt } from './gpt.js'
import { weather } from './weather.js'

// Use your database.
const conversations = new Map<string, readonly Message[]>()

export async function POST(request: Request) {
  const body = await request.json()
  const history = conversations.get(body.threadId) ?? []
  const own = [weather]
  const { threadId, runId, messages, approvals, tools } =
    await readAgUiInput(body, { history, tools: own })
  const loop = runLoop({
    provider: gpt,
    messages,
    approvals,
    tools: [...own, ...tools],
  })
  const onEnd = () => conversations.set(threadId, loop.messages)
  return toResponse(loop, { as: 'ag-ui', id: threadId, runId, onEnd })
}
