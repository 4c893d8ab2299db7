import Anthropic from '@anthropic-ai/sdk'
import { CountTokensCommand } from '@aws-sdk/client-bedrock-runtime'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { cohereChat } from '../../adapters/cohere-chat/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { mistralChat } from '../../adapters/mistral-chat/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { objectIn } from '../../src/base/json/read-json.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { type Sent, scripted, served, targetOf } from '../support/proxy.js'
import { bedrockClient, cohere, mistral } from '../support/sdk-clients.js'

const NAMES = ['big-model', 'org/small-model']
const routes = (from = anthropic) => [{ from, models: [...NAMES, 'gpt-*'], to: targetOf(openaiChat) }]

function offering(from: Parameters<typeof targetOf>[0]) {
  return served({ routes: [{ from, models: [...NAMES, 'gpt-*'], to: targetOf(openaiChat) }] }).fetch
}

describe('the models that routes offer, as the SDKs list them', () => {
  test('openai', async () => {
    const client = new OpenAI({ apiKey: 'k', baseURL: 'https://proxy.test/v1', fetch: offering(openaiChat) })
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(NAMES)
    expect((await client.models.retrieve('big-model')).id).toBe('big-model')
    await expect(client.models.retrieve('gpt-5')).rejects.toThrow(/404 toolwire proxy: no route offers/)
  })

  test('@anthropic-ai/sdk', async () => {
    const client = new Anthropic({ apiKey: 'k', baseURL: 'https://proxy.test', fetch: offering(anthropic) })
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(NAMES)
    expect((await client.models.retrieve('org/small-model')).id).toBe('org/small-model')
  })

  test('@google/genai', async () => {
    const client = new GoogleGenAI({
      apiKey: 'k',
      httpOptions: { baseUrl: 'https://proxy.test', fetch: offering(google) },
    })
    const names: (string | undefined)[] = []
    for await (const model of await client.models.list()) names.push(model.name)
    expect(names).toEqual(NAMES.map((name) => `models/${name}`))
  })

  test('@mistralai/mistralai', async () => {
    const { data } = await mistral(offering(mistralChat), 'https://proxy.test').models.list()
    expect(data?.map((model) => ('id' in model ? model.id : ''))).toEqual(NAMES)
  })

  test('cohere-ai', async () => {
    const { models } = await cohere(offering(cohereChat), 'https://proxy.test').models.list()
    expect(models.map(({ name }) => name)).toEqual(NAMES)
  })

  test('of two wires on one path the headers decide', async () => {
    const { fetch } = served({
      routes: [
        { from: openaiChat, models: ['for-chat'], to: targetOf(google) },
        { from: anthropic, models: ['for-claude'], to: targetOf(google) },
      ],
    })
    const list = async (headers: Record<string, string>) =>
      (await fetch('https://proxy.test/v1/models', { headers })).text()
    expect(await list({ 'x-api-key': 'k' })).toContain('for-claude')
    expect(await list({ 'anthropic-version': '2023-06-01' })).toContain('for-claude')
    expect(await list({ authorization: 'Bearer k' })).toContain('for-chat')
  })

  test.each([
    ['/v1/models', { authorization: 'Bearer k' }, 'openai-chat'],
    ['/v1/models', {}, 'openai-chat'],
    ['/models', { authorization: 'Bearer k' }, 'openai-chat'],
    [
      '/v1/models',
      { authorization: 'Bearer k', 'user-agent': 'mistral-client-typescript/2.7.0' },
      'mistral-chat',
    ],
    ['/v1/models', { authorization: 'Bearer k', 'anthropic-version': '2023-06-01' }, 'anthropic-messages'],
    ['/v1/models', { 'x-api-key': 'k' }, 'anthropic-messages'],
    ['/v1/models', { 'x-goog-api-key': 'k' }, 'google-generate-content'],
    ['/v1beta/models', { 'x-goog-api-key': 'k' }, 'google-generate-content'],
    ['/v1beta/models', { authorization: 'Bearer k' }, 'google-generate-content'],
    ['/v1beta/models?key=k', {}, 'google-generate-content'],
  ])('%s with %j is a list for %s, where all wires are served', async (path, headers, wire) => {
    const clients = adapters.map(({ adapter }) => adapter)
    const { fetch } = served({ clients, routes: [{ models: NAMES, to: targetOf(google) }] })
    const list = await (await fetch(`https://proxy.test${path}`, { headers })).json()
    expect(list).toEqual(adapterOf(wire).adapter.codecs.http.models?.list(NAMES))
  })

  test('a route for all models offers that of its target', async () => {
    const { fetch } = served({ routes: [{ from: openaiChat, to: targetOf(google) }] })
    expect(await (await fetch('https://proxy.test/models')).text()).toContain('"id":"target-model"')
  })

  test('also requires a token', async () => {
    const { fetch } = served({ routes: routes(), token: 'let-me-in' })
    expect((await fetch('https://proxy.test/v1/models')).status).toBe(401)
  })
})

