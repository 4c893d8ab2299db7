import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  assistantMessage,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from '../../src/base/model/create.js'
import type { Message, Part } from '../../src/base/model/types.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { adapterOf } from '../support/adapters.js'
import { callsIn } from '../support/pair.js'
import { nativeAnswer, proxied, requestOf, scripted, served, targetOf } from '../support/proxy.js'

const AUTHOR = adapterOf('anthropic-messages').adapter
const INPUT = { old: 'a', new: 'b' }

function thought(signature: string): Part {
  return { type: 'reasoning', text: 'Wrong.', providerMetadata: { [AUTHOR.id]: { signature } } }
}

/**
 * Returns a client whose model gives these answers in turn. `send` returns the messages of the model's
 * request.
 */
function clientOf(wire: string, ...answers: Message[]) {
  const upstream = scripted((sent, index) => {
    const message = answers[index] ?? assistantMessage('Done.')
    return nativeAnswer(AUTHOR, { id: `msg_${index}`, message, finish: { reason: 'tool-calls' } }, sent)
  })
  const { fetch } = proxied(wire, AUTHOR.id, upstream.fetch)
  return {
    async send(...messages: Message[]): Promise<readonly Message[]> {
      const tools = [{ type: 'function', name: 'edit', parameters: { type: 'object' } }] as const
      const response = await fetch(...requestOf(wire, { messages, tools }))
      expect(response.status).toBe(200)
      return AUTHOR.decodeRequest(upstream.sent.at(-1)?.body ?? {}).value.messages
    },
  }
}

function answered(id: string, text = 'ok'): Message {
  return toolMessage([toolResult(toolCall(id, 'edit', INPUT), text)])
}

function proofsIn({ parts = [] }: Partial<Message> = {}): unknown[] {
  return parts.flatMap(
    (part) => ('providerMetadata' in part && part.providerMetadata?.[AUTHOR.id]?.signature) || [],
  )
}

test('thinking is restored at its position if the client adds defaults to the arguments', async () => {
  const { send } = clientOf(
    'openai-chat',
    assistantMessage(thought('first'), 'Repairing.', toolCall('call_1', 'edit', INPUT)),
    assistantMessage(thought('second'), toolCall('call_2', 'edit', INPUT)),
  )
  const filled = { ...INPUT, all: false }
  const history = [userMessage('Repair it.')]
  await send(...history)
  history.push(assistantMessage('Repairing.', toolCall('call_1', 'edit', filled)))
  await send(...history, answered('call_1'))
  // The client also drops old content.
  history.push(answered('call_1', '[cleared]'), assistantMessage(toolCall('call_2', 'edit', filled)))
  const [, first, , second] = await send(...history, answered('call_2'))
  expect(first?.parts).toMatchObject([
    { type: 'reasoning', text: 'Wrong.' },
    { type: 'text', text: 'Repairing.' },
    { type: 'tool-call', id: 'call_1', arguments: filled },
  ])
  expect([first, second].map(proofsIn)).toEqual([['first'], ['second']])
})

