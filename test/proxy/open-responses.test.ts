import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { ModelResponse, Part } from '../../src/base/model/types.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { nativeAnswer, proxied, type Scripted, scripted } from '../support/proxy.js'
import { readEvents, response } from '../support/responses-schemas.js'

// The cases of the acceptance tests of Open Responses, with different texts, over every other wire.
// https://github.com/openresponses/openresponses/blob/main/src/lib/compliance-tests.ts

const others = adapters.map(({ wire }) => wire).filter((wire) => wire !== openaiResponses.id)

/** Returns a model that calls a tool if it has one and no result yet. Otherwise it answers with text. */
function model(wire: string): Scripted {
  const { adapter } = adapterOf(wire)
  return scripted((sent) => {
    const { tools = [], messages } = adapter.decodeRequest(sent.body).value
    const isAnswered = messages.at(-1)?.parts.some(({ type }) => type === 'tool-result')
    const isCall = tools.length > 0 && isAnswered !== true
    const answer: ModelResponse = {
      message: { role: 'assistant', parts: [isCall ? CALL : { type: 'text', text: 'A blue boat.' }] },
      finish: { reason: isCall ? 'tool-calls' : 'stop' },
      usage: { inputTokens: 9, outputTokens: 4 },
    }
    return nativeAnswer(adapter, answer, sent)
  })
}

const CALL: Part = {
  type: 'tool-call',
  id: 'call_1',
  name: 'tide_at',
  kind: 'function',
  status: 'complete',
  arguments: { harbor: 'Brest' },
  rawArguments: '{"harbor":"Brest"}',
  providerExecuted: false,
}

const TOOLS = [
  {
    type: 'function',
    name: 'tide_at',
    description: 'How high the water stands in a harbor.',
    parameters: { type: 'object', properties: { harbor: { type: 'string' } }, required: ['harbor'] },
  },
]

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Case {
  readonly title: string
  readonly request: JsonObject
  readonly output: 'message' | 'function_call'
  /** The texts that the target must receive. */
  readonly told: readonly string[]
}

const user = (content: JsonObject['content'] & {}) => ({ type: 'message', role: 'user', content })

const CASES: readonly Case[] = [
  {
    title: 'a message of the user',
    request: { input: [user('Name a boat.')] },
    output: 'message',
    told: ['user: text'],
  },
  {
    title: 'a message of the system',
    request: {
      input: [{ type: 'message', role: 'system', content: 'Speak like a sailor.' }, user('Name a boat.')],
    },
    output: 'message',
    told: ['system: text', 'user: text'],
  },
  {
    title: 'a tool',
    request: { input: [user('How high is the tide in Brest?')], tools: TOOLS },
    output: 'function_call',
    told: ['user: text'],
  },
  {
    title: 'an image',
    request: {
      input: [
        user([
          { type: 'input_text', text: 'What is on it?' },
          { type: 'input_image', image_url: `data:image/png;base64,${PNG}` },
        ]),
      ],
    },
    output: 'message',
    told: ['user: text media'],
  },
  {
    title: 'a conversation of several turns',
    request: {
      input: [
        user('My boat is called Ada.'),
        { type: 'message', role: 'assistant', content: 'Fair winds to Ada!' },
        user('What is my boat called?'),
      ],
    },
    output: 'message',
    told: ['user: text', 'assistant: text', 'user: text'],
  },
  {
    title: 'the result of a tool',
    request: {
      input: [
        user('How high is the tide in Brest?'),
        { type: 'function_call', call_id: 'call_0', name: 'tide_at', arguments: '{"harbor":"Brest"}' },
        { type: 'function_call_output', call_id: 'call_0', output: 'five meters' },
      ],
      tools: TOOLS,
    },
    output: 'message',
    told: ['user: text', 'assistant: tool-call', 'tool: tool-result'],
  },
]

