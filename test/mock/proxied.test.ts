import { describe, expect, test } from 'vitest'
import { refusals, rules } from '../../adapters/openai-chat/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { servers } from '../../src/traffic/mock/rows/index.js'
import type { ApiRow } from '../../src/traffic/mock/server-row.js'
import type { KnownRefusal } from '../../src/translate/repair/refusal.js'
import { adapterOf } from '../support/adapters.js'
import { proxied } from '../support/proxy.js'
import { type AgentRequest, agentRequests } from './agent-requests.js'
import { pathOf } from './native-requests.js'
import { mockOf } from './support.js'

/** The hosts of the servers, by which the proxy chooses their limits. Others have an address of their own. */
const HOSTS: Readonly<Record<string, string>> = {
  ...{ openai: 'api.openai.com', anthropic: 'api.anthropic.com', azure: 'one.openai.azure.com' },
  ...{ deepseek: 'api.deepseek.com', groq: 'api.groq.com', openrouter: 'openrouter.ai', xai: 'api.x.ai' },
  ...{ mistral: 'api.mistral.ai', moonshot: 'api.moonshot.ai', zai: 'api.z.ai', minimax: 'api.minimax.io' },
  ...{ alibaba: 'dashscope-intl.aliyuncs.com', cerebras: 'api.cerebras.ai', fireworks: 'api.fireworks.ai' },
  ...{ nim: 'integrate.api.nvidia.com', perplexity: 'api.perplexity.ai', copilot: 'api.githubcopilot.com' },
  ...{ gemini: 'generativelanguage.googleapis.com', vertex: 'us-east5-aiplatform.googleapis.com' },
  ...{
    bedrock: 'bedrock-runtime.us-east-1.amazonaws.com',
    ollama: '127.0.0.1:11434',
    lmstudio: '127.0.0.1:1234',
  },
}

const MODELS: Readonly<Record<string, string>> = {
  ...{ vllm: 'qwen3.7', sglang: 'qwen3.7', 'llama.cpp': 'qwen3.7', ollama: 'qwen3.8', lmstudio: 'qwen3.7' },
  ...{
    deepseek: 'deepseek-v4-pro',
    groq: 'llama-3.3-70b-versatile',
    openrouter: 'z-ai/glm-5',
    xai: 'grok-4',
  },
  ...{ mistral: 'mistral-large-latest', moonshot: 'kimi-k3', zai: 'glm-5', alibaba: 'qwen3.7-plus' },
  ...{ minimax: 'MiniMax-M3', cerebras: 'gpt-oss-120b', fireworks: 'accounts/fireworks/models/glm-5' },
  ...{ nim: 'meta/llama-4', perplexity: 'sonar-pro', copilot: 'claude-sonnet-5', azure: 'gpt-5.6' },
  ...{ openai: 'gpt-5.6', anthropic: 'claude-opus-5', vertex: 'gemini-3.1-pro', gemini: 'gemini-3.1-pro' },
  bedrock: 'anthropic.claude-opus-5',
}

const KNOWN: Readonly<Record<string, readonly KnownRefusal[]>> = {
  'openai-chat': [...rules, ...refusals],
}

/**
 * Requests that the servers refuse at first, which the proxy fixes after the refusal. The limits of a host depend on no
 * model, and a request of the target's own wire keeps its fields.
 */
const FIXED = new Set<string>()

const apis = Object.entries(servers).flatMap(([server, { apis: rows }]) =>
  rows.map((row) => ({ server, api: row.api, row })),
)
const routes = apis
  // These two need a platform of the wire.
  .filter(({ server, api }) => !/rawPredict|invoke$/.test(pathOf(server, api)))
  .flatMap((route) => Object.entries(agentRequests).map(([agent, request]) => ({ ...route, agent, request })))

/** Returns the base URL of the server for the proxy. */
function baseUrl(server: string, { api, wire }: ApiRow, model: string): string {
  const origin = `https://${HOSTS[server] ?? 'mock.test:8000'}`
  if (api === 'generate' || api === 'converse') return origin
  const { http } = adapterOf(wire).adapter.codecs
  const [own, tail] = [pathOf(server, api), http.pathFor(model, true)]
  const prefix = own.endsWith(tail)
    ? own.slice(0, -tail.length) + (http.base ?? '')
    : own.replace(/\/chat\/completions$/, '')
  return `${origin}${prefix}`
}

async function startSession(server: string, row: ApiRow, { wire, path, headers }: AgentRequest) {
  const model = MODELS[server] ?? 'm'
  const mock = await mockOf(server, { model })
  const target = { url: baseUrl(server, row, model), model, rules: KNOWN[row.wire] }
  const { fetch } = proxied(wire, row.wire, (url, init) => mock.fetch(url, init), target)
  const send = (body: JsonObject) =>
    fetch(`https://proxy.test${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return { mock, send }
}

async function ask(server: string, row: ApiRow, request: AgentRequest) {
  const { mock, send } = await startSession(server, row, request)
  const { wire, body } = request
  const response = await send(body)
  const answer = await adapterOf(wire).adapter.collect(response.body ?? [])
  return { response, answer, seen: mock.requests }
}

describe('the proxy sends requests of agents that the servers accept', () => {
  test.each(routes)('$agent on $server, $api', async ({ server, api, agent, row, request }) => {
    const { response, answer, seen } = await ask(server, row, request)
    const name = `${agent} on ${server}, ${api}`
    const refused = seen.filter(({ refusal }) => refusal !== undefined)
    expect([refused.length, seen.at(-1)?.status], refused[0]?.refusal).toEqual([FIXED.has(name) ? 1 : 0, 200])
    expect(response.status).toBe(200)
    expect(['complete', 'tool-calls']).toContain(answer.finish.outcome)
    expect(answer.error).toBeUndefined()
  })
})

function claudeCodeOn(server: 'vllm' | 'groq' | 'openrouter') {
  const row = servers[server]?.apis[0]
  const agent = agentRequests['Claude Code']
  if (row === undefined || agent === undefined) throw new Error('no API')
  return { row, agent }
}

// Claude Code asks for 128000 tokens, and sends 50 kB of instructions and tools.
test.each(['vllm', 'groq', 'openrouter'] as const)(
  'an output limit next to which the prompt does not fit is refused once: %s',
  async (server) => {
    const { row, agent } = claudeCodeOn(server)
    const body = { ...agent.body, max_tokens: 128_000, system: 'Be brief. '.repeat(5000) }
    const { mock, send } = await startSession(server, row, agent)
    for (let turn = 0; turn < 2; turn += 1) await (await send(body)).text()
    expect(mock.requests.map(({ status }) => status)).toEqual([400, 200, 200])
    const title = await send({ ...body, max_tokens: 300 })
    expect(title.status).toBe(200)
    await title.text()
    expect(JSON.stringify(mock.requests.at(-1)?.body)).toMatch(/"max_(completion_)?tokens":300\b/)
  },
)

test('a refusal reaches the client in the form of its wire, with the words of the server', async () => {
  const { row, agent } = claudeCodeOn('vllm')
  const { response, answer } = await ask('vllm', row, {
    ...agent,
    body: { ...agent.body, system: 'Long. '.repeat(100_000) },
  })
  expect(response.status).toBe(400)
  expect(answer.error?.message).toContain("This model's maximum context length is")
})
