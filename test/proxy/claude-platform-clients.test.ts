/*
 * The vendor's clients for Bedrock and Vertex AI. They use other addresses than the vendor's own API, and get
 * streams in other frames.
 */
import AnthropicBedrock from '@anthropic-ai/bedrock-sdk'
import { AnthropicVertex } from '@anthropic-ai/vertex-sdk'
import { OAuth2Client } from 'google-auth-library'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { platforms } from '../../adapters/anthropic-messages/platforms.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { framedFor } from '../../src/codec/wire/define-adapter.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import { platformAt } from '../../src/proxy/proxy-target.js'
import type { ProxyTarget } from '../../src/proxy/proxy-types.js'
import { nativeAnswer, scripted } from '../support/proxy.js'

const ANSWER: ModelResponse = {
  id: 'a',
  model: 'm',
  message: {
    role: 'assistant',
    parts: [
      { type: 'text', text: 'Let me see. \u2028 ☔' },
      {
        type: 'tool-call',
        kind: 'function',
        id: 'toolu_1',
        name: 'weather',
        providerExecuted: false,
        status: 'complete',
        arguments: { city: 'Tromsø' },
      },
    ],
  },
  finish: { reason: 'tool-calls' },
}
const BEDROCK = 'https://bedrock-runtime.us-east-1.amazonaws.com'
const VERTEX = 'https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5'
const question = {
  max_tokens: 9,
  messages: [{ role: 'user' as const, content: 'Does it rain?' }],
  tools: [{ name: 'weather', input_schema: { type: 'object' as const } }],
}

const targetAt = (url: string): ProxyTarget => {
  const platform = platformAt(platforms, new URL(url))
  return { adapter: anthropic, url, ...(platform && { platform }) }
}
const TARGETS: Readonly<Record<string, ProxyTarget>> = {
  'another wire': { adapter: openaiChat, url: 'https://other.example/v1', model: 'other' },
  'the vendor': targetAt('https://api.anthropic.com'),
  Bedrock: targetAt(BEDROCK),
  'Vertex AI': targetAt(VERTEX),
}

function proxyTo(target: ProxyTarget) {
  const upstream = scripted((sent) => nativeAnswer(framedFor(target.adapter, sent.url), ANSWER, sent))
  const proxy = createProxy({ clients: [anthropic], fetch: upstream.fetch, routes: [{ to: target }] })
  const fetch = (url: RequestInfo | URL, init?: RequestInit) => proxy.fetch(new Request(url, init))
  return { fetch, sent: upstream.sent }
}

const CLIENTS = {
  bedrock: (fetch: typeof globalThis.fetch) =>
    new AnthropicBedrock({
      ...{ awsAccessKey: 'a', awsSecretKey: 's', awsRegion: 'us-east-1' },
      ...{ fetch, maxRetries: 0 },
    }),
  vertex(fetch: typeof globalThis.fetch) {
    const authClient = new OAuth2Client()
    authClient.setCredentials({ access_token: 'token', expiry_date: Number.MAX_SAFE_INTEGER })
    return new AnthropicVertex({ projectId: 'p', region: 'us-east5', authClient, fetch, maxRetries: 0 })
  },
}
const MODELS = { bedrock: 'anthropic.claude-sonnet-4-20250514-v1:0', vertex: 'claude-sonnet-4@20250514' }
const VERSIONS: Readonly<Record<string, string>> = {
  Bedrock: 'bedrock-2023-05-31',
  'Vertex AI': 'vertex-2023-10-16',
}
const CONTENT = [
  { type: 'text', text: 'Let me see. \u2028 ☔' },
  { type: 'tool_use', name: 'weather', input: { city: 'Tromsø' } },
]

describe.each(['bedrock', 'vertex'] as const)('the client for %s', (name) => {
  test.each(Object.keys(TARGETS))('reads what %s answers, complete and streamed', async (to) => {
    const { fetch, sent } = proxyTo(TARGETS[to] ?? { adapter: anthropic, url: '' })
    const client = CLIENTS[name](fetch)
    const whole = await client.messages.create({ ...question, model: MODELS[name] })
    expect(whole.content).toMatchObject(CONTENT)
    const streamed = await client.messages.stream({ ...question, model: MODELS[name] }).finalMessage()
    expect(streamed).toMatchObject({ content: CONTENT, stop_reason: 'tool_use' })
    expect(sent).toHaveLength(2)
    const version = VERSIONS[to]
    for (const { body } of sent) expect(body.anthropic_version).toBe(version)
    for (const { url, body } of sent) expect(body.model === undefined).toBe(url.includes('claude'))
    for (const { body } of sent) if (to === 'Bedrock') expect(body).not.toHaveProperty('stream')
  })
})