test('each call that a client keeps of a changed answer has the thoughts right before it', async () => {
  const places = fc.array(fc.record({ thoughts: fc.nat(2), isKept: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(places, async (given) => {
      const calls = given.map(({ thoughts, isKept }, index) => ({
        call: toolCall(`call_${index}`, 'edit', { ...INPUT, index }),
        proofs: Array.from({ length: thoughts }, (_, number) => `proof_${index}_${number}`),
        isKept,
      }))
      const { send } = clientOf(
        'openai-chat',
        assistantMessage(
          'Repairing.',
          ...calls.flatMap(({ call, proofs }) => [...proofs.map(thought), call]),
        ),
      )
      await send(userMessage('Repair it.'))
      const kept = calls.filter(({ isKept }) => isKept)
      const [, answer] = await send(
        userMessage('Repair it.'),
        assistantMessage('The client wrote this.', ...kept.map(({ call }) => call)),
        ...kept.map(({ call }) => answered(call.id)),
        userMessage('Go on.'),
      )
      expect(proofsIn(answer)).toEqual(kept.flatMap(({ proofs }) => proofs))
      expect(answer?.parts.map((part) => (part.type === 'tool-call' ? part.id : part.type))).toEqual([
        'text',
        ...kept.flatMap(({ call, proofs }) => [...proofs.map(() => 'reasoning'), call.id]),
      ])
    }),
    { numRuns: 20 },
  )
})

test('ids that count anew in each conversation do not mix up what was thought in them', async () => {
  const { send } = clientOf(
    'openai-chat',
    assistantMessage(thought('first'), toolCall('edit:0', 'edit', INPUT)),
    assistantMessage(thought('second'), toolCall('edit:0', 'edit', { ...INPUT, new: 'c' })),
  )
  await send(userMessage('Repair it.'))
  await send(userMessage('Repair that.'))
  const sent = (input: object) =>
    send(
      userMessage('Go on.'),
      assistantMessage(toolCall('edit:0', 'edit', { ...input })),
      answered('edit:0'),
    )
  expect(proofsIn((await sent({ ...INPUT, all: false }))[1])).toEqual([])
  expect(proofsIn((await sent(INPUT))[1])).toEqual(['first'])
  expect(proofsIn((await sent({ ...INPUT, new: 'c' }))[1])).toEqual(['second'])
})

test('calls of clients that keep no ids are distinguished by their order', async () => {
  const calls = ['toolu_1', 'toolu_2'].map((id) => toolCall(id, 'edit', INPUT))
  const { send } = clientOf('google-generate-content', assistantMessage(thought('first'), ...calls))
  await send(userMessage('Repair it.'))
  const minted = calls.map((call, index) => ({ ...call, id: `minted_${index}`, minted: true as const }))
  const results = minted.map((call, index) => ({ ...toolResult(call, `ok ${index}`), minted: true as const }))
  const [, answer, given] = await send(
    userMessage('Repair it.'),
    assistantMessage(...minted),
    toolMessage(results),
  )
  expect(proofsIn(answer)).toEqual(['first'])
  expect(answer?.parts.slice(1)).toMatchObject([{ id: 'toolu_1' }, { id: 'toolu_2' }])
  expect(given?.parts).toMatchObject([
    { callId: 'toolu_1', output: { value: 'ok 0' } },
    { callId: 'toolu_2', output: { value: 'ok 1' } },
  ])
})

test('a client that repeats a result when it resumes gives back what was thought after it', async () => {
  const { send } = clientOf('openai-chat', assistantMessage(thought('first'), 'Repaired.'))
  const history = [
    userMessage('Repair it.'),
    assistantMessage(toolCall('call_1', 'edit', INPUT)),
    answered('call_1'),
  ]
  await send(...history)
  const resumed = [...history, answered('call_1'), assistantMessage('Repaired.'), userMessage('Thanks.')]
  expect((await send(...resumed)).flatMap(proofsIn)).toEqual(['first'])
})

test('provider-executed calls of the author are not text for the client, and are returned to it at every later turn', async () => {
  const native = {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look. ' },
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'rain' } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      { type: 'text', text: 'It rains.' },
    ],
    stop_reason: 'end_turn',
  }
  const { send } = clientOf('openai-chat', AUTHOR.decodeResponse(native).value.message)
  const history = [userMessage('Weather?')]
  await send(...history)
  history.push(assistantMessage('I look. It rains.'), userMessage('And then?'))
  const kinds = ['text', 'tool-call', 'tool-result', 'text']
  expect((await send(...history))[1]?.parts.map(({ type }) => type)).toEqual(kinds)
  history.push(assistantMessage('Done.'), userMessage('Again?'))
  expect((await send(...history))[1]?.parts.map(({ type }) => type)).toEqual(kinds)
})

test('a search that the client received as its own, and its citations, are returned to the author unchanged', async () => {
  const citations = [
    {
      type: 'web_search_result_location',
      url: 'https://a.example',
      title: 'A',
      cited_text: 'c',
      encrypted_index: 'E',
    },
  ]
  const native = {
    role: 'assistant',
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'rain' } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      { type: 'text', text: 'It rains.', citations },
    ],
    stop_reason: 'end_turn',
  }
  const client = adapterOf('openai-responses').adapter
  const shown = translateResponse(native, { from: AUTHOR, to: client })
  const said = client.decodeResponse(JSON.stringify(shown.value)).value.message
  expect(said.parts.map(({ type }) => type)).toEqual(['tool-call', 'tool-result', 'text'])
  const { send } = clientOf('openai-responses', AUTHOR.decodeResponse(native).value.message)
  await send(userMessage('Weather?'))
  const [, answer] = await send(userMessage('Weather?'), said, userMessage('And then?'))
  expect(answer?.parts).toMatchObject([
    { type: 'tool-call', id: 'srvtoolu_1', providerExecuted: true },
    { type: 'tool-result', callId: 'srvtoolu_1', providerExecuted: true },
    { type: 'text', text: 'It rains.', providerMetadata: { [AUTHOR.id]: { extra: { citations } } } },
  ])
})

test('a client that shortens the history is respected, and its calls keep their proofs', async () => {
  const { send } = clientOf(
    'openai-chat',
    assistantMessage(thought('first'), 'A long story.', toolCall('call_1', 'edit', INPUT)),
  )
  await send(userMessage('Repair it.'))
  const [, answer] = await send(
    userMessage('Repair it.'),
    assistantMessage('A story.', toolCall('call_1', 'edit', INPUT)),
    answered('call_1'),
  )
  expect(answer?.parts.flatMap((part) => (part.type === 'text' ? part.text : []))).toEqual(['A story.'])
  expect(proofsIn(answer)).toEqual(['first'])
})

