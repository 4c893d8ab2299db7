/*
 * Compiled, never run: wrong settings, options and schemas of the main functions do not compile. Values of declared
 * types are accepted.
 */
import { z } from 'zod'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { type LoopOptions, runLoop } from '../../src/chat/loop/index.js'
import {
  type Conversation,
  defineTool,
  objectOf,
  type Provider,
  provider,
  type TurnInput,
  userMessage,
} from '../../src/index.js'

const gpt = provider(openaiChat, { model: 'm', key: 'k' })
const messages = [userMessage('Hi')]
declare const conversation: Conversation
declare const input: TurnInput
declare const options: LoopOptions
declare const inputSchema: {
  type: 'object'
  properties?: Record<string, unknown>
  [keyword: string]: unknown
}
declare const anySchema: Record<string, unknown>

// @ts-expect-error Not a setting.
gpt.turn({ messages, max_tokens: 3 })
// @ts-expect-error Not a setting.
gpt.turn({ messages, temprature: 3 })
// @ts-expect-error Not JSON Schema.
gpt.turn({ messages, outputFormat: { a: 1 } })
// @ts-expect-error An object of schemas is not a schema.
gpt.turn({ messages, outputFormat: { a: z.string() } })
// @ts-expect-error A list is not a conversation.
gpt.turn(messages)
// @ts-expect-error Not an option.
runLoop({ provider: gpt, messages, maxSteps: 3 })
// @ts-expect-error Not an option.
runLoop({ provider: gpt, messages, system: 'x' })
// @ts-expect-error An object of schemas is not a schema.
runLoop({ provider: gpt, messages, outputFormat: { a: z.string() } })
// @ts-expect-error An object of schemas is not a schema.
defineTool({ name: 'pay', parameters: { amount: z.number() } })
// @ts-expect-error JSON Schema lists members below `properties`.
defineTool({ name: 'pay', parameters: { amount: { type: 'number' } } })
// @ts-expect-error An object of schemas is not a schema.
objectOf(messages[0], { a: z.string() })

export const accepted = [
  gpt.turn(conversation),
  gpt.turn(input),
  gpt.turn({ ...conversation, temperature: 0, outputFormat: z.object({ a: z.string() }) }),
  gpt.turn({ messages, outputFormat: { type: 'object', 'x-order': ['a'], properties: {} } }),
  gpt.turn({ messages, outputFormat: z.toJSONSchema(z.object({ a: z.string() })) }),
  gpt.turn({ messages, outputFormat: anySchema }),
  runLoop(options),
  runLoop({ ...options, steps: 3 }),
  defineTool({ name: 'a', parameters: inputSchema }),
  defineTool({ name: 'a', parameters: anySchema }),
  defineTool({ name: 'a', parameters: {} }),
]

/** A program may give another provider. */
export const logged: Provider = {
  ...gpt,
  turn: (given, turnOptions) => gpt.turn(given, turnOptions),
}
