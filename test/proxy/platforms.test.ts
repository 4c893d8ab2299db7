import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { ADAPTERS_FOLDER, loadPlatforms } from '../../src/cli/adapters.js'
import { accessTo as accessBy, type Load } from '../../src/cli/proxy/credentials.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import { platformAt } from '../../src/proxy/proxy-target.js'
import type { ProxyTarget } from '../../src/proxy/proxy-types.js'
import { nativeAnswer, requestOf, scripted, served, user } from '../support/proxy.js'

const ANSWER = {
  id: 'a',
  model: 'm',
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }] },
  finish: { reason: 'stop' },
} as const

const platforms = await loadPlatforms(ADAPTERS_FOLDER)

function platformOf({ id }: Adapter, url: string) {
  return platformAt(platforms.get(id) ?? [], new URL(url))
}

function accessTo(adapter: Adapter, base: URL, load?: Load) {
  const platform = platformOf(adapter, base.href)
  return platform && accessBy(platform, base, load)
}

/** Returns the request to a target, complete or streaming. */
async function asked(given: ProxyTarget, streams: boolean, environment: Record<string, string> = {}) {
  const platform = platformOf(given.adapter, given.url)
  const target = { ...given, ...(platform && { platform }) }
  const from = target.adapter.id === 'openai-chat' ? 'anthropic-messages' : 'openai-chat'
  const clients = [target.adapter.id === 'openai-chat' ? anthropic : openaiChat]
  const upstream = scripted(() => nativeAnswer(target.adapter, ANSWER, { path: '', body: {} }))
  const proxy = served({
    ...{ clients, environment, fetch: upstream.fetch },
    routes: [{ to: { maxOutputTokens: 9, ...target } }],
  })
  await (await proxy.fetch(...requestOf(from, user('Hi'), streams))).text()
  const [sent] = upstream.sent
  return { url: sent?.url, body: sent?.body, headers: sent?.headers, told: proxy.told[0] }
}

const VERTEX = 'https://europe-west1-aiplatform.googleapis.com/v1/projects/p/locations/europe-west1'

/**
 * Each platform: its wire, the base URL, the model, the URLs of a complete answer and a stream, and the
 * header of a key.
 */
const PLATFORMS: readonly (readonly [string, Adapter, string, string, string, string, string])[] = [
  [
    'Claude on Vertex',
    anthropic,
    VERTEX,
    'claude-sonnet-4@20250514',
    `${VERTEX}/publishers/anthropic/models/claude-sonnet-4@20250514:rawPredict`,
    `${VERTEX}/publishers/anthropic/models/claude-sonnet-4@20250514:streamRawPredict`,
    'authorization',
  ],
  [
    'Gemini on Vertex',
    google,
    VERTEX,
    'gemini-3-pro',
    `${VERTEX}/publishers/google/models/gemini-3-pro:generateContent`,
    `${VERTEX}/publishers/google/models/gemini-3-pro:streamGenerateContent?alt=sse`,
    'authorization',
  ],
  [
    'Claude on Foundry',
    anthropic,
    'https://mine.services.ai.azure.com/anthropic',
    'claude-x',
    'https://mine.services.ai.azure.com/anthropic/v1/messages',
    'https://mine.services.ai.azure.com/anthropic/v1/messages',
    'x-api-key',
  ],
  [
    'OpenAI chat on Azure',
    openaiChat,
    'https://mine.openai.azure.com/openai/v1',
    'gpt-x',
    'https://mine.openai.azure.com/openai/v1/chat/completions',
    'https://mine.openai.azure.com/openai/v1/chat/completions',
    'api-key',
  ],
  [
    'OpenAI responses on Azure',
    openaiResponses,
    'https://mine.openai.azure.com/openai/v1/',
    'gpt-x',
    'https://mine.openai.azure.com/openai/v1/responses',
    'https://mine.openai.azure.com/openai/v1/responses',
    'api-key',
  ],
  [
    'Claude on Bedrock',
    anthropic,
    'https://bedrock-mantle.us-east-1.api.aws/anthropic',
    'claude-x',
    'https://bedrock-mantle.us-east-1.api.aws/anthropic/v1/messages',
    'https://bedrock-mantle.us-east-1.api.aws/anthropic/v1/messages',
    'authorization',
  ],
  [
    'OpenAI responses on Bedrock',
    openaiResponses,
    'https://bedrock-mantle.us-east-1.api.aws/openai/v1',
    'gpt-x',
    'https://bedrock-mantle.us-east-1.api.aws/openai/v1/responses',
    'https://bedrock-mantle.us-east-1.api.aws/openai/v1/responses',
    'authorization',
  ],
  [
    'OpenAI chat on Bedrock',
    openaiChat,
    'https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1',
    'gpt-oss',
    'https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1/chat/completions',
    'https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1/chat/completions',
    'authorization',
  ],
  [
    'Bedrock',
    bedrock,
    'https://bedrock-runtime.us-west-2.amazonaws.com',
    'us.anthropic.claude-x-v1:0',
    'https://bedrock-runtime.us-west-2.amazonaws.com/model/us.anthropic.claude-x-v1%3A0/converse',
    'https://bedrock-runtime.us-west-2.amazonaws.com/model/us.anthropic.claude-x-v1%3A0/converse-stream',
    'authorization',
  ],
]

