import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import {
  defineTool,
  fetchSend,
  firstOf,
  type Provider,
  provider,
  type RunnableTool,
} from '../../src/index.js'
import { projectRoot } from '../support/project.js'

/** The user's question. */
export const QUESTION = 'What is the weather in Paris and Oslo, in Lisbon and Porto, and the time in Faro?'
/** The calls of a conversation that nothing interrupts. */
export const CALLS = ['Paris', 'Oslo', 'Lisbon', 'Porto'].map((city) => `get_weather ${city}`)
/** The call that may begin again. */
export const RETRYABLE = 'get_time Faro'
/** The text of the last answer. */
export const LAST = 'In one sentence: everything that was asked for has been looked up and answered.'

/** Receives the effects of tools (`get_weather Paris`) and the answers that were paid (`answer 0`). */
export type Note = (effect: string, idempotencyKey?: string) => unknown

const EVENTS = { headers: { 'content-type': 'text/event-stream' } }
const read = (name: string) => readFileSync(join(projectRoot, 'fixtures', name, 'stream.sse'), 'utf8')
// Recorded answers: two calls of Claude, three of Gemini (without ids), and the text of GPT.
const claude = read('anthropic-messages/parallel-calls')
const gemini = read('google-generate-content/parallel-calls')
const gpt = read('openai-chat/text-only')

const OVERLOADED = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
const UNAVAILABLE = { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }

/**
 * Creates a model of three providers, of which the first one answers. Each server sends the bytes of a recording: Claude answers the
 * question and is overloaded afterwards, Gemini answers the results of Claude's calls, and GPT those of Gemini's.
 */
export function threeWires(note: Note): Provider {
  const fetch = async (url: string, { body }: RequestInit) => {
    const hasCall = (city: string) => new RegExp(`${city}\\\\?"`).test(String(body))
    const turn = hasCall('Faro') ? 2 : hasCall('Paris') ? 1 : 0
    if (turn > 0 && url.includes('anthropic')) return Response.json(OVERLOADED, { status: 529 })
    if (turn > 1 && url.includes('google')) return Response.json(UNAVAILABLE, { status: 503 })
    await note(`answer ${turn}`)
    return new Response([claude, gemini, gpt][turn], EVENTS)
  }
  const options = { key: 'k', fetch, retries: 0 }
  return firstOf([
    provider(anthropic, {
      model: 'claude-sonnet-4-5',
      send: fetchSend(anthropic, options),
      maxOutputTokens: 9,
    }),
    provider(google, { model: 'gemini-3-flash-preview', send: fetchSend(google, options) }),
    provider(openaiChat, { model: 'gpt-5.4', send: fetchSend(openaiChat, options) }),
  ])
}

/** Creates the tools of the recordings. `get_time` may begin again. */
export function threeWireTools(note: Note): RunnableTool[] {
  return ['get_weather', 'get_time'].map((name) =>
    defineTool({
      name,
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
      retryable: name === 'get_time',
      execute: async (input, { idempotencyKey }) => {
        const { city } = Object(input)
        await note(`${name} ${city}`, idempotencyKey)
        return `The ${name} of ${city} is known.`
      },
    }),
  )
}
