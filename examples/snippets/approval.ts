import OpenAI from 'openai'
import {
  defineTool,
  deniedResult,
  pendingCalls,
  provider,
  runTools,
  toolMessage,
  toolResult,
  userMessage,
} from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { z } from 'zod'

const city = z.object({ city: z.string() })
const clock = defineTool({ name: 'clock', parameters: city, execute: () => new Date() })
const weather = defineTool({ name: 'weather', parameters: city }) // no execute: somebody else answers
const tools = [clock, weather]

const client = new OpenAI()
const gpt = provider(openaiChat, { model: 'gpt-5.4', send: (body) => client.chat.completions.create(body) })
const isAllowed = async (name: string) => name === 'weather' // ask a person here

const messages = [userMessage('Do I need an umbrella in Oslo?')]
do {
  messages.push((await gpt.turn({ messages, tools }).response).message)
  const results = await runTools(messages, tools)
  if (results.length > 0) messages.push(toolMessage(results))
  const answers = []
  for (const call of pendingCalls(messages))
    answers.push(
      (await isAllowed(call.name)) ? toolResult(call, 'rain, 7 °C') : deniedResult(call, 'not today'),
    )
  if (answers.length > 0) messages.push(toolMessage(answers))
} while (messages.at(-1)?.role === 'tool')
