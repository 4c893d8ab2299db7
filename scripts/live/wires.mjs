import { loadAdapter } from 'toolwire/adapters'
import { serverNames } from 'toolwire/mock'

const NO_CACHE = 'this API reports no cached tokens'

/**
 * The wires of the matrix: a cheap model, its reasoning settings, and the cases that the API cannot show, with the reason.
 * `streamsBytes`: the stream is binary, so recordings are made of complete answers.
 */
export const WIRES = {
  'anthropic-messages': { model: 'claude-haiku-4-5', reasoning: { budgetTokens: 1024 } },
  'openai-responses': { model: 'gpt-5.4-nano', reasoning: { effort: 'low' } },
  'openai-chat': {
    model: 'gpt-5.4-nano',
    reasoning: { effort: 'low' },
    lacks: {
      thinking: 'the Chat API of OpenAI returns no reasoning',
      search: 'the Chat API of OpenAI searches only with its search models',
    },
  },
  'google-generate-content': {
    model: 'gemini-3.5-flash-lite',
    reasoning: { effort: 'low', summary: 'auto' },
  },
  'google-interactions': { model: 'gemini-3.5-flash-lite', reasoning: { effort: 'low', summary: 'auto' } },
  'mistral-chat': {
    model: 'mistral-small-latest',
    reasoning: { effort: 'high' },
    lacks: { cache: NO_CACHE, search: 'the Chat API of Mistral has no web search' },
  },
  'cohere-chat': {
    model: 'command-a-plus',
    reasoning: { budgetTokens: 512 },
    lacks: { cache: NO_CACHE, search: 'the Chat API of Cohere has no web search' },
  },
  'bedrock-converse': {
    model: 'us.amazon.nova-2-lite-v1:0',
    reasoning: { effort: 'low' },
    streamsBytes: true,
    url: ({ AWS_REGION = 'us-east-1' }) => `https://bedrock-runtime.${AWS_REGION}.amazonaws.com`,
  },
  'ollama-chat': {
    model: 'gpt-oss:20b',
    reasoning: { effort: 'low' },
    url: () => 'https://ollama.com',
    lacks: {
      cache: NO_CACHE,
      search: 'the Chat API of Ollama has no web search',
      image: 'gpt-oss has no vision',
    },
  },
}

/** The servers of `--mock`, with the wires that are tried on each. */
export const MOCKS = {
  openai: [
    { wire: 'openai-responses', model: 'gpt-5.4-nano' },
    { wire: 'openai-chat', model: 'gpt-5.4-nano', lacks: WIRES['openai-chat'].lacks },
  ],
  anthropic: [{ wire: 'anthropic-messages', model: 'claude-haiku-4-5' }],
  gemini: [{ wire: 'google-generate-content', model: 'gemini-3.5-flash-lite' }],
  vllm: [{ wire: 'openai-chat', model: 'qwen3.7', url: 'http://mock/v1', limits: 'vllm' }],
  bedrock: [{ wire: 'bedrock-converse', model: 'us.amazon.nova-2-lite-v1:0', url: 'http://mock' }],
}

/**
 * Returns the targets whose key is set, and of those that are asked for. A URL is used only with one wire; its key is
 * `LIVE_KEY`, because keys of vendors are sent only to their hosts.
 */
export async function liveTargets({ wires, models, url }, env) {
  const asked = wires.length > 0 ? wires : Object.keys(WIRES)
  const targets = await Promise.all(asked.map((name) => targetsOf(name, { models, url }, env)))
  return targets.flat()
}

async function targetsOf(name, { models, url }, env) {
  const adapter = await loadAdapter(name)
  const row = WIRES[adapter.id] ?? {}
  const key = url === undefined ? keyOf(adapter, env) : (env.LIVE_KEY ?? null)
  if (key === undefined) return []
  const chosen = models.length > 0 ? models : [row.model].filter((model) => model !== undefined)
  return chosen.map((model) => ({
    ...{ title: adapter.id, adapter, model, key, url: url ?? row.url?.(env) },
    ...{ reasoning: row.reasoning ?? {}, lacks: row.lacks ?? {}, streamsBytes: row.streamsBytes === true },
  }))
}

/** Returns the variables of each wire's key. */
export async function keyVariables() {
  const adapters = await Promise.all(Object.keys(WIRES).map((name) => loadAdapter(name)))
  return adapters.map(({ id, codecs }) => ({ wire: id, variables: codecs.http?.access?.variables ?? [] }))
}

function keyOf({ codecs }, env) {
  const name = (codecs.http?.access?.variables ?? []).find((variable) => env[variable])
  return name === undefined ? undefined : env[name]
}

/** Returns the targets on mocked servers. */
export async function mockTargets(servers) {
  const names = servers.length > 0 ? servers : Object.keys(MOCKS)
  const unknown = names.find((name) => !Object.hasOwn(MOCKS, name))
  if (unknown !== undefined)
    throw new Error(
      serverNames.includes(unknown)
        ? `the matrix has no row for the mock of ${unknown}: add one to MOCKS in scripts/live/wires.mjs`
        : `unknown server "${unknown}"; the matrix has ${Object.keys(MOCKS).join(', ')}`,
    )
  const rows = names.flatMap((server) => MOCKS[server].map((row) => ({ server, ...row })))
  return Promise.all(
    rows.map(async ({ server, wire, lacks = {}, ...row }) => ({
      ...{ title: `${server} (mock)`, server, adapter: await loadAdapter(wire), key: 'none', lacks },
      ...{ reasoning: WIRES[wire].reasoning, streamsBytes: false, ...row },
    })),
  )
}
