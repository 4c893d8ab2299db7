import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { parseJson } from '../../src/base/json/parse.js'
import { expectObject, isObject } from '../../src/base/json/read-json.js'
import { profileAt } from '../../src/codec/wire/limits.js'
import type { ProxyTarget } from '../../src/proxy/proxy-types.js'
import { adapterOf, allAdapters } from '../support/adapters.js'
import { served } from '../support/proxy.js'

const profiled = (wire: string, url: string) => profileAt(adapterOf(wire).adapter.codecs, new URL(url))

test.each([
  ['openai-chat', 'https://api.openai.com/v1', undefined],
  ['openai-chat', 'https://us.api.openai.com/v1', undefined],
  ['openai-chat', 'https://api.groq.com/openai/v1', 'groq'],
  ['openai-chat', 'https://generativelanguage.googleapis.com/v1beta/openai', 'gemini-compat'],
  ['openai-chat', 'https://my-resource.openai.azure.com/openai/v1', 'azure'],
  ['openai-chat', 'http://localhost:11434/v1', 'ollama-compat'],
  ['openai-chat', 'http://192.168.1.9:1234/v1', 'lmstudio'],
  ['openai-chat', 'http://localhost:8000/v1', 'compatible'],
  ['openai-chat', 'https://api.groq.com.evil.test/v1', 'compatible'],
  ['openai-chat', 'https://evil.test/api.groq.com/v1', 'compatible'],
  ['openai-responses', 'https://api.openai.com/v1', undefined],
  ['openai-responses', 'https://api.x.ai/v1', 'xai'],
  ['openai-responses', 'http://127.0.0.1:8000/v1', 'compatible'],
  ['anthropic-messages', 'https://api.anthropic.com', undefined],
  ['anthropic-messages', 'https://bedrock-runtime.us-east-1.amazonaws.com', 'bedrock'],
  ['anthropic-messages', 'https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/l', 'vertex'],
  ['anthropic-messages', 'https://api.deepseek.com/anthropic', 'deepseek'],
  ['anthropic-messages', 'http://localhost:8000', 'compatible'],
  ['google-generate-content', 'http://localhost:8000', undefined],
])('%s at %s has the limits %s', (wire, url, profile) => {
  expect(profiled(wire, url)).toBe(profile)
})

