// The proxy of this library between two APIs, and its functions for the neutral form.
import { encodeConversation, userMessage } from 'toolwire'
import { stringifyExact } from 'toolwire/adapter-kit'
import { decodeAny, loadAdapter } from 'toolwire/adapters'
import { httpSubject, PlayedServers } from 'toolwire/conformance'
import { models } from 'toolwire/models'
import { createProxy } from 'toolwire/proxy'

export const name = 'toolwire'

const APIS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'google-generate-content',
  'bedrock-converse',
  'mistral-chat',
  'cohere-chat',
  'ollama-chat',
]

/** Of conversations without a limit. */
const MAX_OUTPUT_TOKENS = 4096

/** The base URL of each API, in the form of its clients. */
const BASES = {
  'openai-chat': '/v1',
  'openai-responses': '/v1',
  'mistral-chat': '/v1',
  'google-generate-content': '/v1beta',
  'anthropic-messages': '',
  'bedrock-converse': '',
  'cohere-chat': '',
  'ollama-chat': '',
}

/** The vendor's own host of each API, by which the proxy knows what its server accepts. */
const HOSTS = {
  'openai-chat': 'api.openai.com',
  'openai-responses': 'api.openai.com',
  'mistral-chat': 'api.mistral.ai',
  'google-generate-content': 'generativelanguage.googleapis.com',
  'anthropic-messages': 'api.anthropic.com',
  'bedrock-converse': 'bedrock-runtime.us-east-1.amazonaws.com',
  'cohere-chat': 'api.cohere.com',
  'ollama-chat': 'localhost',
}

/** The known refusals of each API, by which the command of the proxy repairs requests. */
const REFUSALS = {
  'openai-chat': () => import('toolwire/adapters/openai-chat/rules'),
  'openai-responses': () => import('toolwire/adapters/openai-responses/rules'),
  'mistral-chat': () => import('toolwire/adapters/mistral-chat/rules'),
  'google-generate-content': () => import('toolwire/adapters/google-generate-content/rules'),
  'anthropic-messages': () => import('toolwire/adapters/anthropic-messages/rules'),
  'bedrock-converse': () => import('toolwire/adapters/bedrock-converse/rules'),
  'cohere-chat': () => import('toolwire/adapters/cohere-chat/rules'),
  'ollama-chat': () => import('toolwire/adapters/ollama-chat/rules'),
}

/** The hosts of servers whose profile has another name, or that offer the API of another vendor. */
const OTHER_HOSTS = { gemini: HOSTS['google-generate-content'] }

export async function translate(input, signal) {
  if (input.from === 'canonical') return { body: await encoded(input) }
  if (input.to === 'canonical') return { body: await decoded(input) }
  return proxied(input, signal)
}

async function encoded({ body, to, model, server }) {
  const { request } = await decodeAny(body)
  const { maxOutputTokens = MAX_OUTPUT_TOKENS } = request
  const adapter = await loadAdapter(to)
  const options = { to: adapter, model, models, ...limitsOf(adapter, server), maxOutputTokens }
  return stringifyExact(encodeConversation(request, options).value)
}

async function decoded({ kind, from, body, status, headers }) {
  const adapter = await loadAdapter(from)
  if (kind === 'answer') return stringifyExact(adapter.decodeResponse(body).value)
  return stringifyExact(
    await adapter.collect(new Response(body, { status, headers: streamHeaders(headers) })),
  )
}

function streamHeaders(headers) {
  return { 'content-type': 'text/event-stream', ...headers }
}

/** Returns the option with the profile of the server, if it has one. The vendor's own server has none. */
function limitsOf(adapter, limits) {
  try {
    encodeConversation({ messages: [userMessage('Hello')] }, { to: adapter, limits })
    return limits && { limits }
  } catch {
    return undefined
  }
}

async function proxied(input, signal) {
  const servers = new PlayedServers()
  const routes = await Promise.all(APIS.map((api) => routeOf(api, input)))
  const proxy = createProxy({
    routes,
    models,
    clients: await Promise.all(APIS.map(loadAdapter)),
    // The played servers have the paths of the real ones.
    fetch: (url, init) => servers.fetch(`http://servers${new URL(url).pathname}`, init),
  })
  const subject = httpSubject({
    baseUrl: 'http://proxy',
    servers,
    clients: APIS,
    models: Object.fromEntries(APIS.map((api) => [api, `${api}/{model}`])),
    fetch: (url, init) => proxy.fetch(new Request(url, init)),
  })
  return subject.translate(input, signal)
}

async function routeOf(api, { to, model, server }) {
  const adapter = await loadAdapter(api)
  const isTarget = api === to
  const host = (isTarget && OTHER_HOSTS[server]) || HOSTS[api]
  return {
    models: [`${api}/*`],
    to: {
      adapter,
      url: `https://${host}/${api}${BASES[api]}`,
      rules: () => refusalsOf(api),
      ...(isTarget && limitsOf(adapter, server)),
      ...(isTarget && model && { model }),
    },
  }
}

async function refusalsOf(api) {
  const { rules, refusals = [] } = await REFUSALS[api]()
  return [...rules, ...refusals]
}
