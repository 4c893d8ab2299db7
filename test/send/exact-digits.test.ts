import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import { nv } from '@smithy/core/serde'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { googleLive } from '../../adapters/google-live/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openSession } from '../../src/chat/session/index.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import {
  assistantMessage,
  encodeConversation,
  fetchSend,
  type Notice,
  provider,
  translateRequest,
} from '../../src/index.js'
import { adapters } from '../support/adapters.js'
import { DIGITS, LOSSY_ARGUMENTS, LOSSY_REQUESTS, missingDigits } from '../support/digits.js'
import { ScriptedSocket, settled } from '../support/plain-session.js'
import { nativeAnswer, type Scripted, scripted } from '../support/proxy.js'
import { bedrockClient } from '../support/sdk-clients.js'
import { stored } from '../support/values.js'

const { value: CONVERSATION } = anthropic.decodeRequest(LOSSY_REQUESTS['anthropic-messages'] ?? '')
const ANSWER = {
  message: assistantMessage({ type: 'text', text: 'Booked.' }),
  finish: { reason: 'stop' as const },
}

function serverOf(adapter: Adapter): Scripted {
  return scripted((sent) => nativeAnswer(adapter, ANSWER, sent))
}

function sendTo<To extends Adapter>(adapter: To, { fetch }: Scripted) {
  return fetchSend(adapter, { key: 'k', url: 'https://server.test', fetch: (url, init) => fetch(url, init) })
}

const ROUNDED = { code: 'number-rounded', severity: 'warning', detail: DIGITS }
const roundedAmong = (notices: readonly Notice[]) => notices.filter(({ code }) => code === 'number-rounded')

describe.each(adapters)('numbers that a double rounds, to $wire', ({ adapter }) => {
  test('arrive with all digits through a provider whose send is fetchSend, turn after turn', async () => {
    const server = serverOf(adapter)
    const notices: Notice[] = []
    const model = provider(adapter, {
      model: 'm',
      send: sendTo(adapter, server),
      onNotice: (notice) => notices.push(notice),
    })
    await model.turn(CONVERSATION).response
    await model.turn(CONVERSATION).response
    expect(server.sent.map(({ text }) => missingDigits(text))).toEqual([[], []])
    expect(roundedAmong(notices)).toEqual([])
  })

  test('arrive through fetchSend alone, though the value has plain numbers', async () => {
    const server = serverOf(adapter)
    const { value } = encodeConversation(CONVERSATION, { to: adapter, model: 'm' })
    const path = adapter.codecs.http.pathFor('m', false)
    const send = sendTo(adapter, server)
    await send(value, { path })
    await send({ ...value, extra_member: 1 }, { path })
    expect(server.sent.map(({ text }) => missingDigits(text))).toEqual([[], []])
    expect(server.sent[1]?.body).toMatchObject({ extra_member: 1 })
  })

  test('are rounded with a notice for a send that is given the value', async () => {
    const server = serverOf(adapter)
    const notices: Notice[] = []
    const given: unknown[] = []
    const model = provider(adapter, {
      model: 'm',
      stream: false,
      onNotice: (notice) => notices.push(notice),
      async send(request, { path }) {
        given.push(structuredClone(request))
        const answer = await server.fetch(`https://server.test${path}`, {
          method: 'POST',
          headers: {},
          body: JSON.stringify(request),
        })
        return answer.json()
      },
    })
    await model.turn(CONVERSATION).response
    expect(JSON.stringify(given)).toBe(JSON.stringify([server.sent[0]?.body]))
    const isText = missingDigits(server.sent[0]?.text ?? '').length === 0
    expect(roundedAmong(notices)).toMatchObject(isText ? [] : [ROUNDED])
  })
})

test('a refused attempt is repeated with the same digits', async () => {
  const server = scripted((sent, index) =>
    index === 0 ? new Response('{}', { status: 503 }) : nativeAnswer(anthropic, ANSWER, sent),
  )
  const send = fetchSend(anthropic, {
    key: 'k',
    fetch: (url, init) => server.fetch(url, init),
    timer: (milliseconds, done) => {
      if (milliseconds < 100_000) queueMicrotask(done)
      return () => undefined
    },
  })
  await send(encodeConversation(CONVERSATION, { to: anthropic, model: 'm', maxOutputTokens: 10 }).value)
  expect(server.sent.map(({ text }) => missingDigits(text))).toEqual([[], []])
  expect(server.sent[0]?.text).toBe(server.sent[1]?.text)
})

test('strict mode lets digits pass that arrive, and throws for those that would not', async () => {
  const options = { model: 'claude-sonnet-5-5', maxOutputTokens: 100, mode: 'strict' as const }
  const server = serverOf(anthropic)
  await provider(anthropic, { ...options, send: sendTo(anthropic, server) }).turn(CONVERSATION).response
  expect(missingDigits(server.sent[0]?.text ?? '')).toEqual([])
  const rounding = provider(anthropic, { ...options, send: () => Promise.reject(new Error('was sent')) })
  await expect(rounding.turn(CONVERSATION).response).rejects.toMatchObject({ code: 'strict' })
})