/** Returns the body that a target at a URL receives. */
async function sentTo(
  wire: string,
  url: string,
  body: JsonObject,
  { from = wire, ...options }: Partial<ProxyTarget> & { readonly from?: string } = {},
): Promise<{ readonly text: string; readonly body: JsonObject }> {
  const [client, { adapter }] = [adapterOf(from).adapter, adapterOf(wire)]
  const sent: string[] = []
  const proxy = served({
    routes: [{ from: client, to: { adapter, url, key: 'k', ...options } }],
    async fetch(_url, init) {
      sent.push(String(init.body))
      return new Response('', { status: 500 })
    },
  })
  const { http } = client.codecs
  await proxy.fetch(`https://proxy.test${http.base ?? ''}${http.pathFor('m', false)}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const [text = ''] = sent
  return { text, body: expectObject(parseJson(text), '') }
}

const LOCAL = 'http://localhost:8000/v1'
const OPENAI = 'https://api.openai.com/v1'

const system = (content: string) => ({ role: 'system', content })
const user = (content: string) => ({ role: 'user', content })

/** Claude Code writes system messages in the middle of a conversation. */
const lateSystem = {
  model: 'm',
  messages: [system('one'), system('two'), user('hi'), system('late'), user('go')],
}

test('an unknown server gets one system message, first', async () => {
  const { body } = await sentTo('openai-chat', LOCAL, lateSystem)
  expect(body.messages).toEqual([
    system('one\n\ntwo'),
    user('hi'),
    user('<system_message>late</system_message>'),
    user('go'),
  ])
})

test('the vendor, and a target whose limits the caller chose, get the request unchanged', async () => {
  const text = JSON.stringify(lateSystem)
  expect((await sentTo('openai-chat', OPENAI, lateSystem)).text).toBe(text)
  expect((await sentTo('openai-chat', LOCAL, lateSystem, { limits: {} })).body).toEqual(lateSystem)
})

test('a request that an unknown server accepts is not changed by a byte', async () => {
  const body = {
    messages: [system('one'), user('hi')],
    x_own: 1,
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
    model: 'm',
  }
  expect((await sentTo('openai-chat', LOCAL, body)).text).toBe(JSON.stringify(body))
})

const AZURE = 'https://one.openai.azure.com/openai/v1'

test("Azure's reasoning models get the output limit under the only name that they accept", async () => {
  const body = { model: 'gpt-5.6', max_tokens: 9, messages: [user('hi')], n: 1, stream: true, x_own: 1 }
  const { max_tokens: limit, ...rest } = body
  expect((await sentTo('openai-chat', AZURE, body)).body).toEqual({ ...rest, max_completion_tokens: limit })
  const older = { ...body, model: 'gpt-4o' }
  expect((await sentTo('openai-chat', AZURE, older)).text).toBe(JSON.stringify(older))
})

test('Azure gets no fields of items that only OpenAI knows, and no empty descriptions', async () => {
  const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }
  const answered = { type: 'function_call_output', call_id: 'c', output: 'ok' }
  const called = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }
  const tool = { type: 'function', name: 'f', parameters: { type: 'object', properties: {} } }
  const refused = { metadata: { a: 1 }, internal_chat_message_metadata_passthrough: { turn_id: '1' } }
  const whole = { model: 'gpt-5.6', input: [said, called, answered], tools: [tool], store: false }
  const marked = {
    ...whole,
    input: [said, called, answered].map((item) => ({ ...item, ...refused })),
    tools: [{ ...tool, description: '' }],
  }
  expect((await sentTo('openai-responses', AZURE, marked)).body).toEqual(whole)
  expect((await sentTo('openai-responses', OPENAI, marked)).text).toBe(JSON.stringify(marked))
})

/** The tools of Codex. */
const codex = {
  model: 'm',
  input: [
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'be brief' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    { type: 'custom_tool_call', call_id: 'c1', name: 'apply_patch', input: '*** Begin' },
    { type: 'custom_tool_call_output', call_id: 'c1', output: 'done' },
    {
      type: 'local_shell_call',
      call_id: 'c2',
      status: 'completed',
      action: { type: 'exec', command: ['ls'], env: {} },
    },
    { type: 'local_shell_call_output', id: 'c2', output: 'a.txt' },
  ],
  tools: [
    { type: 'custom', name: 'apply_patch', description: 'Edits files.' },
    { type: 'local_shell' },
    { type: 'web_search' },
    {
      type: 'namespace',
      name: 'n',
      description: 'd',
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: {} } }],
    },
  ],
}

const typesIn = (values: unknown): unknown[] =>
  Array.isArray(values) ? values.map((value) => (isObject(value) ? value.type : value)) : []

test.each([LOCAL, 'https://api.deepseek.com/v1', 'http://localhost:11434/v1'])(
  'the server %s of the client’s own wire gets functions only',
  async (url) => {
    const { body } = await sentTo('openai-responses', url, codex)
    expect(new Set(typesIn(body.tools))).toEqual(new Set(['function']))
    const items = new Set(typesIn(body.input))
    for (const type of items)
      expect([undefined, 'message', 'function_call', 'function_call_output']).toContain(type)
    expect(JSON.stringify(body)).not.toContain('"web_search"')
    expect(JSON.stringify(body)).toContain('*** Begin')
  },
)

test('a server that runs the search of the vendor gets it', async () => {
  const { body } = await sentTo('openai-responses', 'https://api.x.ai/v1', codex)
  expect(typesIn(body.tools)).toContain('web_search')
})

test('a server without results in parts gets a string', async () => {
  const content = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ]
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const messages = [
    user('hi'),
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content },
  ]
  const { body } = await sentTo('openai-chat', LOCAL, { model: 'm', messages })
  expect(body.messages).toMatchObject([{}, {}, { role: 'tool', content: 'a\nb' }])
})

test('a server without the role developer gets system', async () => {
  const messages = [{ role: 'developer', content: 'one' }, user('hi')]
  const { body } = await sentTo('openai-chat', 'https://api.deepseek.com/v1', { model: 'm', messages })
  expect(body.messages).toEqual([system('one'), user('hi')])
})

test('Claude’s server tools are not sent to platforms that refuse them', async () => {
  const body = {
    model: 'm',
    max_tokens: 9,
    tools: [
      { type: 'web_search_20260209', name: 'web_search' },
      { type: 'bash_20250124', name: 'bash' },
    ],
    messages: [user('hi')],
  }
  const tools = async (url: string) => typesIn((await sentTo('anthropic-messages', url, body)).body.tools)
  expect(await tools('https://api.anthropic.com')).toEqual(['web_search_20260209', 'bash_20250124'])
  expect(await tools('https://bedrock-runtime.us-east-1.amazonaws.com')).toEqual(['bash_20250124'])
  expect(await tools('https://us-east5-aiplatform.googleapis.com/v1/projects/p')).toHaveLength(2)
})

test.each([
  ['claude-opus-4-6', 'bedrock-claude-4.6'],
  ['us.anthropic.claude-opus-4-7-v1', 'bedrock-claude-4.6'],
  ['anthropic.claude-sonnet-5', 'bedrock-claude-4.6'],
  ['anthropic.claude-haiku-5-5', 'bedrock-claude-4.6'],
  ['anthropic.claude-opus-4-20250514-v1:0', 'bedrock'],
  ['anthropic.claude-opus-4-1-20250805-v1:0', 'bedrock'],
  ['anthropic.claude-sonnet-4-5-20250929-v1:0', 'bedrock'],
  ['anthropic.claude-3-5-sonnet-20240620-v1:0', 'bedrock'],
])('%s on Bedrock has the limits %s', (model, profile) => {
  const { codecs } = adapterOf('anthropic-messages').adapter
  expect(profileAt(codecs, new URL('https://bedrock-runtime.us-east-1.amazonaws.com'), model)).toBe(profile)
})

test('the effort of newer Claude is sent to platforms, that of older ones is not', async () => {
  const body = {
    ...{ model: 'any', reasoning_effort: 'low', max_tokens: 9000 },
    messages: [{ role: 'user', content: 'hi' }],
  }
  const url = 'https://bedrock-runtime.us-east-1.amazonaws.com'
  const to = (model: string) => sentTo('anthropic-messages', url, body, { from: 'openai-chat', model })
  expect((await to('anthropic.claude-opus-4-7')).body.output_config).toEqual({ effort: 'low' })
  expect((await to('anthropic.claude-sonnet-4-5-20250929-v1:0')).body.output_config).toBeUndefined()
})

/** Models that the hosts' patterns for models match, one for each profile. */
const MODELS_BY_PROFILE: Readonly<Record<string, readonly [url: string, model: string]>> = {
  'bedrock-claude-4.6': ['https://bedrock-runtime.us-east-1.amazonaws.com', 'anthropic.claude-opus-4-7'],
  'cerebras-glm': ['https://api.cerebras.ai/v1', 'zai-glm-4.7'],
  'cerebras-gpt-oss': ['https://api.cerebras.ai/v1', 'gpt-oss-120b'],
  'vertex-claude-4.6': ['https://us-east5-aiplatform.googleapis.com/v1/projects/p', 'claude-opus-4-7'],
}

test.each(
  allAdapters.flatMap(({ adapter }) =>
    (adapter.codecs.limits.profilesByHost ?? []).flatMap(([, profile, models]) =>
      models === undefined ? [] : [[adapter.id, profile] as const],
    ),
  ),
)(
  'on %s a client that names a model gets the limits %s, as a target with the model does',
  async (wire, profile) => {
    const [url, model] = MODELS_BY_PROFILE[profile] ?? ['', '']
    const thought = { ...user('hello'), role: 'assistant', reasoning_content: 'hm', reasoning: 'hm' }
    const body = {
      ...{ model: 'client', reasoning_effort: 'high', max_tokens: 9000 },
      messages: [user('hi'), thought, user('go')],
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
      tool_choice: 'required',
    }
    const from = 'openai-chat'
    const named = await sentTo(wire, url, { ...body, model }, { from })
    const ofTarget = await sentTo(wire, url, body, { from, model })
    const chosen = await sentTo(wire, url, body, { from, model, limits: profile })
    expect(named.body).toEqual(ofTarget.body)
    expect(named.body).toEqual(chosen.body)
    // The limits of the host's other models differ.
    const other = await sentTo(wire, url, body, { from, limits: profiled(wire, url) })
    expect(named.body).not.toEqual({ ...other.body, ...(named.body.model && { model }) })
  },
)
