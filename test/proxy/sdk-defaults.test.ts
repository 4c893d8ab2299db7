import { Anthropic } from '@anthropic-ai/sdk'
import {
  BedrockRuntimeClient,
  type BedrockRuntimeClientConfig,
  ConverseCommand,
  ConverseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime'
import { GoogleGenAI } from '@google/genai'
import { GoogleGenerativeAI } from '@google/generative-ai'
import { Mistral } from '@mistralai/mistralai'
import { CohereClientV2 } from 'cohere-ai'
import { OpenAI } from 'openai'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ModelResponse } from '../../src/base/model/types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { type LocalServer, serveFetch } from '../../src/traffic/replay/server.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer } from '../support/proxy.js'
import { type RunningCli, startCli } from '../support/run-cli.js'

// Each official SDK with its documented setup, changed only in address and key, over real connections to the
// command's own server.

const TEXT = 'It is in the drawer, behind the keys. '.repeat(40)
const ANSWER: ModelResponse = {
  id: 'answer-1',
  model: 'target-model',
  message: { role: 'assistant', parts: [{ type: 'text', text: TEXT }] },
  finish: { reason: 'stop' },
  usage: { inputTokens: 3, outputTokens: 2 },
}
const apiKey = 'any'
const QUESTION = 'Where is it?'
const messages = [{ role: 'user' as const, content: QUESTION }]

interface Client {
  readonly sdk: string
  ask(url: string): Promise<string | undefined>
  stream(url: string): Promise<string>
}

async function joined<Piece>(
  pieces: AsyncIterable<Piece> | readonly Piece[],
  textOf: (piece: Piece) => string | null | undefined,
): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += textOf(piece) ?? ''
  return text
}

const bedrockQuestion = {
  modelId: 'us.anthropic.claude-x-v1:0',
  messages: [{ role: 'user' as const, content: [{ text: QUESTION }] }],
}

function bedrock(url: string, access: BedrockRuntimeClientConfig): BedrockRuntimeClient {
  const client = new BedrockRuntimeClient({ region: 'us-east-1', endpoint: url, ...access })
  onTestFinished(() => client.destroy())
  return client
}

function bedrockWith(sdk: string, access: BedrockRuntimeClientConfig): Client {
  return {
    sdk,
    async ask(url) {
      const { output } = await bedrock(url, access).send(new ConverseCommand(bedrockQuestion))
      return output?.message?.content?.[0]?.text
    },
    async stream(url) {
      const { stream } = await bedrock(url, access).send(new ConverseStreamCommand(bedrockQuestion))
      return joined(stream ?? [], ({ contentBlockDelta }) => contentBlockDelta?.delta?.text)
    },
  }
}

