import { GoogleGenAI } from '@google/genai'
import { describe, expect, test } from 'vitest'
import { googleGenerateContent as gemini } from '../../adapters/google-generate-content/index.js'
import { googleLive } from '../../adapters/google-live/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { decodeAny } from '../../adapters.js'
import { callsOf } from '../../src/index.js'
import { decodeExchange } from '../../src/traffic/input/convert-exchange.js'
import { resolveRecord } from '../../src/traffic/input/traffic-record.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { translateStream } from '../../src/translate/exchange/translate-stream.js'
import { registry } from '../support/adapters.js'
import { proxied, requestOf, scripted, user } from '../support/proxy.js'

const chunk = (text: string, more: object = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...more }],
  modelVersion: 'gemini-3-flash',
})
/** The answer of `:streamGenerateContent` without `alt=sse`. https://cloud.google.com/apis/docs/system-parameters */
const LIST = [
  chunk('One, '),
  {
    candidates: [
      { index: 0, content: { role: 'model', parts: [{ functionCall: { name: 'f', args: { a: 1 } } }] } },
    ],
  },
  chunk('two', { finishReason: 'STOP' }),
]
const PARTS = [
  { type: 'text', text: 'One, ' },
  { type: 'tool-call', name: 'f', arguments: { a: 1 }, status: 'complete' },
  { type: 'text', text: 'two' },
]
const REFUSED = [{ error: { code: 400, message: 'maximum context', status: 'INVALID_ARGUMENT' } }]

describe('a list of answers is one answer', () => {
  test('for decodeAny, alone and in a record', async () => {
    const request = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
    for (const given of [
      LIST,
      { request, response: LIST },
      { response: LIST },
      { wire: gemini.id, response: LIST },
    ]) {
      for (const traffic of [given, JSON.stringify(given)])
        expect((await decodeAny(traffic)).response?.message.parts).toMatchObject(PARTS)
    }
    expect((await decodeAny(JSON.stringify({ response: REFUSED }))).response?.error?.message).toBe(
      'maximum context',
    )
  })

  test('for a record of a file', () => {
    for (const record of [{ wire: gemini.id, response: LIST }, { response: LIST }])
      expect(
        decodeExchange(resolveRecord(JSON.parse(JSON.stringify(record)), { registry }), {}).response?.message
          .parts,
      ).toMatchObject(PARTS)
  })

  test('for the proxy, complete and streamed', async () => {
    for (const stream of [true, false]) {
      for (const list of [LIST, REFUSED]) {
        const upstream = scripted(() => Response.json(list))
        const { fetch } = proxied('openai-chat', gemini.id, upstream.fetch)
        const answer = await openaiChat.collect(await fetch(...requestOf('openai-chat', user('Hi'), stream)))
        if (list === REFUSED) expect(answer.error?.message).toBe('maximum context')
        else expect(callsOf(answer.message)).toMatchObject([{ name: 'f', arguments: { a: 1 } }])
      }
    }
  })
})

describe('errors that state nothing are written as errors that every reader sees', () => {
  const EMPTY = [
    { error: {} },
    { error: '' },
    { error: { message: '' } },
    { error: { code: 0, message: '' } },
  ]

  test.each(EMPTY)('%j from Chat', (body) => {
    const answer = { id: 'a', model: 'm', choices: [], ...body }
    for (const to of [gemini, googleLive]) {
      const { value } = translateResponse(answer, { from: openaiChat, to })
      const { error }: { error?: object } = Object(value)
      if (body.error === '') continue
      expect(error, to.id).toMatchObject({
        code: expect.any(Number),
        message: 'the provider reported an error',
      })
      expect(to.decodeResponse(Object(value)).value.error?.message).toBe('the provider reported an error')
    }
  })

  test.each(['error without a code', 'overloaded_error', '429'])(
    "Google's client throws it: %s",
    async (code) => {
      const source = `data: ${JSON.stringify({ error: code === '429' ? { code: 429, message: 'x' } : { type: code } })}\n\n`
      let body = ''
      for await (const frame of translateStream([source], { from: openaiChat, to: gemini }))
        body += String(frame)
      const headers = { 'content-type': 'text/event-stream' }
      const client = new GoogleGenAI({
        apiKey: 'not-needed-offline',
        httpOptions: { fetch: async () => new Response(body, { headers }) },
      })
      const read = async () => {
        for await (const _ of await client.models.generateContentStream({ model: 'm', contents: 'Hi' }));
      }
      await expect(read()).rejects.toMatchObject({ status: code === '429' ? 429 : 500 })
    },
  )
})