test('a client that keeps the keys of arguments in another order changes nothing', async () => {
  const { send } = clientOf(
    'openai-chat',
    assistantMessage(thought('first'), toolCall('call_1', 'edit', { z: { b: 1, a: 2 }, y: [1] })),
  )
  await send(userMessage('Repair it.'))
  const call = toolCall('call_1', 'edit', { y: [1], z: { a: 2, b: 1 } })
  const [, answer] = await send(userMessage('Repair it.'), assistantMessage(call), answered('call_1'))
  const sent = answer?.parts.map((part) => (part.type === 'tool-call' ? JSON.stringify(part.arguments) : ''))
  expect(sent?.at(-1)).toBe('{"z":{"b":1,"a":2},"y":[1]}')
})

test('a mark of the cache that the client sets on an answer stays on it', async () => {
  const { send } = clientOf('bedrock-converse', assistantMessage(thought('first'), 'Repaired.'))
  await send(userMessage('Repair it.'))
  const marked: Part = { type: 'text', text: 'Repaired.', cache: {} }
  const [, answer] = await send(userMessage('Repair it.'), assistantMessage(marked), userMessage('Thanks.'))
  expect(proofsIn(answer)).toEqual(['first'])
  expect(answer?.parts.at(-1)).toMatchObject({ text: 'Repaired.', cache: {} })
})

test('for clients of the same wire only the author of a signature is kept', async () => {
  const message = assistantMessage(thought('first'), 'Done.', toolCall('call_1', 'edit', INPUT))
  const upstream = scripted((sent) =>
    nativeAnswer(AUTHOR, { message, finish: { reason: 'tool-calls' } }, sent),
  )
  const state = { get: () => undefined, set: vi.fn() }
  for (const streams of [false, true]) {
    const { fetch } = proxied(AUTHOR.id, AUTHOR.id, upstream.fetch, {}, { state })
    const [url, init] = requestOf(AUTHOR.id, { messages: [userMessage('Repair it.')] }, streams)
    expect(await (await fetch(url, init)).text()).toContain('Done.')
  }
  expect(state.set.mock.calls).toHaveLength(2)
  for (const [key, text] of state.set.mock.calls) {
    expect(key).toMatch(/^author:[0-9a-f]{32}$/)
    expect(text).toBe('{"model":"target-model"}')
  }
})

const QUERY = 'rain in Rome'

test('each of two authors of a conversation gets only its own reasoning back', async () => {
  const client = adapterOf('ollama-chat').adapter
  const other = adapterOf('bedrock-converse').adapter
  const searched = AUTHOR.decodeResponse({
    ...{ role: 'assistant', stop_reason: 'end_turn' },
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: QUERY } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
    ],
  }).value.message.parts
  const proof = (author: string, signature: string): Part => ({
    ...{ type: 'reasoning', text: 'Wrong.', providerMetadata: { [author]: { signature } } },
  })
  const authorOf = (path: string) => (path.includes('converse') ? other : AUTHOR)
  const upstream = scripted((sent, index) => {
    const author = authorOf(sent.path)
    const before = [proof(author.id, `signed-${index}`), ...(author === AUTHOR ? searched : [])]
    const message = assistantMessage(...before, toolCall(`own_${index}`, 'edit', INPUT))
    return nativeAnswer(author, { id: `a${index}`, message, finish: { reason: 'tool-calls' } }, sent)
  })
  const routes = [AUTHOR, other].map((to) => ({ from: client, models: [to.id], to: targetOf(to) }))
  const { fetch } = served({ routes, fetch: upstream.fetch })
  const history: Message[] = [userMessage('Repair it.')]
  const tools = [{ type: 'function', name: 'edit', parameters: { type: 'object' } }] as const
  for (const [index, model] of [AUTHOR, other, AUTHOR, other].map(({ id }) => id).entries()) {
    const request = requestOf(client.id, { model, messages: history, tools })
    const response = await fetch(...request)
    const { message } = client.decodeResponse(await response.text()).value
    const calls = callsIn({ messages: [message] })
    history.push(assistantMessage(...calls), toolMessage(calls.map((call) => toolResult(call, 'ok'))))
    const { text = '' } = upstream.sent.at(-1) ?? {}
    const theirs = [0, 1, 2, 3].filter((one) => text.includes(`signed-${one}`))
    expect(theirs).toEqual([0, 1].filter((one) => one < index && one % 2 === index % 2))
    expect(text.includes(QUERY)).toBe(model === AUTHOR.id && index > 0)
  }
})

test.each([2, 3, 4])('%i equal answers get back their own thoughts', async (count) => {
  const signatures = Array.from({ length: count }, (_, index) => `thought ${index}`)
  const { send } = clientOf(
    'openai-chat',
    ...signatures.map((signature) => assistantMessage(thought(signature), 'ok')),
    assistantMessage(thought('last'), 'At the end.'),
  )
  const history: Message[] = []
  for (const text of [...signatures.map(() => 'ok'), 'At the end.']) {
    history.push(userMessage('Go on.'))
    await send(...history)
    history.push(assistantMessage(text))
  }
  const sent = await send(...history, userMessage('Go on.'))
  expect(sent.flatMap(proofsIn)).toEqual([...signatures, 'last'])
})