describe.each(others)('a client of the Responses API with a target of %s sends', (wire) => {
  test.each(CASES)('$title', async ({ request, output, told }) => {
    const upstream = model(wire)
    const { fetch } = proxied(openaiResponses.id, wire, upstream.fetch)
    const ask = async (stream: boolean) => {
      const body = JSON.stringify({ model: 'm', ...request, stream })
      const answer = await fetch('https://proxy.test/v1/responses', { method: 'POST', body })
      expect(answer.status).toBe(200)
      return answer.text()
    }
    const whole = response.parse(JSON.parse(await ask(false)))
    expect(whole).toMatchObject({ status: 'completed', output: [{ type: output, status: 'completed' }] })
    const events = readEvents(await ask(true))
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { status: 'completed', output: [{ type: output }] },
    })
    const names = events.map(({ type }) => type)
    const expected =
      output === 'message'
        ? ['response.content_part.added', 'response.output_text.delta', 'response.output_text.done']
        : ['response.function_call_arguments.delta', 'response.function_call_arguments.done']
    expect(names).toEqual(expect.arrayContaining(['response.output_item.added', ...expected]))
    const { messages } = adapterOf(wire).adapter.decodeRequest(upstream.sent[0]?.body ?? {}).value
    expect(messages.map(({ role, parts }) => `${role}: ${parts.map(({ type }) => type).join(' ')}`)).toEqual(
      told,
    )
  })

  test('settings, and gets them back in the answer and in each event that holds one', async () => {
    const settings = {
      instructions: 'Be short.',
      max_output_tokens: 50,
      metadata: { ship: 'Ada' },
      parallel_tool_calls: false,
      prompt_cache_key: 'harbor',
      reasoning: { effort: 'low' },
      safety_identifier: 'sailor-7',
      service_tier: 'auto',
      store: false,
      temperature: 0.5,
      text: { format: { type: 'json_schema', name: 'boat', schema: { type: 'object', properties: {} } } },
      tool_choice: { type: 'allowed_tools', tools: [{ type: 'function', name: 'tide_at' }] },
      tools: TOOLS,
      top_p: 0.9,
      truncation: 'auto',
    }
    const expected = {
      ...settings,
      background: false,
      completed_at: expect.any(Number),
      frequency_penalty: 0,
      max_tool_calls: null,
      presence_penalty: 0,
      previous_response_id: null,
      reasoning: { effort: 'low', summary: null },
      service_tier: 'default',
      text: { format: { ...settings.text.format, description: null, strict: false } },
      tool_choice: { mode: 'auto', ...settings.tool_choice },
      tools: [{ ...TOOLS[0], strict: null }],
      top_logprobs: 0,
    }
    const { fetch } = proxied(openaiResponses.id, wire, model(wire).fetch)
    const began = Math.floor(Date.now() / 1000)
    const ask = async (stream: boolean) => {
      const body = JSON.stringify({ model: 'm', input: 'Name a boat.', ...settings, stream })
      return (await fetch('https://proxy.test/v1/responses', { method: 'POST', body })).text()
    }
    const whole = response.parse(JSON.parse(await ask(false)))
    expect(whole).toMatchObject(expected)
    const events = readEvents(await ask(true))
    const held = events.flatMap((event) => ('response' in event ? [event.response] : []))
    expect(held).toHaveLength(3)
    for (const each of held) {
      const isOver = each.status === 'completed'
      expect(each).toMatchObject({ ...expected, ...(isOver ? {} : { completed_at: null }) })
      expect(each.created_at).toBe(held[0]?.created_at)
      expect(each.id).toBe(held[0]?.id)
    }
    for (const { created_at, completed_at } of [whole, ...held]) {
      expect(created_at).toBeGreaterThanOrEqual(began)
      expect(created_at).toBeLessThanOrEqual(Date.now() / 1000)
      if (completed_at !== null) expect(completed_at).toBeGreaterThanOrEqual(created_at)
    }
  })

  test('the id of the previous answer, which the next answer names', async () => {
    const { fetch } = proxied(openaiResponses.id, wire, model(wire).fetch)
    const client = new OpenAI({ apiKey: 'k', baseURL: 'https://proxy.test/v1', fetch, maxRetries: 0 })
    const first = await client.responses.create({ model: 'm', input: 'Name a boat.' })
    const next = await client.responses.create({
      model: 'm',
      input: 'And another.',
      previous_response_id: first.id,
    })
    expect(next).toMatchObject({ previous_response_id: first.id, id: expect.stringMatching(/^resp_/) })
    expect(next.id).not.toBe(first.id)
    const headers = { authorization: 'Bearer k' }
    const kept = await fetch(`https://proxy.test/v1/responses/${first.id}`, { headers })
    const { output_text: _text, ...told } = first
    expect(response.parse(await kept.json())).toEqual(JSON.parse(JSON.stringify(told)))
  })
})
