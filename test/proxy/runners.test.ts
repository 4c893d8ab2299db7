import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { proxyMemory } from '../../src/proxy/client-state.js'
import type { StateStore } from '../../src/tools/context/context-types.js'
import { adapterOf, adapters, type LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { proxied, type Script, scripted } from '../support/proxy.js'
import { anthropicOf } from '../support/runners/anthropic.js'
import { runners } from '../support/runners/index.js'
import { openai } from '../support/runners/openai.js'
import type { Heard, Job, JobTool, Runner } from '../support/runners/types.js'
import {
  answerOf,
  answersIn,
  essential,
  expectHistory,
  namesIn,
  type Said,
  SPOKEN,
  served,
} from '../support/runners/upstream.js'

/** Names that clients of the wire may use, and servers of other wires reject. */
const ODD_NAMES: Readonly<Record<string, string>> = {
  'anthropic-messages': `9lives_${'n'.repeat(110)}`,
  'google-generate-content': 'weather.of:today',
}

const BIG = '12345678901234567890'

/** Creates a tool with an unusual name, a tool without parameters, and a tool that fails. */
function toolsOf(wire: string, ran: object[]): JobTool[] {
  const tool = (name: string, parameters: JsonObject, isError?: true): JobTool => ({
    name,
    parameters,
    run(input) {
      ran.push({ name, input })
      return { text: `${isError ? 'No ' : ''}${name} ${JSON.stringify(input)}`, ...(isError && { isError }) }
    },
  })
  const place = { city: { type: 'string' }, station: { type: 'number' } }
  return [
    tool(ODD_NAMES[wire] ?? '9lives-of-weather', { type: 'object', properties: place }),
    tool('ping', { type: 'object', properties: {} }),
    tool('fails', { type: 'object', properties: place }, true),
  ]
}

/** Returns five answers. Calls use the tool names that the server received. */
function sayings([look = '', ping = '', fails = '']: readonly string[], { mixesThinking }: Runner): Said[] {
  const zurich = { name: look, rawArguments: `{"city":"Zürich 🌧️ \\"Nord\\"","station":${BIG}}` }
  const all = [
    {
      thinking: 'First, look – überall.',
      text: 'Ich schaue nach… 🌧️',
      calls: [zurich, { name: ping, rawArguments: '{}' }],
    },
    { thinking: 'Again.', calls: [{ name: look, rawArguments: '{"city":"東京"}' }] },
    { text: 'Twice the same.', calls: [zurich, zurich, { name: fails, rawArguments: '{"city":""}' }] },
    { thinking: 'Once more.', text: 'Almost.', calls: [{ name: ping, rawArguments: '{}' }] },
    { thinking: 'Enough.', text: 'Es regnet: 🌧️☔', calls: [] },
  ]
  return mixesThinking === undefined ? all : all.map(({ thinking: _none, ...said }) => said)
}

function saying(target: LoadedAdapter, runner: Runner): Script {
  return (sent, index) => {
    const said = sayings(namesIn(target, sent), runner)[index]
    if (said === undefined) throw new Error('asked too often')
    return served(target.adapter, answerOf(target.wire, index + 1, said), sent, 7)
  }
}

describe('a client that leaves its turns with a provider of its own wire', () => {
  const leaving = runners.filter(({ leavesTurns }) => leavesTurns)

  test.each(leaving.map((runner) => [runner.title, runner] as const))('%s', async (_title, runner) => {
    const target = adapterOf('bedrock-converse')
    const upstream = scripted(saying(target, runner))
    // A provider that stores turns: another proxy.
    const provider = proxied(runner.wire, target.wire, upstream.fetch)
    const { fetch } = proxied(runner.wire, runner.wire, provider.fetch)
    const ran: object[] = []
    const heard = await listOf(runner.run({ fetch, tools: toolsOf(runner.wire, ran), turns: 5 }))
    expect(heard.map(({ message }) => essential(message.parts, SPOKEN))).toEqual(
      expected(runner, target.wire).map(({ message }) => essential(message.parts, SPOKEN)),
    )
    expect(ran).toHaveLength(7)
    expect(upstream.sent).toHaveLength(5)
  })

  test('gets there what it left there', async () => {
    const target = adapterOf('openai-chat')
    const upstream = scripted((sent) => served(target.adapter, OVER, sent, 50))
    const provider = proxied('openai-responses', target.wire, upstream.fetch)
    const { fetch } = proxied('openai-responses', 'openai-responses', provider.fetch)
    const { responses } = openai({ fetch })
    const { id } = await responses.create({ model: 'm', input: 'Hi' })
    expect((await responses.retrieve(id)).output_text).toBe('Over.')
    await responses.delete(id)
    await expect(responses.retrieve(id)).rejects.toThrow(/404.*nothing is stored/)
    expect(provider.told.map(({ status }) => status)).toEqual([200, 200, 200, 404])
  })
})

async function listOf(heard: AsyncIterable<Heard>): Promise<Heard[]> {
  const list: Heard[] = []
  for await (const one of heard) list.push(one)
  return list
}

/** Returns the answers with the client's tool names. */
function expected(runner: Runner, to: string): ModelResponse[] {
  const names = toolsOf(runner.wire, []).map(({ name }) => name)
  return sayings(names, runner).map((said, index) => answerOf(to, index + 1, said))
}

const wires = adapters.map(({ wire }) => wire)

describe.each(runners.map((runner) => [runner.title, runner] as const))('%s', (_title, runner) => {
  // A server of its own wire would store the turns itself.
  const others = wires.filter((to) => to !== runner.wire || runner.leavesTurns !== true)

  test.each(someOf(others, 1, runner.title))('runs tools over %s', async (to) => {
    const target = adapterOf(to)
    const upstream = scripted(saying(target, runner))
    const { fetch, told } = proxied(runner.wire, to, upstream.fetch)
    const ran: object[] = []
    const job: Job = { fetch, tools: toolsOf(runner.wire, ran), turns: 5 }
    const heard = await listOf(runner.run(job))
    const said = expected(runner, to)
    expect(heard).toHaveLength(5)
    for (const [index, { message, finish, usage }] of heard.entries()) {
      const answer = said[index]
      const parts = answer?.message.parts ?? []
      expect(essential(message.parts, SPOKEN), `turn ${index + 1}`).toEqual(essential(parts, SPOKEN))
      if (finish !== undefined) expect(finish.reason).toBe(answer?.finish.reason)
      if (usage !== undefined) expect(usage).toMatchObject(answer?.usage ?? {})
    }
    const calls = said.flatMap(({ message }) => message.parts.filter((part) => part.type === 'tool-call'))
    const inputs = calls.map((call) => ({
      name: call.name,
      input: JSON.parse(JSON.stringify(call.arguments)),
    }))
    expect(ran).toEqual(inputs)
    expect(upstream.sent).toHaveLength(5)
    for (const [index, sent] of upstream.sent.entries()) {
      const named = sayings(namesIn(target, sent), runner).map((one, turn) => answerOf(to, turn + 1, one))
      expectHistory(target, sent, named.slice(0, index), runner.wire !== to)
    }
    const last = upstream.sent.at(-1)
    if (runner.wire !== to) expect(last?.text.split(BIG)).toHaveLength(4)
    const results = answersIn(target.adapter.decodeRequest(last?.body ?? {}).value.messages).flatMap(
      (answer) => answer.results,
    )
    if (runner.losesErrors === undefined)
      expect(results.map(({ isError }) => isError).filter(Boolean)).toHaveLength(1)
    expect(told.flatMap(({ notices }) => notices).map(({ code }) => code)).not.toContain('proxy-state-failed')
  })
})

test('a thread of @anthropic-ai/sdk that the proxy has lost begins anew with its complete history', async () => {
  const target = adapterOf('openai-chat')
  const answers = (['first', 'second', 'third'] as const).map((text, index) =>
    answerOf(target.wire, index + 1, { text, calls: [] }),
  )
  const upstream = scripted((sent, index) => served(target.adapter, answers[index] ?? OVER, sent, 50))
  let state = proxyMemory()
  const forgetful: StateStore = { get: (key) => state.get(key), set: (key, text) => state.set(key, text) }
  const { fetch } = proxied('anthropic-messages', target.wire, upstream.fetch, {}, { state: forgetful })
  const thread = anthropicOf({ fetch }).beta.messages.thread({ model: 'm', max_tokens: 100 })
  const said = []
  for (const content of ['one', 'two', 'three']) {
    if (content === 'three') state = proxyMemory()
    const { content: blocks } = await thread.send({ role: 'user', content })
    said.push(...blocks.map((block) => (block.type === 'text' ? block.text : block.type)))
  }
  expect(said).toEqual(['first', 'second', 'third'])
  expect(
    upstream.sent.map(({ body }) => JSON.stringify(body.messages).match(/one|first|two|second|three/g)),
  ).toEqual([['one'], ['one', 'first', 'two'], ['one', 'first', 'two', 'second', 'three']])
})

test('tools of a thread hold for all of its turns, a forced choice for one', async () => {
  const target = adapterOf('openai-chat')
  const upstream = scripted((sent) => served(target.adapter, OVER, sent, 50))
  const { fetch } = proxied('anthropic-messages', target.wire, upstream.fetch)
  const tools = [{ name: 'look', input_schema: { type: 'object' as const } }]
  const thread = anthropicOf({ fetch }).beta.messages.thread({ model: 'm', max_tokens: 100, tools })
  await thread.send({ role: 'user', content: 'one' }, { tool_choice: { type: 'any' } })
  await thread.send({ role: 'user', content: 'two' })
  await thread.send({ role: 'user', content: 'three' })
  const asked = upstream.sent.map(({ body }) => target.adapter.decodeRequest(body).value)
  expect(asked.map(({ tools = [] }) => tools.length)).toEqual([1, 1, 1])
  expect(asked.map(({ toolChoice }) => toolChoice?.type)).toEqual(['required', undefined, undefined])
})

const OVER = answerOf('openai-chat', 9, { text: 'Over.', calls: [] })
