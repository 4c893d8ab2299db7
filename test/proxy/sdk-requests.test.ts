import Anthropic from '@anthropic-ai/sdk'
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod'
import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import type OpenAI from 'openai'
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import type { Conversation, ModelResponse, ToolCall } from '../../src/base/model/types.js'
import { adapterOf, adapters, type LoadedAdapter } from '../support/adapters.js'
import { type Proxied, proxied, type Scripted, scripted } from '../support/proxy.js'
import { anthropicOf } from '../support/runners/anthropic.js'
import { bedrockOf } from '../support/runners/bedrock.js'
import { cohereOf } from '../support/runners/cohere.js'
import { genai } from '../support/runners/google.js'
import { mistralOf } from '../support/runners/mistral.js'
import { ollamaOf } from '../support/runners/ollama.js'
import { openai } from '../support/runners/openai.js'
import { answerOf, answersIn, served } from '../support/runners/upstream.js'
import { refusals } from '../support/translation.js'

const wires = adapters.map(({ wire }) => wire)
const MESSAGES = [{ role: 'user' as const, content: 'Where is it?' }]

/** Returns a proxy with a server that gives these answers in turn. */
function over(
  from: string,
  target: LoadedAdapter,
  answer: (asked: Conversation, index: number) => ModelResponse,
): Proxied & { readonly upstream: Scripted } {
  const { adapter } = target
  const upstream = scripted((sent, index) =>
    served(adapter, answer(adapter.decodeRequest(sent.body).value, index), sent, 9),
  )
  return { ...proxied(from, target.wire, upstream.fetch), upstream }
}

/** Returns the request to the server, which must break no rule of that server. */
function askedOf(target: LoadedAdapter, { sent }: Scripted, index = 0): Conversation {
  const body = sent[index]?.body ?? {}
  expect(refusals(body, target)).toEqual([])
  return target.adapter.decodeRequest(body).value
}

const PATCH = '*** Begin Patch\n+ const größe = "🌧️ \\"a\\\\b\\""\n\t{ "json": [1, 2\n*** End Patch'

/** Calls the first tool. The server may have no free text calls. */
function patching(wire: string): (asked: Conversation, index: number) => ModelResponse {
  return ({ tools: [tool] = [] }, index) => {
    if (index > 0) return answerOf(wire, index + 1, { thinking: 'Done.', text: 'Patched.', calls: [] })
    const name = tool !== undefined && 'name' in tool ? tool.name : ''
    const rawArguments = JSON.stringify({ input: PATCH })
    const answer = answerOf(wire, 1, {
      thinking: 'A patch.',
      text: 'Patching.',
      calls: [{ name, rawArguments }],
    })
    return tool?.type === 'custom' ? withFreeText(answer) : answer
  }
}

function withFreeText(answer: ModelResponse): ModelResponse {
  const parts = answer.message.parts.map((part) => (part.type === 'tool-call' ? freeText(part) : part))
  return { ...answer, message: { ...answer.message, parts } }
}

function freeText({ id, name, providerMetadata: _function }: ToolCall): ToolCall {
  return {
    ...{ type: 'tool-call', id, name, kind: 'custom', status: 'complete', providerExecuted: false },
    ...{ arguments: PATCH, rawArguments: PATCH },
  }
}

/** Expects the second request to contain the call and its result in the server's form. */
function expectPatched(target: LoadedAdapter, upstream: Scripted): void {
  const first = askedOf(target, upstream)
  const { messages } = askedOf(target, upstream, 1)
  const [answer] = answersIn(messages)
  const said = patching(target.wire)(first, 0).message.parts
  const callOf = (parts: readonly object[]) =>
    parts.flatMap((part) => ('type' in part && part.type === 'tool-call' ? [part] : []))
  expect(callOf(answer?.parts ?? [])).toMatchObject(
    callOf(said).map((call) => ({
      name: Reflect.get(call, 'name'),
      arguments: Reflect.get(call, 'arguments'),
    })),
  )
  const text = answer?.parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('')
  expect(text).toBe('A patch.')
  expect(answer?.results.map(({ output }) => output)).toEqual([{ type: 'text', value: 'Patched: 1 file' }])
}