describe('counting tokens', () => {
  const counts: Readonly<Record<string, (sent: Sent) => Response>> = {
    [anthropic.id]: () => Response.json({ input_tokens: 41 }),
    [google.id]: () => Response.json({ totalTokens: 41 }),
    [openaiResponses.id]: () => Response.json({ object: 'response.input_tokens', input_tokens: 41 }),
    [bedrock.id]: () => Response.json({ inputTokens: 41 }),
  }
  const targets = [anthropic, google, openaiResponses, bedrock]
  const question = [{ role: 'user' as const, content: 'How many tokens are these?' }]

  test.each(targets)('is done by $id, asked by each SDK that can', async (target) => {
    const upstream = scripted((sent) => counts[target.id]?.(sent) ?? new Response(null, { status: 404 }))
    const { fetch, told } = served({
      routes: [anthropic, google, openaiResponses, bedrock].map((from) => ({ from, to: targetOf(target) })),
      fetch: upstream.fetch,
    })
    const claude = new Anthropic({ apiKey: 'k', baseURL: 'https://proxy.test', fetch })
    expect(await claude.messages.countTokens({ model: 'm', messages: question })).toEqual({
      input_tokens: 41,
    })
    const gemini = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: 'https://proxy.test', fetch } })
    expect((await gemini.models.countTokens({ model: 'm', contents: 'How many?' })).totalTokens).toBe(41)
    const gpt = new OpenAI({ apiKey: 'k', baseURL: 'https://proxy.test/v1', fetch })
    expect((await gpt.responses.inputTokens.count({ model: 'm', input: 'How many?' })).input_tokens).toBe(41)
    const input = { converse: { messages: [{ role: 'user' as const, content: [{ text: 'How many?' }] }] } }
    const aws = await bedrockClient(fetch).send(new CountTokensCommand({ modelId: 'm', input }))
    expect(aws.inputTokens).toBe(41)
    expect(upstream.sent.map(({ path }) => path)).toEqual(
      Array.from({ length: 4 }, () => target.codecs.http.count?.pathFor('target-model')),
    )
    for (const { body } of upstream.sent) expect(JSON.stringify(body)).toMatch(/[Hh]ow many/)
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  // `CountTokensRequest` of https://ai.google.dev/api/tokens, `ConverseTokensRequest` of
  // @aws-sdk/client-bedrock-runtime, `InputTokenCountParams` of openai, `MessageCountTokensParams` of
  // @anthropic-ai/sdk.
  const counted: Readonly<Record<string, RegExp>> = {
    [anthropic.id]: /^(messages|model|output_config|system|thinking|tool_choice|tools)$/,
    [google.id]: /^generateContentRequest$/,
    [openaiResponses.id]: /^(input|instructions|model|parallel_tool_calls|reasoning|text|tool_choice|tools)$/,
    [bedrock.id]: /^(messages|system|toolConfig|additionalModelRequestFields)$/,
  }

  /** Returns the reason why the server of a wire refuses to count the tokens of a body. */
  function refusalOf({ id }: { readonly id: string }, body: JsonObject): string | undefined {
    const counts = id === bedrock.id ? objectIn(objectIn(body.input).converse) : body
    const unknown = Object.keys(counts).find((name) => counted[id]?.test(name) !== true)
    if (unknown !== undefined) return `Unknown parameter: '${unknown}'.`
    const { model } = objectIn(body.generateContentRequest)
    const isNamed = id !== google.id || /^models\/[^/]+$/.test(String(model))
    return isNamed ? undefined : 'GenerateContentRequest.model: unexpected model name format'
  }

  test.each(targets)(
    'is done by a strict $id, asked by Gemini CLI for a file and by other clients',
    async (target) => {
      const upstream = scripted((sent) => {
        const refusal = refusalOf(target, sent.body)
        if (refusal !== undefined) return Response.json({ error: { message: refusal } }, { status: 400 })
        return counts[target.id]?.(sent) ?? new Response(null, { status: 404 })
      })
      const { fetch } = served({
        routes: [anthropic, google].map((from) => ({ from, to: targetOf(target) })),
        fetch: upstream.fetch,
      })
      const post = async (path: string, body: object) => {
        const response = await fetch(`https://proxy.test${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
        })
        return { estimated: response.headers.get('x-toolwire-estimated'), body: await response.json() }
      }
      const file = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }
      const part = { functionResponse: { id: 'a', name: 'read_file', response: { output: 'A picture.' } } }
      const contents = [{ role: 'user', parts: [part, file] }]
      const generationConfig = { temperature: 1, topP: 0.95, maxOutputTokens: 100, stopSequences: ['END'] }
      const gemini = '/v1beta/models/gemini-3-pro:countTokens'
      for (const body of [
        { contents },
        { generateContentRequest: { model: 'models/gemini-3-pro', contents, generationConfig } },
      ])
        expect(await post(gemini, body)).toEqual({ estimated: null, body: { totalTokens: 41 } })
      const claude = { model: 'm', messages: question, metadata: { user_id: 'u' }, temperature: 0.5 }
      expect(await post('/v1/messages/count_tokens', claude)).toMatchObject({ estimated: null })
      expect(upstream.sent).toHaveLength(3)
    },
  )

  test.each([
    ['a wire that counts none', openaiChat, () => Response.json({})],
    ['a target that refuses', google, () => new Response('no', { status: 500 })],
    ['a target that says something else', google, () => Response.json({ tokens: 'many' })],
  ] as const)('%s: an estimate that is marked', async (_title, target, answer) => {
    const { fetch } = served({
      routes: [{ from: anthropic, to: targetOf(target) }],
      fetch: async () => answer(),
    })
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(100)
    const response = await fetch('https://proxy.test/v1/messages/count_tokens', {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] }),
    })
    expect(response.headers.get('x-toolwire-estimated')).toBe('true')
    const { input_tokens: tokens } = await response.json()
    // Claude counts about 1,000.
    expect(tokens).toBeGreaterThan(900)
    expect(tokens).toBeLessThan(1300)
  })

  test('an estimate counts all content: tools, calls, results, thinking, pictures', async () => {
    const { fetch } = served({ routes: [{ from: anthropic, to: targetOf(openaiChat) }] })
    const count = async (body: object) => {
      const init = { method: 'POST', body: JSON.stringify({ model: 'm', ...body }) }
      const response = await fetch('https://proxy.test/v1/messages/count_tokens', init)
      return (await response.json()).input_tokens
    }
    const long = 'word '.repeat(800)
    const call = (input: object) => ({ type: 'tool_use', id: 'toolu_1', name: 'look', input })
    const result = (content: string) => ({ type: 'tool_result', tool_use_id: 'toolu_1', content })
    const talk = (thinking: string, input: object, content: string, more: object[] = []) => ({
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: [{ type: 'thinking', thinking, signature: 's' }, call(input)] },
        { role: 'user', content: [result(content), ...more] },
      ],
    })
    const least = await count(talk('.', {}, '.'))
    const picture = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
    }
    const tools = [{ name: 'look', description: long, input_schema: { type: 'object' } }]
    for (const said of [
      talk(long, {}, '.'),
      talk('.', { long }, '.'),
      talk('.', {}, long),
      talk('.', {}, '.', [picture]),
      { ...talk('.', {}, '.'), tools },
    ]) {
      const more = (await count(said)) - least
      expect(more).toBeGreaterThan(900)
      expect(more).toBeLessThan(1600)
    }
  })
})
