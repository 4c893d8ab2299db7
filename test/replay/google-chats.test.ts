import { GoogleGenAI } from '@google/genai'
import { GoogleGenerativeAI } from '@google/generative-ai'
import { describe, expect, test } from 'vitest'
import { google } from '../../adapters/google-generate-content/index.js'
import { recordText } from '../../src/base/http/recorded-body.js'
import type { RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import { callsToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Conversation, Message, ModelResponse, Part, ToolCall } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { createTranscodingAnswerer } from '../../src/traffic/replay/recorded-answers.js'
import { createReplayFetch } from '../../src/traffic/replay/replay-fetch.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { adapterOf, registry } from '../support/adapters.js'
import { type Fixture, fixtures } from '../support/exchanges.js'
import { type Fetch, QUESTION, withGlobalFetch } from '../support/sdk-clients.js'
import { eventsOf } from '../support/streams.js'
import { recordingOf } from '../support/transcoding.js'
import { stored } from '../support/values.js'

const NEXT = 'And then?'
const LAST = 'That was all.'
const OUTPUT = 'twelve degrees'

/** The texts and the history of a chat with two turns. */
interface Chat {
  readonly sdk: string
  talk(fetch: Fetch, results: readonly ToolCall[]): Promise<{ answers: string[]; history: readonly object[] }>
}

function answersTo(calls: readonly ToolCall[]) {
  const response = { output: OUTPUT }
  return calls.map(({ id, name }) => ({ functionResponse: { id, name, response } }))
}

const chats: readonly Chat[] = [
  {
    sdk: '@google/genai',
    async talk(fetch, calls) {
      const chat = new GoogleGenAI({ apiKey: 'test', httpOptions: { fetch } }).chats.create({ model: 'm' })
      const answers: string[] = []
      for (const message of [QUESTION, calls.length === 0 ? NEXT : answersTo(calls)]) {
        let text = ''
        for await (const chunk of await chat.sendMessageStream({ message })) {
          const parts = chunk.candidates?.[0]?.content?.parts ?? []
          text += parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('')
        }
        answers.push(text)
      }
      return { answers, history: chat.getHistory(true) }
    },
  },
  {
    sdk: '@google/generative-ai',
    talk: (fetch, calls) =>
      withGlobalFetch(fetch, async () => {
        const chat = new GoogleGenerativeAI('test').getGenerativeModel({ model: 'm' }).startChat()
        const answers: string[] = []
        for (const message of [QUESTION, calls.length === 0 ? NEXT : answersTo(calls)]) {
          const { response } = await chat.sendMessageStream(message)
          answers.push((await response).text())
        }
        return { answers, history: await chat.getHistory() }
      }),
  },
]

/** Returns the answer of a fixture, if a client can continue from it. */
function answerOf({ wire, response, stream }: Fixture): ModelResponse | undefined {
  const { adapter } = adapterOf(wire)
  if (response === undefined && stream === undefined) return undefined
  const decoded =
    response === undefined
      ? assemble(eventsOf(adapter, [stream ?? '']), wire)
      : adapter.decodeResponse(response).value
  const { response: fitted } = fitResponse(decoded, google.codecs, { from: wire })
  const isWhole = callsToAnswer(fitted.message.parts).every(({ status }) => status === 'complete')
  // Tools that Groq ran are in its answer, but not in requests.
  const isRepeated = !decoded.message.parts.some(
    (part) => part.type === 'tool-call' && part.providerMetadata?.['openai-chat']?.field === 'executed_tools',
  )
  const isUsable = isWhole && isRepeated && fitted.message.parts.some(isVisible)
  return decoded.error === undefined && isUsable ? decoded : undefined
}

/**
 * Returns true if the older SDK does not support the answer. It treats reasoning as text, appends code that
 * Google ran to the text, throws for a refusal, and drops a turn with an image: it keeps only text, calls and
 * code.
 */
function isBeyond(sdk: string, { finish, message }: ModelResponse): boolean {
  const isUnknown = ({ type }: Part) => type === 'reasoning' || type === 'tool-result' || type === 'media'
  return (
    sdk === '@google/generative-ai' && (finish.reason === 'content-filter' || message.parts.some(isUnknown))
  )
}

function isVisible(part: Part): boolean {
  return part.type === 'tool-call' || (part.type === 'text' && part.text !== '')
}

/** Returns the fixture's answer to the question, and the recording of the next turn. */
function recorded(fixture: Fixture, answer: ModelResponse): RecordedExchange[] {
  const { wire } = fixture
  const { adapter } = adapterOf(wire)
  const first: Conversation = {
    model: answer.model ?? 'm',
    maxOutputTokens: 100,
    messages: [{ role: 'user', parts: [{ type: 'text', text: QUESTION }] }],
  }
  const next = { ...first, messages: [...first.messages, answer.message, reply(answer.message)] }
  const last: ModelResponse = {
    message: { role: 'assistant', parts: [{ type: 'text', text: LAST }] },
    finish: { reason: 'stop' },
  }
  const body = (conversation: Conversation): JsonObject => {
    const native = asJson(stored(encodeConversation(conversation, { to: adapter, from: wire }).value))
    return isObject(native) ? native : {}
  }
  const whole = (response: ModelResponse) => ({
    status: 200,
    body: recordText(JSON.stringify(adapter.encodeResponse(response).value)),
    streams: false,
  })
  return [
    recordingOf('first', wire, body(first), whole(answer)),
    recordingOf('second', wire, body(next), whole(last)),
  ]
}

function reply({ parts }: Message): Message {
  const calls = callsToAnswer(parts)
  if (calls.length === 0) return { role: 'user', parts: [{ type: 'text', text: NEXT }] }
  const result = ({ id, name }: ToolCall): Part => ({
    type: 'tool-result',
    callId: id,
    name,
    output: { type: 'text', value: OUTPUT },
    isError: false,
    providerExecuted: false,
  })
  return { role: 'tool', parts: calls.map(result) }
}

function play(exchanges: readonly RecordedExchange[]): Fetch {
  const answerer = createTranscodingAnswerer({ target: google, registry })
  for (const exchange of exchanges) answerer.add(exchange, { id: exchange.id, load: async () => exchange })
  return createReplayFetch({ answerer })
}

function textOf({ parts }: Message): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

describe('a chat of Google keeps the answers of other wires, and its next turn is found', () => {
  for (const { sdk, talk } of chats) {
    for (const fixture of fixtures) {
      const answer = answerOf(fixture)
      if (answer === undefined) continue
      const { response } = fitResponse(answer, google.codecs, { from: fixture.wire })
      if (isBeyond(sdk, response)) continue
      test(`${sdk}: ${fixture.id}`, async () => {
        const { answers, history } = await talk(
          play(recorded(fixture, answer)),
          callsToAnswer(response.message.parts),
        )
        expect(answers).toEqual([textOf(response.message), LAST])
        const kept = google.decodeMessages(history).value
        const said = kept.filter(({ role }) => role === 'assistant').flatMap(({ parts }) => parts)
        expect(textOf({ role: 'assistant', parts: said })).toBe(textOf(response.message) + LAST)
        expect(callsToAnswer(said).map(({ name, arguments: input }) => [name, input])).toEqual(
          callsToAnswer(response.message.parts).map(({ name, arguments: input }) => [name, input]),
        )
      })
    }
  }
})
