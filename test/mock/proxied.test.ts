import { describe, expect, test } from 'vitest'
import { servers } from '../../src/traffic/mock/rows/index.js'
import type { ApiRow } from '../../src/traffic/mock/server-row.js'
import { adapterOf } from '../support/adapters.js'
import { proxied } from '../support/proxy.js'
import { type AgentRequest, agentRequests } from './agent-requests.js'
import { pathOf } from './native-requests.js'
import { mockOf } from './support.js'

/** The limits that a user of the proxy chooses, by server and API. Default: those of the wire. */
const PROFILES: Readonly<Record<string, string>> = {
  ...{ 'vllm/chat': 'vllm', 'vllm/responses': 'vllm', 'vllm/messages': 'compatible' },
  ...{ 'sglang/chat': 'sglang', 'sglang/responses': 'sglang', 'sglang/messages': 'compatible' },
  ...{
    'llama.cpp/chat': 'llama.cpp',
    'llama.cpp/responses': 'llama.cpp',
    'llama.cpp/messages': 'compatible',
  },
  ...{
    'ollama/chat': 'ollama-compat',
    'ollama/responses': 'ollama-compat',
    'ollama/messages': 'ollama-compat',
  },
  ...{ 'lmstudio/chat': 'lmstudio', 'lmstudio/responses': 'lmstudio', 'lmstudio/messages': 'compatible' },
  ...{ 'deepseek/chat': 'deepseek', 'deepseek/responses': 'deepseek', 'deepseek/messages': 'deepseek' },
  ...{ 'groq/chat': 'groq', 'groq/responses': 'compatible', 'xai/chat': 'xai', 'xai/responses': 'xai' },
  ...{
    'openrouter/chat': 'openrouter',
    'openrouter/responses': 'openrouter',
    'openrouter/messages': 'openrouter',
  },
  ...{ 'moonshot/chat': 'moonshot', 'zai/chat': 'zai', 'zai/messages': 'zai', 'alibaba/chat': 'alibaba' },
  ...{ 'alibaba/messages': 'compatible', 'minimax/chat': 'minimax', 'minimax/messages': 'minimax' },
  ...{ 'cerebras/chat': 'cerebras', 'fireworks/chat': 'fireworks', 'nim/chat': 'nim' },
  ...{ 'perplexity/chat': 'perplexity', 'azure/chat': 'azure', 'azure/responses': 'azure' },
  ...{ 'copilot/chat': 'copilot', 'copilot/responses': 'copilot', 'copilot/messages': 'copilot' },
  ...{ 'vertex/generate': 'vertex-ai', 'bedrock/converse': 'claude', 'gemini/chat': 'gemini-compat' },
  'ollama/native-chat': 'native',
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

/** Agents whose requests are still refused: the limits of the target lack a fact, or none was chosen. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  // Requests of the target's own wire keep a system message in the middle.
  ...{ 'vllm/messages': ['Claude Code'], 'llama.cpp/messages': ['Claude Code'] },
  ...{ 'ollama/messages': ['Claude Code'], 'lmstudio/messages': ['Claude Code'] },
  ...{ 'deepseek/messages': ['Claude Code'], 'zai/messages': ['Claude Code'] },
  ...{ 'alibaba/messages': ['Claude Code'], 'minimax/messages': ['Claude Code'] },
  'ollama/native-chat': ['Claude Code', 'Codex', 'a Chat agent'],
  // Reasoning in the history of a model that does not reason, and the cache key.
  'groq/chat': ['Claude Code', 'Codex', 'a Chat agent'],
  'nim/chat': ['Codex'],
  // A named choice.
  ...{ 'moonshot/chat': ['a Chat agent'], 'cerebras/chat': ['a Chat agent'] },
  // Unknown members of a request of the target's own wire.
  'openai/chat': ['a Chat agent'],
  // Keywords of schemas.
  'gemini/chat': ['Claude Code', 'Codex', 'a Chat agent'],
}

/** Limits depend on the host. Default: a host that the library does not know. */
const HOSTS: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com',
  anthropic: 'https://api.anthropic.com',
}

const apis = Object.entries(servers).flatMap(([server, { apis: rows }]) =>
  rows.map((row) => ({ server, api: row.api, row })),
)
const routes = apis
  // These two need a platform of the wire.
  .filter(({ server, api }) => !/rawPredict|invoke$/.test(pathOf(server, api)))
  .flatMap((route) => Object.entries(agentRequests).map(([agent, request]) => ({ ...route, agent, request })))
  .filter(({ server, api, agent }) => !REFUSED[`${server}/${api}`]?.includes(agent))

/** Returns the base URL of the server for the proxy. */
function baseUrl(server: string, { api, wire }: ApiRow, model: string): string {
  if (api === 'generate' || api === 'converse') return 'http://mock.test'
  const { http } = adapterOf(wire).adapter.codecs
  const [own, tail] = [pathOf(server, api), http.pathFor(model, true)]
  const prefix = own.endsWith(tail)
    ? own.slice(0, -tail.length) + (http.base ?? '')
    : own.replace(/\/chat\/completions$/, '')
  return `${HOSTS[server] ?? 'http://mock.test'}${prefix}`
}

async function ask(server: string, row: ApiRow, { wire, path, body, headers }: AgentRequest) {
  const model = MODELS[server] ?? 'm'
  const mock = await mockOf(server, { model })
  const target = { url: baseUrl(server, row, model), model, limits: PROFILES[`${server}/${row.api}`] }
  const { fetch } = proxied(wire, row.wire, (url, init) => mock.fetch(url, init), target)
  const response = await fetch(`https://proxy.test${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const answer = await adapterOf(wire).adapter.collect(response.body ?? [])
  return { response, answer, seen: mock.requests }
}

describe('the proxy sends requests of agents that the servers accept', () => {
  test.each(routes)('$agent on $server, $api', async ({ server, row, request }) => {
    const { response, answer, seen } = await ask(server, row, request)
    expect(seen.map(({ status, refusal }) => [status, refusal])).toEqual([[200, undefined]])
    expect(response.status).toBe(200)
    expect(['complete', 'tool-calls']).toContain(answer.finish.outcome)
    expect(answer.error).toBeUndefined()
  })
})

test('a refusal reaches the client in the form of its wire, with the words of the server', async () => {
  const { chat } = { chat: servers.vllm?.apis[0] }
  const agent = agentRequests['Claude Code']
  if (chat === undefined || agent === undefined) throw new Error('no API')
  const { response, answer } = await ask('vllm', chat, {
    ...agent,
    body: { ...agent.body, max_tokens: 900_000 },
  })
  expect(response.status).toBe(400)
  expect(answer.error?.message).toContain("This model's maximum context length is")
})