describe.each(PLATFORMS)('%s', (_name, adapter, url, model, whole, streamed, header) => {
  test('is asked at its address, with the key where it looks for it', async () => {
    const target = { adapter, url, model, key: 'the-secret-key' }
    for (const [streams, at] of [
      [false, whole],
      [true, streamed],
    ] as const) {
      const sent = await asked(target, streams)
      expect(sent.url).toBe(at)
      expect(sent.headers?.get(header)).toBe(
        header === 'authorization' ? 'Bearer the-secret-key' : 'the-secret-key',
      )
      const shown = [...(sent.headers ?? [])].filter(([, value]) => value.includes('the-secret-key'))
      expect(shown).toHaveLength(1)
    }
  })

  test('authorizes by an account if there is no key', () => {
    const access = accessTo(adapter, new URL(url))
    expect(Object.keys(access ?? {})).not.toEqual([])
    expect(accessTo(adapter, new URL(url.replace('https:', 'http:')))).toBeUndefined()
    expect(accessTo(adapter, new URL('https://api.example.com/v1/projects/p'))).toBeUndefined()
  })
})

test('Vertex gets the body of Claude without a model and with the version of Vertex', async () => {
  const { body } = await asked({ adapter: anthropic, url: VERTEX, model: 'claude-x', key: 'k' }, true)
  expect(body).toMatchObject({ anthropic_version: 'vertex-2023-10-16', stream: true })
  expect(body).not.toHaveProperty('model')
  expect(Object.keys(body ?? {}).at(-1)).toBe('messages')
})

test('a variable of a platform is sent only to that platform, over https', async () => {
  const environment = {
    AZURE_OPENAI_API_KEY: 'azure',
    OPENAI_API_KEY: 'own',
    AWS_BEARER_TOKEN_BEDROCK: 'aws',
  }
  const shown = async (url: string) => {
    const { headers } = await asked({ adapter: openaiChat, url, model: 'm' }, false, environment)
    return headers?.get('api-key') ?? headers?.get('authorization')
  }
  expect(await shown('https://mine.openai.azure.com/openai/v1')).toBe('azure')
  expect(await shown('https://bedrock-mantle.eu-west-1.api.aws/openai/v1')).toBe('Bearer aws')
  expect(await shown('https://api.openai.com/v1')).toBe('Bearer own')
  for (const url of [
    'http://mine.openai.azure.com/openai/v1',
    'https://mine.openai.azure.com.evil.test/openai/v1',
    'https://evil.test/mine.openai.azure.com/openai/v1',
    'https://bedrock-mantle.eu-west-1.api.aws.evil.test/openai/v1',
  ])
    expect(await shown(url)).toBeNull()
})

test('another header may show the key', async () => {
  const target = { adapter: openaiChat, url: 'https://gateway.test/v1', model: 'm', key: 'the-key' }
  expect((await asked({ ...target, keyHeader: 'Api-Key' }, false)).headers?.get('api-key')).toBe('the-key')
  const bearer = { ...target, adapter: anthropic, keyHeader: 'Authorization' }
  expect((await asked(bearer, false)).headers?.get('authorization')).toBe('Bearer the-key')
})

