import OpenAI from 'openai'
import {
  defineTool,
  pendingCalls,
  provider,
  runTools,
  toolMessage,
  userMessage,
} from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import type { ApprovalHandler } from 'toolwire/tools'
import { z } from 'zod'

const city = z.object({ city: z.string() })
const clock = defineTool({
  name: 'clock',
  parameters: city,
  execute: () => new Date(),
})
const weather = defineTool({
  name: 'weather',
  parameters: city,
  requiresApproval: true, // or a function of the arguments
  execute: () => 'rain, 7 °C',
})
const tools = [clock, weather]
// Ask the user here, and show `input`.
const isAllowed = async (name: string) => name === 'weather'
const approve: ApprovalHandler = async ({ name }) =>
  (await isAllowed(name))
    ? { type: 'approve' }
    : { type: 'deny', reason: 'not today' }

const client = new OpenAI()
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  send: (body, { signal }) =>
    client.chat.completions.create(body, { signal }),
})

const messages = [userMessage('Do I need an umbrella in Oslo?')]
do {
  messages.push((await gpt.turn({ messages, tools }).response).message)
  if (pendingCalls(messages).length > 0)
    messages.push(
      toolMessage(await runTools(messages, tools, { approve })),
    )
} while (
  messages.at(-1)?.role === 'tool' &&
  pendingCalls(messages).length === 0
)
