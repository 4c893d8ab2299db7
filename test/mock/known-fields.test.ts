import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson } from '../../src/base/json/read-json.js'
import { servers } from '../../src/traffic/mock/rows/index.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { adapterOf } from '../support/adapters.js'
import { stored } from '../support/values.js'
import { pathOf, toolTurnsFor } from './native-requests.js'
import { mockOf, post } from './support.js'

/** Profiles with closed lists, and the server of the mock that they describe. */
const closed = [
  { wire: 'openai-chat', profile: 'groq', server: 'groq' },
  { wire: 'openai-chat', profile: 'cerebras', server: 'cerebras' },
  { wire: 'openai-chat', profile: 'cerebras-glm', server: 'cerebras' },
  { wire: 'openai-chat', profile: 'cerebras-gpt-oss', server: 'cerebras' },
  { wire: 'openai-chat', profile: 'fireworks', server: 'fireworks' },
  { wire: 'openai-chat', profile: 'mistral', server: 'mistral' },
  { wire: 'openai-chat', profile: 'nim', server: 'nim' },
  { wire: 'mistral-chat', profile: undefined, server: 'mistral' },
] as const

function limitsOf({ wire, profile }: (typeof closed)[number]) {
  const { limits } = adapterOf(wire).adapter.codecs
  return profile === undefined ? limits : limits.profiles?.[profile]
}

/** Returns the names that the mock of a server accepts in an object. */
function namesOfMock(server: string, path: string): readonly string[] | undefined {
  const refusals = servers[server]?.apis.find(({ api }) => api === 'chat')?.refusals ?? []
  for (const { when } of refusals) if (when.kind === 'unknown' && when.at === path) return when.known
  return undefined
}

/** A request of Chat Completions with every setting, and with fields that vendors add. */
const request: JsonObject = {
  ...toolTurnsFor('openai', 'chat'),
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Read a.', name: 'anna' },
    {
      role: 'assistant',
      content: 'I read it.',
      refusal: null,
      annotations: [],
      reasoning_content: 'a is a file',
      tool_calls: [
        { id: 'a1b2c3d4e', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a1b2c3d4e', content: 'text of a' },
    { role: 'assistant', content: null, refusal: 'I cannot.' },
    { role: 'user', content: 'Why?' },
  ],
  ...{ max_completion_tokens: 9, temperature: 0.5, top_p: 0.5, top_k: 5, stop: ['x'], stream: true },
  ...{ parallel_tool_calls: false, seed: 1, frequency_penalty: 0.1, presence_penalty: 0.1, logprobs: true },
  ...{ top_logprobs: 2, response_format: { type: 'json_object' }, reasoning_effort: 'low', n: 1 },
  ...{ verbosity: 'low', metadata: { a: 'b' }, safety_identifier: 'anna', prompt_cache_key: 'k' },
  ...{ service_tier: 'flex', store: true, logit_bias: { 1: 2 }, web_search_options: {} },
  ...{ stream_options: { include_usage: true }, enable_thinking: true, session_id: 's' },
}

describe.each(closed)('$wire, $profile', (row) => {
  const { wire, profile, server } = row
  const { adapter } = adapterOf(wire)

  test('names the fields that the mock accepts', () => {
    const known = limitsOf(row)?.knownFields
    expect([...(known?.request ?? [])].sort()).toEqual([...(namesOfMock(server, '') ?? [])].sort())
    const messages = namesOfMock(server, '/messages/*')
    if (messages !== undefined) expect([...(known?.messages ?? [])].sort()).toEqual([...messages].sort())
  })

  test('are sent as the server accepts them, with a notice for each field that is left out', async () => {
    const chat = adapterOf('openai-chat').adapter
    const { value, notices } = translateRequest(request, {
      ...{ from: chat, to: adapter, model: 'qwen3', repair: true },
      ...(profile !== undefined && { limits: profile }),
    })
    const { status, text } = await post(await mockOf(server), pathOf(server, 'chat'), asJson(value))
    expect([status, text]).toEqual([200, expect.anything()])
    if (wire !== 'openai-chat') return
    const reported = notices.filter(({ code }) => code === 'field-refused').map(({ path }) => path)
    expect(reported).toEqual(expect.arrayContaining(['/session_id', '/enable_thinking']))
  })

  test('are linted, and fixed so that the server accepts them', async () => {
    const strange = { ...toolTurnsFor(server, 'chat'), session_id: 's' }
    const { rules } = adapterOf(wire)
    const [found] = lint(rules, strange, profile)
    expect(found).toMatchObject({ path: '/session_id', severity: 'error' })
    const mock = await mockOf(server)
    const refused = await post(mock, pathOf(server, 'chat'), strange)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.text).toContain('session_id')
    const fixed = fixRequest(rules, strange, profile).request
    expect((await post(mock, pathOf(server, 'chat'), fixed)).status).toBe(200)
  })
})

test('no other profile has a closed list', () => {
  const { limits } = adapterOf('openai-chat').adapter.codecs
  const names = Object.entries(limits.profiles ?? {}).flatMap(([name, { knownFields }]) =>
    knownFields === undefined ? [] : [name],
  )
  expect(names.sort()).toEqual(
    closed.flatMap(({ wire, profile }) => (wire === 'openai-chat' ? [profile] : [])).sort(),
  )
})

describe('schemas for Nova', () => {
  const schema = {
    ...{ type: 'object', title: 'Find', description: 'A search.', additionalProperties: false },
    properties: { where: { $ref: '#/$defs/place' } },
    $defs: { place: { type: 'string', description: 'A folder.' } },
  }
  const toolTurns = toolTurnsFor('bedrock', 'converse')
  const model = 'amazon.nova-pro-v1:0'
  const path = `/model/${model}/converse`
  const { adapter, rules } = adapterOf('bedrock-converse')
  const declared = (json: JsonObject) => ({
    ...toolTurns,
    toolConfig: { tools: [{ toolSpec: { name: 'read', inputSchema: { json } } }] },
  })
  const plain = { type: 'object', properties: { where: { type: 'string', description: 'A folder.' } } }

  test('have three keywords at the root, and expanded references', async () => {
    const { value } = translateRequest(declared(schema), {
      ...{ from: adapter, to: adapter, model, repair: true },
    })
    expect(stored(value)).toMatchObject(declared(plain))
    expect((await post(await mockOf('bedrock'), path, asJson(stored(value)))).status).toBe(200)
  })

  test('are linted, and fixed so that Nova accepts them', async () => {
    const mock = await mockOf('bedrock')
    expect((await post(mock, path, declared(schema))).text).toContain('extraneous key')
    const fixed = fixRequest(rules, declared(schema), 'nova')
    expect(fixed.left).toEqual([])
    expect(fixed.request).toEqual(declared(plain))
    expect(lint(rules, declared(schema), 'claude')).toEqual([])
  })
})
