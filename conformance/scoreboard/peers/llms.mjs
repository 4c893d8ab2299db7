// Its server, with a provider for each API that it has a transformer for. The runner plays the client and the providers.
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { httpSubject, PlayedServers } from '../../../dist/src/conformance/index.js'

// Its module for `import` fails to load on Node 20.
const { default: Server } = createRequire(import.meta.url)('@musistudio/llms')

export const name = 'llms'
export const packages = ['@musistudio/llms']

/** APIs with a full endpoint. `/v1beta` and `/v1/responses` accept no foreign providers: they write no answers. */
const CLIENTS = ['anthropic-messages', 'openai-chat']

const CHAT = 'http://servers/openai-chat/v1/chat/completions'

/** The providers, as in the examples of claude-code-router. Transformers of one server are used for this server. */
const PROVIDERS = [
  provider('openai-chat', CHAT, []),
  provider('openai', CHAT, ['maxcompletiontokens']),
  ...['deepseek', 'groq', 'openrouter', 'cerebras'].map((server) => provider(server, CHAT, [server])),
  provider('reasoning', CHAT, ['reasoning']),
  provider('mistral-chat', 'http://servers/mistral-chat/v1/chat/completions', []),
  provider('openai-responses', 'http://servers/openai-responses/v1/responses', ['openai-responses']),
  provider('anthropic-messages', 'http://servers/anthropic-messages/v1/messages', ['Anthropic']),
  provider('google-generate-content', 'http://servers/google-generate-content/v1beta/models/', ['gemini']),
]

function provider(id, url, use) {
  return { name: id, api_base_url: url, api_key: 'conformance', models: ['m'], transformer: { use } }
}

const servers = new PlayedServers()
const send = globalThis.fetch
globalThis.fetch = (url, init) =>
  String(url).startsWith('http://servers/') ? servers.fetch(url, init) : send(url, init)
let baseUrl

async function started() {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address()
  free.close()
  await once(free, 'close')
  const initialConfig = { providers: PROVIDERS, HOST: '127.0.0.1', PORT: port }
  new Server({ initialConfig, logger: false }).start()
  const url = `http://127.0.0.1:${port}`
  while (!(await send(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 50))
  return url
}

/** Returns the provider of a server. An answer of Chat Completions with reasoning comes from a server that has it. */
function providerOf(api, { kind, server, body }) {
  if (api !== 'openai-chat') return api
  if (kind !== 'request' && /"reasoning_content":/.test(body)) return 'reasoning'
  return PROVIDERS.some(({ name: id }) => id === server) ? server : 'openai-chat'
}

/** Foreign clients of Anthropic are not translated: it has no transformer for requests to it. */
function skippedRoute({ kind, from, to, through }) {
  const route = kind === 'request' ? [from, ...through, to] : [to, from]
  return route.some(
    (server, index) => index > 0 && server === 'anthropic-messages' && route[index - 1] !== server,
  )
}

export async function translate(input, signal) {
  if (skippedRoute(input)) return { skipped: 'sends no requests of other APIs to anthropic-messages' }
  baseUrl ??= await started()
  const apis = [
    'openai-chat',
    'mistral-chat',
    'openai-responses',
    'anthropic-messages',
    'google-generate-content',
  ]
  const models = apis.map((api) => [api, `${providerOf(api, input)},${input.model ?? 'conformance'}`])
  const options = { baseUrl, servers, clients: CLIENTS, models: Object.fromEntries(models), fetch: send }
  return httpSubject(options).translate(input, signal)
}