test('an edit of the value takes precedence, and the other numbers keep their digits', async () => {
  const server = serverOf(google)
  const { value } = translateRequest(LOSSY_REQUESTS['google-generate-content'] ?? '', {
    from: google,
    to: google,
    model: 'm',
  })
  const send = sendTo(google, server)
  for (const { parts = [] } of value.contents)
    for (const part of parts)
      if ('functionCall' in part) Object.assign(part.functionCall.args ?? {}, { booking_id: 5 })
  await send(value, { path: '/models/m:generateContent' })
  expect(server.sent[0]?.text).toContain('"booking_id":5,"deep":{"rate":0.10000000000000000001}')
  // A copy is a plain value: its numbers are sent as doubles.
  await send(structuredClone(value), { path: '/models/m:generateContent' })
  expect(server.sent[1]?.text).toContain('"booking_id":5,"deep":{"rate":0.1},"list":[1,null]')
})

test('the AWS client sends numbers, never objects in their place', async () => {
  const bodies: string[] = []
  const client = bedrockClient(async (_url, init) => {
    bodies.push(await new Response(init?.body).text())
    return new Response(JSON.stringify(bedrock.encodeResponse(ANSWER).value), {
      headers: { 'content-type': 'application/json' },
    })
  })
  for (const from of [anthropic, openaiChat, google, bedrock]) {
    const { value, notices } = translateRequest(
      // JSON has no Infinity: the client rejects it before it sends a request.
      (LOSSY_REQUESTS[from.id] ?? '').replaceAll('1E400', '9007199254740995'),
      { from, to: bedrock, model: 'm', repair: true },
    )
    // These wires have the result as JSON, too, which stays JSON.
    const places = from === google || from === bedrock ? 2 : 1
    expect(roundedAmong(notices), from.id).toHaveLength(places)
    await client.send(new ConverseCommand({ ...value, modelId: 'm' }))
  }
  const input = '{"booking_id":9007199254740992,"deep":{"rate":0.1},"list":[1,9007199254740996]}'
  expect(bodies.map((body) => body.includes(`"input":${input}`))).toEqual([true, true, true, true])
})

test('numbers read by the AWS client are numbers again, with their digits', async () => {
  const toolUse = '{"toolUse":{"toolUseId":"t1","name":"book","input":ARGUMENTS}}'
  const body = `{"output":{"message":{"role":"assistant","content":[${toolUse},${toolUse}]}},"stopReason":"tool_use","usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2}}`
  const client = bedrockClient(
    async () =>
      new Response(body.replaceAll('ARGUMENTS', LOSSY_ARGUMENTS), {
        headers: { 'content-type': 'application/json' },
      }),
  )
  const messages = [{ role: 'user' as const, content: [{ text: 'Book.' }] }]
  const output = await client.send(new ConverseCommand({ modelId: 'm', messages }))
  const { value } = bedrock.decodeResponse(output)
  expect(JSON.stringify(structuredClone(value))).toBe(JSON.stringify(value))
  // Before Node 21 the client returns doubles.
  const isExact = process.versions.node.split('.').map(Number)[0] !== 20
  for (const call of bedrock.toolCalls(output)) {
    expect(JSON.stringify(call.arguments)).toBe(JSON.stringify(JSON.parse(LOSSY_ARGUMENTS)))
    expect(call.rawArguments?.includes(DIGITS[0])).toBe(isExact ? true : undefined)
  }
})

test.each([
  [
    { id: 9007199254740993n, deep: [{ rate: nv('0.10000000000000000001') }] },
    '{"id":9007199254740993,"deep":[{"rate":0.10000000000000000001}]}',
  ],
  [{ small: 5n, half: nv('0.50') }, '{"small":5,"half":0.50}'],
  [{ kept: { type: 'bigDecimal', string: '1.5' }, no: undefined }, undefined],
])('numbers in the forms of the AWS client, %#', (input, text) => {
  const message = { role: 'assistant', content: [{ toolUse: { toolUseId: 't1', name: 'book', input } }] }
  for (const { value } of [
    bedrock.decodeMessages(Object([message])),
    bedrock.decodeMessages(Object([message, message])),
  ]) {
    const [call] = value.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
    expect(call?.rawArguments).toBe(text)
    expect(stored(call?.arguments)).toEqual(text === undefined ? stored(input) : JSON.parse(text))
  }
})

test('a live session writes the digits of the calls of its conversation', async () => {
  const sent: string[] = []
  const socket = new (class extends ScriptedSocket {
    override send(frame: string): void {
      sent.push(frame)
    }
  })()
  const notices: Notice[] = []
  const session = openSession(googleLive, {
    socket,
    model: 'm',
    messages: CONVERSATION.messages,
    onNotice: (notice) => notices.push(notice),
  })
  socket.open()
  socket.frame('{"setupComplete":{}}')
  await settled()
  expect(missingDigits(sent.join())).toEqual([])
  expect(roundedAmong(notices)).toEqual([])
  await session.close()
})