const CLIENTS: readonly Client[] = [
  {
    sdk: 'openai, chat completions',
    async ask(url) {
      const client = new OpenAI({ apiKey, baseURL: `${url}/v1` })
      const { choices } = await client.chat.completions.create({ model: 'm', messages })
      return choices[0]?.message.content ?? undefined
    },
    async stream(url) {
      const client = new OpenAI({ apiKey, baseURL: `${url}/v1` })
      const stream = await client.chat.completions.create({ model: 'm', messages, stream: true })
      return joined(stream, ({ choices }) => choices[0]?.delta.content)
    },
  },
  {
    sdk: 'openai, responses',
    async ask(url) {
      const client = new OpenAI({ apiKey, baseURL: `${url}/v1` })
      return (await client.responses.create({ model: 'm', input: QUESTION })).output_text
    },
    async stream(url) {
      const client = new OpenAI({ apiKey, baseURL: `${url}/v1` })
      const stream = await client.responses.create({ model: 'm', input: QUESTION, stream: true })
      return joined(stream, (event) => (event.type === 'response.output_text.delta' ? event.delta : ''))
    },
  },
  {
    sdk: '@anthropic-ai/sdk',
    async ask(url) {
      const client = new Anthropic({ apiKey, baseURL: url })
      const { content } = await client.messages.create({ model: 'm', max_tokens: 100, messages })
      return content[0]?.type === 'text' ? content[0].text : undefined
    },
    async stream(url) {
      const client = new Anthropic({ apiKey, baseURL: url })
      return client.messages.stream({ model: 'm', max_tokens: 100, messages }).finalText()
    },
  },
  {
    sdk: '@google/genai',
    async ask(url) {
      const client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } })
      return (await client.models.generateContent({ model: 'm', contents: QUESTION })).text
    },
    async stream(url) {
      const client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } })
      return joined(
        await client.models.generateContentStream({ model: 'm', contents: QUESTION }),
        ({ text }) => text,
      )
    },
  },
  {
    sdk: '@google/generative-ai',
    async ask(url) {
      const model = new GoogleGenerativeAI(apiKey).getGenerativeModel({ model: 'm' }, { baseUrl: url })
      return (await model.generateContent(QUESTION)).response.text()
    },
    async stream(url) {
      const model = new GoogleGenerativeAI(apiKey).getGenerativeModel({ model: 'm' }, { baseUrl: url })
      return joined((await model.generateContentStream(QUESTION)).stream, (piece) => piece.text())
    },
  },
  {
    sdk: '@mistralai/mistralai',
    async ask(url) {
      const client = new Mistral({ apiKey, serverURL: url })
      return String((await client.chat.complete({ model: 'm', messages })).choices[0]?.message?.content)
    },
    async stream(url) {
      const client = new Mistral({ apiKey, serverURL: url })
      return joined(await client.chat.stream({ model: 'm', messages }), ({ data }) =>
        String(data.choices[0]?.delta.content ?? ''),
      )
    },
  },
  {
    sdk: 'cohere-ai',
    async ask(url) {
      const client = new CohereClientV2({ token: apiKey, baseUrl: url })
      const { message } = await client.chat({ model: 'm', messages })
      return (message.content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('')
    },
    async stream(url) {
      const client = new CohereClientV2({ token: apiKey, baseUrl: url })
      return joined(await client.chatStream({ model: 'm', messages }), (event) =>
        event.type === 'content-delta' ? String(event.delta?.message?.content?.text ?? '') : '',
      )
    },
  },
  bedrockWith('@aws-sdk/client-bedrock-runtime, signed', {
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
  }),
  bedrockWith('@aws-sdk/client-bedrock-runtime, API key', {
    token: { token: apiKey },
    authSchemePreference: ['httpBearerAuth'],
  }),
]

const TARGETS = ['anthropic-messages', 'openai-chat']
const servers: LocalServer[] = []
const proxies = new Map<string, RunningCli>()

beforeAll(async () => {
  for (const wire of TARGETS) {
    const { adapter } = adapterOf(wire)
    const server = await serveFetch(async (input, init) => {
      const sent = new Request(input, init)
      return nativeAnswer(adapter, ANSWER, { path: new URL(sent.url).pathname, body: await sent.json() })
    })
    servers.push(server)
    const args = ['proxy', '--to', wire, '--target', server.url, '--model', 'target-model']
    const proxy = await startCli([...args, '--max-output-tokens', '1000'], { adapters: ADAPTERS_FOLDER })
    proxies.set(wire, proxy)
  }
})

afterAll(async () => {
  await Promise.all([...proxies.values()].map((proxy) => proxy.stop()))
  await Promise.all(servers.map((server) => server.close()))
})

describe.each(TARGETS)('official SDKs with their default settings, over %s', (wire) => {
  test.each(CLIENTS)('$sdk', async ({ ask, stream }) => {
    const url = proxies.get(wire)?.url ?? ''
    expect(await ask(url)).toBe(TEXT)
    expect(await stream(url)).toBe(TEXT)
  })

  test('the AWS SDK asks 100 times at once, and goes away in the middle of others', async () => {
    const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
    const client = bedrock(proxies.get(wire)?.url ?? '', { credentials })
    const left = new AbortController()
    const leaving = Array.from({ length: 20 }, () =>
      client
        .send(new ConverseStreamCommand(bedrockQuestion), { abortSignal: left.signal })
        .catch(() => undefined),
    )
    const texts = Array.from({ length: 100 }, async () => {
      const { stream } = await client.send(new ConverseStreamCommand(bedrockQuestion))
      return joined(stream ?? [], ({ contentBlockDelta }) => contentBlockDelta?.delta?.text)
    })
    left.abort()
    await Promise.all(leaving)
    expect(new Set(await Promise.all(texts))).toEqual(new Set([TEXT]))
  })
})