test('an unreachable target is reported in the format of the client, also in frames of a stream', async () => {
  const proxy = createProxy({
    ...{ clients: [anthropic], routes: [{ to: targetAt('https://api.anthropic.com') }] },
    fetch: async () =>
      new Response('data: {"type":"message_start"', { headers: { 'content-type': 'text/event-stream' } }),
  })
  const client = CLIENTS.bedrock((url, init) => proxy.fetch(new Request(url, init)))
  const stream = client.messages.stream({ ...question, model: MODELS.bedrock })
  await expect(stream.finalMessage()).rejects.toThrow()
})

describe('betas of a client of the API', () => {
  const sentTo = async (url: string, body: object = {}) => {
    const upstream = scripted(() => nativeAnswer(anthropic, ANSWER, { path: '', body: {} }))
    const proxy = createProxy({
      clients: [anthropic],
      fetch: upstream.fetch,
      routes: [{ to: { ...targetAt(url), key: 'key' } }],
    })
    const request = new Request('http://proxy/v1/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'anthropic-beta': 'one-2026-01-01, two-2026-01-01' },
      body: JSON.stringify({ model: 'claude-sonnet-5', ...question, ...body }),
    })
    await (await proxy.fetch(request)).text()
    return upstream.sent[0]
  }

  test('are in the body on InvokeModel, after the betas of the body', async () => {
    const sent = await sentTo(BEDROCK, { anthropic_beta: ['zero', 'two-2026-01-01'] })
    expect(sent?.body).toMatchObject({ anthropic_beta: ['zero', 'two-2026-01-01', 'one-2026-01-01'] })
    expect(sent?.headers.get('anthropic-beta')).toBeNull()
  })

  test('stay in the header on Vertex AI', async () => {
    const sent = await sentTo(VERTEX)
    expect(sent?.headers.get('anthropic-beta')).toBe('one-2026-01-01, two-2026-01-01')
    expect(sent?.body).not.toHaveProperty('anthropic_beta')
  })
})

describe('betas in the body of a client of InvokeModel', () => {
  const BETAS = ['context-1m-2025-08-07', 'interleaved-thinking-2025-05-14']
  const asked = async (to: string, headers: Record<string, string> = {}) => {
    const { fetch, sent } = proxyTo(TARGETS[to] ?? { adapter: anthropic, url: '' })
    const client = CLIENTS.bedrock((url, init) => {
      expect(String(init?.body)).toContain('"anthropic_beta":')
      const all = new Headers(init?.headers)
      for (const [name, value] of Object.entries(headers)) all.set(name, value)
      return fetch(url, { ...init, headers: all })
    })
    await client.beta.messages.create({ ...question, model: MODELS.bedrock, betas: BETAS })
    return sent[0]
  }

  test.each(['the vendor', 'Vertex AI'])('are in the header at %s', async (to) => {
    const sent = await asked(to)
    expect(sent?.headers.get('anthropic-beta')).toBe(BETAS.join(','))
    expect(sent?.body).not.toHaveProperty('anthropic_beta')
    const both = await asked(to, { 'anthropic-beta': `own-2026-01-01, ${BETAS[0]}` })
    expect(both?.headers.get('anthropic-beta')).toBe([...BETAS, 'own-2026-01-01'].join(','))
  })

  test('stay in the body at Bedrock', async () => {
    const sent = await asked('Bedrock')
    expect(sent?.body).toMatchObject({ anthropic_beta: BETAS })
    expect(sent?.headers.get('anthropic-beta')).toBeNull()
  })

  test('are not sent to another wire', async () => {
    const sent = await asked('another wire')
    expect(JSON.stringify(sent?.body)).not.toContain(BETAS[0])
    expect(sent?.headers.get('anthropic-beta')).toBeNull()
  })
})
