import { expect, test } from 'vitest'
import { assistantMessage, userMessage } from '../../src/base/model/create.js'
import type { Conversation, Message } from '../../src/base/model/types.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer, requestOf, type Sent, scripted, served, targetOf } from '../support/proxy.js'
import { answerOf, PROOFS } from '../support/runners/upstream.js'

const NO_PROOF = 'skip_thought_signature_validator'
const HELD_BACK = /^(reasoning|signature)-held-back$/
const TOOLS = [{ type: 'function', name: 'look', parameters: { type: 'object' } }] as const

/** The wires that sign reasoning. */
const SIGNING = Object.keys(PROOFS).filter((wire) => JSON.stringify(PROOFS[wire]?.(1)).includes('signature'))
const cases = SIGNING.flatMap((wire) => [false, true].map((streams) => [wire, streams] as const))

/** Returns a proxy of one wire with two targets for its clients' model names. */
function proxyOf(wire: string) {
  const { adapter } = adapterOf(wire)
  const upstream = scripted((sent, index) => {
    const call = { name: 'look', rawArguments: '{}' }
    return nativeAnswer(
      adapter,
      answerOf(wire, index + 1, { thinking: 'Hm.', text: 'Looking.', calls: [call] }),
      sent,
    )
  })
  const { fetch, told } = served({
    routes: [
      { from: adapter, models: ['other*'], to: { ...targetOf(adapter), model: 'other-model' } },
      { from: adapter, to: targetOf(adapter) },
    ],
    fetch: upstream.fetch,
  })
  return { adapter, upstream, fetch, told }
}

/** Returns a request for the named model, also on wires with the model in the path. */
function requestFor(wire: string, asked: Conversation, streams = false): [url: string, init: RequestInit] {
  const [, init] = requestOf(wire, asked, streams)
  return [`https://proxy.test${adapterOf(wire).adapter.codecs.http.pathFor(asked.model, streams)}`, init]
}

function signaturesIn(wire: string, { body }: Sent): unknown[] {
  const { messages } = adapterOf(wire).adapter.decodeRequest(body).value
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const { signature } = ('providerMetadata' in part && part.providerMetadata?.[wire]) || {}
      return signature === undefined || signature === NO_PROOF ? [] : [signature]
    }),
  )
}

test.each(cases)('thinking of a model of %s goes to that model only, streamed: %s', async (wire, streams) => {
  const { adapter, upstream, fetch, told } = proxyOf(wire)
  const messages: Message[] = [userMessage('hi')]
  const ask = async (model: string) => {
    const asked: Conversation = { model, messages, tools: TOOLS }
    const response = await fetch(...requestFor(wire, asked, streams))
    expect(response.status).toBe(200)
    const { message } = streams
      ? await adapter.collect(response)
      : adapter.decodeResponse(await response.text()).value
    messages.push(message, userMessage('go on'))
    const notices = told.at(-1)?.notices.filter(({ code }) => HELD_BACK.test(code)) ?? []
    return [signaturesIn(wire, upstream.sent.at(-1) ?? expect.fail()).length, notices.length > 0]
  }
  // Independent of the model name that the client uses.
  expect(await ask('m')).toEqual([0, false])
  expect(await ask('m')).toEqual([1, false])
  expect(await ask('other')).toEqual([0, true])
  expect(await ask('other')).toEqual([1, true])
  expect(await ask('m')).toEqual([2, true])
})

test.each(SIGNING)(
  'thinking signed by an unknown author, on %s, belongs to the model that the client names',
  async (wire) => {
    const { upstream, fetch, told } = proxyOf(wire)
    const { message } = answerOf(wire, 1, {
      thinking: 'Hm.',
      text: 'Looking.',
      calls: [{ name: 'look', rawArguments: '{}' }],
    })
    for (const model of ['m', 'target-model', 'target-model-2026-01-01'])
      await fetch(
        ...requestFor(wire, {
          model,
          messages: [userMessage('hi'), assistantMessage(...message.parts), userMessage('go on')],
          tools: TOOLS,
        }),
      )
    expect(upstream.sent.map((sent) => signaturesIn(wire, sent).length)).toEqual([0, 1, 1])
    expect(told.map(({ notices }) => notices.some(({ code }) => HELD_BACK.test(code)))).toEqual([
      true,
      false,
      false,
    ])
  },
)