describe('custom tools with free text', () => {
  test.each(wires.filter((to) => to !== 'openai-responses'))('responses.stream over %s', async (to) => {
    const target = adapterOf(to)
    const { fetch, upstream } = over('openai-responses', target, patching(to))
    const { responses } = openai({ fetch })
    const grammar = { type: 'grammar' as const, syntax: 'lark' as const, definition: 'start: /(.|\\n)+/' }
    const tools: OpenAI.Responses.Tool[] = [
      { type: 'custom', name: 'apply_patch', description: 'Patches', format: grammar },
    ]
    const deltas: string[] = []
    const stream = responses.stream({ model: 'm', input: 'Patch it.', tools })
    stream.on('response.custom_tool_call_input.delta', ({ delta }) => void deltas.push(delta))
    const first = await stream.finalResponse()
    expect(deltas.join('')).toBe(PATCH)
    const call = first.output.find((item) => item.type === 'custom_tool_call')
    expect(call).toMatchObject({ name: 'apply_patch', input: PATCH })
    expect(openaiResponses.decodeResponse(first).value.finish.reason).toBe('tool-calls')
    const output = {
      type: 'custom_tool_call_output' as const,
      call_id: call?.call_id ?? '',
      output: 'Patched: 1 file',
    }
    const last = await responses.create({
      model: 'm',
      input: [output],
      tools,
      previous_response_id: first.id,
    })
    expect(last.output_text).toBe('Patched.')
    expectPatched(target, upstream)
  })

  test.each(wires.flatMap((to) => (to === 'openai-chat' ? [] : [[to, false] as const, [to, true] as const])))(
    'chat.completions.create over %s, streamed: %s',
    async (to, streams) => {
      const target = adapterOf(to)
      const { fetch, upstream } = over('openai-chat', target, patching(to))
      const { completions } = openai({ fetch }).chat
      const tools: OpenAI.ChatCompletionTool[] = [
        { type: 'custom', custom: { name: 'apply_patch', description: 'Patches' } },
      ]
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Patch it.' }]
      const body = { model: 'm', messages, tools }
      const { message, finish } = streams
        ? await openaiChat.collect(await completions.create({ ...body, stream: true }))
        : openaiChat.decodeResponse(await completions.create(body)).value
      expect(finish.reason).toBe('tool-calls')
      const [call] = message.parts.filter((part) => part.type === 'tool-call')
      expect(call).toMatchObject({ kind: 'custom', name: 'apply_patch', arguments: PATCH })
      const id = call?.id ?? ''
      messages.push(
        {
          role: 'assistant',
          content: 'Patching.',
          tool_calls: [{ id, type: 'custom', custom: { name: 'apply_patch', input: PATCH } }],
        },
        { role: 'tool', tool_call_id: id, content: 'Patched: 1 file' },
      )
      const last = await completions.create(body)
      expect(last.choices[0]?.message.content).toBe('Patched.')
      expectPatched(target, upstream)
    },
  )
})

const Place = z.object({
  city: z.string(),
  streets: z.array(z.object({ name: z.string(), houses: z.number() })),
})
const PLACE = { city: 'Zürich', streets: [{ name: 'Bahnhofstraße 🛤️', houses: 110 }] }

/** Each SDK's request for structured output, and its parsed result. */
const PARSERS: Readonly<
  Record<string, readonly [wire: string, ask: (fetch: Proxied['fetch']) => Promise<unknown>]>