describe('signed requests', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.useRealTimers()
  })

  test.each([
    [
      'whole',
      new ConverseCommand({
        modelId: 'us.anthropic.claude-x-v1:0',
        messages: [{ role: 'user', content: [{ text: 'Grüße' }] }],
      }),
    ],
    [
      'a stream',
      new ConverseStreamCommand({
        modelId: 'arn:aws:bedrock:us-east-1:1:x/y',
        messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      }),
    ],
  ])('have the signature that the AWS SDK gives the same request: %s', async (_name, command) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T05:06:07Z') })
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY')
    vi.stubEnv('AWS_SESSION_TOKEN', 'a-session')
    const signed: {
      method: string
      hostname: string
      path: string
      headers: Record<string, string>
      body: string
    }[] = []
    const client = new BedrockRuntimeClient({
      region: 'us-east-1',
      authSchemePreference: ['sigv4'],
      requestHandler: {
        async handle(request: (typeof signed)[number]) {
          signed.push(request)
          throw new Error('seen')
        },
      },
      maxAttempts: 1,
    })
    const run = command instanceof ConverseCommand ? client.send(command) : client.send(command)
    await expect(run).rejects.toThrow('seen')
    const [request] = signed
    if (request === undefined) throw new Error('nothing was signed')
    const base = new URL(`https://${request.hostname}`)
    const { authorization, host: _host, ...rest } = request.headers
    const headers = Object.fromEntries(
      Object.entries(rest).filter(([name]) => !/^x-amz-(date|content-sha256|security-token)$/.test(name)),
    )
    const { method, path, body } = request
    const own = await accessTo(bedrock, base)?.sign?.({ url: `${base.origin}${path}`, method, headers, body })
    expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260304\/us-east-1\/bedrock\//)
    expect(own?.authorization).toBe(authorization)
    expect(own?.['x-amz-security-token']).toBe('a-session')
  })

  test('are sent with their signature, over the sent body', async () => {
    const bodies: unknown[] = []
    const target = {
      adapter: bedrock,
      url: 'https://bedrock-runtime.us-east-1.amazonaws.com',
      model: 'm',
      sign: async ({ headers, body, url, method }: Parameters<NonNullable<ProxyTarget['sign']>>[0]) => {
        bodies.push(body)
        return { ...headers, authorization: `signed ${method} ${url}` }
      },
    }
    const { url, body, headers } = await asked(target, false)
    expect(headers?.get('authorization')).toBe(`signed POST ${url}`)
    expect(headers?.get('content-type')).toBe('application/json')
    expect(JSON.parse(String(bodies[0]))).toEqual(body)
  })

  test('that cannot be signed are reported, and the next target is tried', async () => {
    const upstream = scripted((sent) => nativeAnswer(openaiChat, ANSWER, sent))
    const sign = async () => {
      throw new Error('Could not load credentials from any providers')
    }
    const first = { adapter: openaiChat, url: 'https://a.test/v1', model: 'm', sign }
    const next = { adapter: openaiChat, url: 'https://b.test/v1', model: 'm' }
    const proxy = served({ clients: [anthropic], routes: [{ to: [first, next] }], fetch: upstream.fetch })
    expect((await proxy.fetch(...requestOf('anthropic-messages', user('Hi')))).status).toBe(200)
    expect(upstream.sent.map(({ url }) => new URL(url).host)).toEqual(['b.test'])
    expect(proxy.told[0]?.passedOver[0]).toContain('Could not load credentials')
  })
})

describe('tokens of an account', () => {
  const FOUNDRY = new URL('https://mine.services.ai.azure.com/anthropic')

  function keyOf(adapter: Adapter, base: URL, load: Load): () => Promise<string> {
    const { key, keyHeader } = accessTo(adapter, base, load) ?? {}
    expect(keyHeader).toBe('authorization')
    return async () => String(typeof key === 'function' ? await key() : key)
  }

  test('are requested from Google’s library for each request, which renews them', async () => {
    const made: unknown[] = []
    let count = 0
    class GoogleAuth {
      constructor(options: unknown) {
        made.push(options)
      }
      async getAccessToken() {
        count += 1
        return `token-${count}`
      }
    }
    const key = keyOf(google, new URL(VERTEX), async () => ({ GoogleAuth }))
    expect([await key(), await key()]).toEqual(['token-1', 'token-2'])
    expect(made).toEqual([{ scopes: ['https://www.googleapis.com/auth/cloud-platform'] }])
  })

  test('are requested from Azure’s library', async () => {
    class DefaultAzureCredential {}
    const getBearerTokenProvider = (credential: unknown, scope: unknown) => async () =>
      `${credential instanceof DefaultAzureCredential} ${scope}`
    const key = keyOf(anthropic, FOUNDRY, async () => ({ DefaultAzureCredential, getBearerTokenProvider }))
    expect(await key()).toBe('true https://ai.azure.com/.default')
  })

  test('a missing package is named, and looked up again', async () => {
    const key = keyOf(anthropic, FOUNDRY, async (name) => import(`${name}-is-not-there`))
    await expect(key()).rejects.toThrow()
    const missing = accessTo(anthropic, FOUNDRY)?.key
    await expect(async () => typeof missing === 'function' && missing()).rejects.toThrow(
      'npm install @azure/identity',
    )
  })

  test('one that fails is asked for again by the next request', async () => {
    let isBroken = true
    const load: Load = async () => {
      if (isBroken) throw new Error('no metadata')
      return {
        GoogleAuth: class {
          getAccessToken = async () => 'token'
        },
      }
    }
    const key = keyOf(google, new URL(VERTEX), load)
    await expect(key()).rejects.toThrow('no metadata')
    isBroken = false
    expect(await key()).toBe('token')
  })

  test('an account without a token is not a key', async () => {
    const load: Load = async () => ({
      GoogleAuth: class {
        getAccessToken = async () => null
      },
    })
    await expect(keyOf(google, new URL(VERTEX), load)()).rejects.toThrow('returned no token')
  })
})

test('unknown properties of a target are rejected', () => {
  const to = { adapter: openaiChat, url: 'https://a.test/v1', keyHeaders: 'x' }
  expect(() => createProxy({ clients: [openaiChat], routes: [{ to }] })).toThrow('keyHeader')
})