> = {
  'openai responses.parse': [
    'openai-responses',
    async (fetch) => {
      const text = { format: zodTextFormat(Place, 'place') }
      return (await openai({ fetch }).responses.parse({ model: 'm', input: 'Where?', text })).output_parsed
    },
  ],
  'openai responses.stream': [
    'openai-responses',
    async (fetch) => {
      const text = { format: zodTextFormat(Place, 'place') }
      const stream = openai({ fetch }).responses.stream({ model: 'm', input: 'Where?', text })
      return (await stream.finalResponse()).output_parsed
    },
  ],
  'openai chat.completions.parse': [
    'openai-chat',
    async (fetch) => {
      const body = { model: 'm', messages: MESSAGES, response_format: zodResponseFormat(Place, 'place') }
      return (await openai({ fetch }).chat.completions.parse(body)).choices[0]?.message.parsed
    },
  ],
  'openai chat.completions.stream': [
    'openai-chat',
    async (fetch) => {
      const body = { model: 'm', messages: MESSAGES, response_format: zodResponseFormat(Place, 'place') }
      const completion = await openai({ fetch }).chat.completions.stream(body).finalChatCompletion()
      return completion.choices[0]?.message.parsed
    },
  ],
  '@anthropic-ai/sdk messages.parse': [
    'anthropic-messages',
    async (fetch) => {
      const body = {
        model: 'm',
        max_tokens: 100,
        messages: MESSAGES,
        output_config: { format: zodOutputFormat(Place) },
      }
      return (await anthropicOf({ fetch }).messages.parse(body)).parsed_output
    },
  ],
  '@google/genai responseJsonSchema': [
    'google-generate-content',
    async (fetch) => {
      const config = { responseMimeType: 'application/json', responseJsonSchema: z.toJSONSchema(Place) }
      const answer = await genai({ fetch }).models.generateContent({ model: 'm', contents: 'Where?', config })
      return JSON.parse(answer.text ?? '')
    },
  ],
  '@mistralai/mistralai chat.parse': [
    'mistral-chat',
    async (fetch) => {
      const answer = await mistralOf({ fetch }).chat.parse({
        model: 'm',
        messages: MESSAGES,
        responseFormat: Place,
      })
      return answer.choices?.[0]?.message?.parsed
    },
  ],
  'ollama format': [
    'ollama-chat',
    async (fetch) => {
      const { message } = await ollamaOf({ fetch }).chat({
        ...{ model: 'm', messages: MESSAGES, format: z.toJSONSchema(Place), stream: false },
      })
      return JSON.parse(message.content)
    },
  ],
  '@aws-sdk/client-bedrock-runtime outputConfig': [
    'bedrock-converse',
    async (fetch) => {
      const schema = JSON.stringify(z.toJSONSchema(Place))
      const structure = { jsonSchema: { schema, name: 'place' } }
      const command = new ConverseCommand({
        modelId: 'm',
        messages: [{ role: 'user', content: [{ text: 'Where?' }] }],
        outputConfig: { textFormat: { type: 'json_schema', structure } },
      })
      const { output } = await bedrockOf({ fetch }).send(command)
      return JSON.parse(output?.message?.content?.map(({ text = '' }) => text).join('') ?? '')
    },
  ],
}

describe.each(Object.entries(PARSERS))('structured output by %s', (_title, [from, ask]) => {
  test.each(wires)('over %s', async (to) => {
    const target = adapterOf(to)
    // The client of Mistral does not parse text next to reasoning.
    const { fetch, upstream } = over(from, target, () =>
      answerOf(to, 1, {
        ...(from !== 'mistral-chat' && { thinking: 'Which city?' }),
        text: JSON.stringify(PLACE),
        calls: [],
      }),
    )
    expect(await ask(fetch)).toEqual(PLACE)
    const { outputFormat } = askedOf(target, upstream)
    const { type, schema } =
      outputFormat?.type === 'json-schema' ? outputFormat : { type: 'none', schema: {} }
    expect(type).toBe('json-schema')
    expect(schema).toMatchObject({
      type: 'object',
      properties: {
        city: { type: 'string' },
        streets: { type: 'array', items: { properties: { houses: { type: 'number' } } } },
      },
    })
  })
})

const LOOK = { type: 'object' as const, properties: { at: { type: 'string' } } }

/**
 * One request of each SDK with as many settings as its wire has: effort, one call at a time, a forced call, a
 * limit.
 */
const SAYING_MUCH: Readonly<Record<string, (fetch: Proxied['fetch']) => Promise<unknown>>> = {
  'openai-chat': (fetch) =>
    openai({ fetch }).chat.completions.create({
      ...{ model: 'm', messages: MESSAGES, reasoning_effort: 'high', parallel_tool_calls: false },
      ...{ tool_choice: 'required', max_completion_tokens: 77 },
      tools: [{ type: 'function', function: { name: 'look', parameters: LOOK } }],
    }),
  'openai-responses': (fetch) =>
    openai({ fetch }).responses.create({
      ...{ model: 'm', input: 'Where?', reasoning: { effort: 'high' }, parallel_tool_calls: false },
      ...{ tool_choice: 'required', max_output_tokens: 77 },
      tools: [{ type: 'function', name: 'look', parameters: LOOK, strict: false }],
    }),
  'anthropic-messages': (fetch) =>
    anthropicOf({ fetch }).messages.create({
      ...{ model: 'm', messages: MESSAGES, max_tokens: 77, output_config: { effort: 'high' } },
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      tools: [{ name: 'look', input_schema: LOOK, cache_control: { type: 'ephemeral' } }],
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
    }),
  'google-generate-content': (fetch) =>
    genai({ fetch }).models.generateContent({
      ...{ model: 'm', contents: 'Where?' },
      config: {
        maxOutputTokens: 77,
        toolConfig: JSON.parse('{"functionCallingConfig":{"mode":"ANY"}}'),
        thinkingConfig: JSON.parse('{"thinkingLevel":"high"}'),
        tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: LOOK }] }],
      },
    }),
  'mistral-chat': (fetch) =>
    mistralOf({ fetch }).chat.complete({
      ...{ model: 'm', messages: MESSAGES, maxTokens: 77, toolChoice: 'any', parallelToolCalls: false },
      reasoningEffort: 'high',
      tools: [{ type: 'function', function: { name: 'look', parameters: LOOK } }],
    }),
  'cohere-chat': (fetch) =>
    cohereOf({ fetch }).chat({
      ...{ model: 'm', messages: MESSAGES, maxTokens: 77, toolChoice: 'REQUIRED' },
      thinking: { type: 'enabled', tokenBudget: 50 },
      tools: [{ type: 'function', function: { name: 'look', parameters: LOOK } }],
    }),
  'ollama-chat': (fetch) =>
    ollamaOf({ fetch }).chat({
      ...{ model: 'm', messages: MESSAGES, think: 'high', format: LOOK, options: { num_predict: 77 } },
      tools: [{ type: 'function', function: { name: 'look', parameters: LOOK } }],
    }),
  'bedrock-converse': (fetch) =>
    bedrockOf({ fetch }).send(
      new ConverseCommand({
        modelId: 'm',
        messages: [{ role: 'user', content: [{ text: 'Where?' }, { cachePoint: { type: 'default' } }] }],
        inferenceConfig: { maxTokens: 77 },
        toolConfig: {
          tools: [{ toolSpec: { name: 'look', inputSchema: { json: LOOK } } }],
          toolChoice: { any: {} },
        },
      }),
    ),
}

describe.each(Object.keys(SAYING_MUCH))('all content of a request of %s', (from) => {
  test.each(wires.filter((to) => to !== from))('reaches %s, or is told', async (to) => {
    const target = adapterOf(to)
    const { fetch, upstream, told } = over(from, target, () => answerOf(to, 1, { text: 'There.', calls: [] }))
    const native: unknown[] = []
    await SAYING_MUCH[from]?.(async (input, init) => {
      const request = new Request(input, init)
      native.push(await request.clone().json())
      return fetch(request)
    })
    const wanted = adapterOf(from).adapter.decodeRequest(expectObject(asJson(native[0]), '')).value
    const asked = askedOf(target, upstream)
    const notices = told.flatMap((one) => one.notices).map(({ code, path }) => `${code} ${path}`)
    const isTold = (name: string) => notices.some((notice) => notice.includes(name))
    expect(asked.maxOutputTokens).toBe(77)
    if (!isTold('/toolChoice')) expect(asked.toolChoice).toEqual(wanted.toolChoice)
    // Ollama has no field for this setting.
    expect(wanted.toolChoice).toEqual(from === 'ollama-chat' ? undefined : { type: 'required' })
    expect(asked.tools).toMatchObject([{ name: 'look' }])
    if (!isTold('/reasoning')) expect(asked.reasoning).toMatchObject(wanted.reasoning ?? {})
    if (!isTold('/parallelToolCalls')) expect(asked.parallelToolCalls).toBe(wanted.parallelToolCalls)
    const marks = (conversation: Conversation) => JSON.stringify(conversation).split('"cache":').length - 1
    if (!isTold('cache-')) expect(marks(asked)).toBe(marks(wanted))
  })
})

test('a body that is not a request is refused in the format of the SDK', async () => {
  const target = adapterOf('openai-chat')
  const { fetch } = over('anthropic-messages', target, () =>
    answerOf('openai-chat', 1, { text: 'x', calls: [] }),
  )
  const wrong = anthropicOf({ fetch }).messages.create(
    JSON.parse('{"model":"m","max_tokens":5,"messages":"no"}'),
  )
  await expect(wrong).rejects.toBeInstanceOf(Anthropic.BadRequestError)
})
