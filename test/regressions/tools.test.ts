import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { restoreResponse } from '../../src/translate/fit/restore.js'
import { adapterOf } from '../support/adapters.js'
import { callsIn, describeWires, findAll, pick, resultsIn, translated } from '../support/pair.js'
import { stored } from '../support/values.js'
import {
  ALL,
  CHAT,
  chat,
  chatCall,
  chatCalls,
  chatResult,
  chatTool,
  GENERATE,
  MESSAGES,
  messages,
  RESPONSES,
  responses,
  toolResult,
  toolUse,
  user,
} from './bodies.js'

const others = ALL.filter((wire) => wire !== CHAT)

describeWires('P3: schemas that the target refuses', ALL, () => {
  const parameters: JsonObject = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    properties: {
      mode: { const: 'fast' },
      limit: { type: ['integer', 'null'] },
      target: { $ref: '#/$defs/target' },
    },
    required: ['mode'],
    $defs: { target: { type: 'string', enum: ['a', 'b'] } },
  }

  test.each(others)('$schema, $ref, const and type lists (router-for-me/CLIProxyAPI#97) go to %s', (to) => {
    const { body, canonical } = translated(
      chat([user('Go.')], { tools: [chatTool('search', parameters)] }),
      CHAT,
      to,
    )
    expect(canonical.tools?.map(({ name }) => name)).toEqual(['search'])
    expect(JSON.stringify(body)).toContain('"mode"')
  })

  test('the strict switch is not invented for a free-form object (letta-ai/letta#3137)', () => {
    const free: JsonObject = { type: 'object', properties: { data: { type: 'object' } } }
    const { body } = translated(
      messages([user('Go.')], { tools: [{ name: 'store', input_schema: free }] }),
      MESSAGES,
      RESPONSES,
    )
    expect(pick(body, 'tools', 0, 'strict')).not.toBe(true)
  })
})

describeWires('P5: names that the target refuses', ALL, () => {
  const dotted = 'github.issues/create'
  const long = `mcp__${'very_long_server_name_'.repeat(4)}tool`

  test.each(ALL)('dots, slashes and length (openai/codex#8174, smixs/iva-agent#240) on %s', (to) => {
    const tools = [dotted, 'github_issues_create', long, `${long}_two`].map((name) => chatTool(name))
    const body = chat(
      [user('Go.'), chatCalls(chatCall('call_1', dotted)), chatResult('call_1', 'ok'), user('More.')],
      { tools, tool_choice: { type: 'function', function: { name: dotted } } },
    )
    const { canonical } = translated(body, CHAT, to)
    const names = canonical.tools?.map(({ name }) => name) ?? []
    const { toolName } = adapterOf(to).adapter.codecs.limits
    expect(new Set(names).size).toBe(4)
    for (const name of names) {
      expect(name).toMatch(new RegExp(toolName.pattern))
      expect(name.length).toBeLessThanOrEqual(toolName.maxLength)
    }
    expect(callsIn(canonical)[0]?.name).toBe(names[0])
    expect(canonical.toolChoice).toMatchObject({ name: names[0] })
  })

  test("calls of the target are returned under the caller's names", () => {
    const { adapter } = adapterOf(MESSAGES)
    const request = chat([user('Go.')], { tools: [chatTool(dotted)] })
    const there = translateRequest(request, {
      from: adapterOf(CHAT).adapter,
      to: adapter,
      model: 'm',
      maxOutputTokens: 9,
    })
    const [tool] = findAll(stored(expectObject(asJson(there.value), '')), { description: `Does ${dotted}.` })
    const answer: JsonObject = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'tool_use', id: 'toolu_1', name: tool?.name ?? '', input: {} }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 1, output_tokens: 1 },
    }
    const options = { from: adapter, to: adapterOf(CHAT).adapter, restore: there }
    const back = stored(expectObject(asJson(translateResponse(answer, options).value), ''))
    expect(tool?.name).not.toBe(dotted)
    expect(pick(back, 'choices', 0, 'message', 'tool_calls', 0, 'function', 'name')).toBe(dotted)
  })
})

describeWires('P14: tool choice in every dialect', ALL, () => {
  const named = { type: 'function', function: { name: 'read_file' } }
  test.each(others)('all forms arrive on %s (BerriAI/litellm#32505, mozilla-ai/any-llm#646)', (to) => {
    const choiceOn = (tool_choice: JsonObject | string) =>
      translated(chat([user('Go.')], { tool_choice }), CHAT, to).canonical.toolChoice
    expect(choiceOn('auto')).toEqual({ type: 'auto' })
    expect(choiceOn('none')).toEqual({ type: 'none' })
    expect(choiceOn('required')).toEqual({ type: 'required' })
    expect(choiceOn(named)).toEqual({ type: 'tool', name: 'read_file' })
  })

  test('forms are those that the target knows', () => {
    const forced = messages([user('Go.')], { tool_choice: { type: 'any' } })
    expect(translated(forced, MESSAGES, RESPONSES).body.tool_choice).toBe('required')
    expect(translated(forced, MESSAGES, CHAT).body.tool_choice).toBe('required')
    expect(
      pick(translated(forced, MESSAGES, GENERATE).body, 'toolConfig', 'functionCallingConfig', 'mode'),
    ).toBe('ANY')
    const one = messages([user('Go.')], { tool_choice: { type: 'tool', name: 'read_file' } })
    expect(translated(one, MESSAGES, CHAT).body.tool_choice).toEqual(named)
    expect(translated(one, MESSAGES, RESPONSES).body.tool_choice).toEqual({
      type: 'function',
      name: 'read_file',
    })
  })

  test('an allowed list arrives, or a notice reports its loss', () => {
    const tool_choice = {
      type: 'allowed_tools',
      allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'search' } }] },
    }
    for (const to of others) {
      const { canonical, notices } = translated(chat([user('Go.')], { tool_choice }), CHAT, to)
      const kept = JSON.stringify(canonical.toolChoice ?? {}).includes('search')
      expect(kept || notices.length > 0, to).toBe(true)
    }
  })
})

describeWires('P15: tools must be declared when the history holds calls', ALL, () => {
  test.each(others)('a summary turn without tools (langgenius/dify#17545) goes to %s', (to) => {
    const { tools: _tools, ...body } = chat([
      user('Go.'),
      chatCalls(chatCall('call_1', 'read_file')),
      chatResult('call_1', 'ok'),
      user('Summarize.'),
    ])
    const { canonical } = translated(body, CHAT, to)
    expect(callsIn(canonical)).toHaveLength(1)
    if (adapterOf(to).adapter.codecs.limits.toolsRequiredWithHistory === true)
      expect(canonical.tools?.map(({ name }) => name)).toContain('read_file')
  })
})

describeWires('P17: free-text tools', ALL, () => {
  const patch = '*** Begin Patch\n*** Add File: "a.txt"\n+\\n\n*** End Patch'
  const body = responses(
    [
      user('Patch it.'),
      { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: patch },
      { type: 'custom_tool_call_output', call_id: 'call_1', output: 'Done' },
    ],
    { tools: [{ type: 'custom', name: 'apply_patch', description: 'Applies a patch.' }] },
  )

  test('stay free text where the target has them (decolua/9router#1371)', () => {
    const { canonical } = translated(body, RESPONSES, CHAT)
    expect(callsIn(canonical)).toMatchObject([{ kind: 'custom', name: 'apply_patch', arguments: patch }])
    expect(canonical.tools).toMatchObject([{ type: 'custom', name: 'apply_patch' }])
  })

  test.each([MESSAGES, GENERATE])(
    'become a function with the exact text on %s (router-for-me/CLIProxyAPI#5753)',
    (to) => {
      const { canonical } = translated(body, RESPONSES, to)
      const [call] = callsIn(canonical)
      expect(Object.values(call?.arguments ?? {})).toEqual([patch])
      expect(resultsIn(canonical)).toMatchObject([{ callId: call?.id }])
      expect(canonical.tools).toMatchObject([{ type: 'function', name: 'apply_patch' }])
    },
  )
})

describeWires('P17: and the way back', [MESSAGES, RESPONSES], () => {
  test('a function that represents a free-text tool becomes its call again (caozhiyuan/copilot-api#242)', () => {
    const [from, to] = [adapterOf(RESPONSES).adapter, adapterOf(MESSAGES).adapter]
    const request = responses([user('Patch it.')], { tools: [{ type: 'custom', name: 'apply_patch' }] })
    const there = translateRequest(request, { from, to, model: 'm', maxOutputTokens: 9 })
    const properties = pick(asJson(there.value), 'tools', 0, 'input_schema', 'properties')
    const [input = ''] = Object.keys(properties ?? {})
    const response: JsonObject = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'apply_patch', input: { [input]: '*** Begin' } }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 1, output_tokens: 1 },
    }
    const { message } = restoreResponse(to.decodeResponse(response).value, there)
    expect(message.parts).toMatchObject([{ kind: 'custom', name: 'apply_patch', arguments: '*** Begin' }])
  })
})

describeWires('P23: blocks of one vendor in another vendor’s request', ALL, () => {
  const body = messages([
    user([{ type: 'text', text: 'Go.', cache_control: { type: 'ephemeral' } }]),
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
        { type: 'text', text: 'Reading.' },
        toolUse('toolu_1'),
      ],
    },
    user([toolResult('toolu_1', [{ type: 'text', text: 'contents' }])]),
  ])

  test.each([CHAT, RESPONSES, GENERATE])(
    'no native block leaks to %s (langchain-ai/langchainjs PR 9972)',
    (to) => {
      const text = JSON.stringify(translated(body, MESSAGES, to).body)
      for (const word of ['tool_use', 'tool_result', 'cache_control', '"thinking"', 'signature":"sig'])
        expect(text).not.toContain(word)
    },
  )

  test.each([CHAT, RESPONSES, GENERATE])(
    'calls are not retold as text to imitate (openclaw/openclaw#15043): %s',
    (to) => {
      const { canonical, body: native } = translated(body, MESSAGES, to)
      const said = canonical.messages.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === 'text' ? part.text : [])),
      )
      expect(said.filter((text) => text.includes('read_file'))).toEqual([])
      expect(findAll(native, { name: 'read_file' }).length).toBeGreaterThan(0)
    },
  )
})

test.each([
  [CHAT, { type: 'custom', custom: { name: 'patch' } }],
  [RESPONSES, { type: 'custom', name: 'patch' }],
])('%s names a free-text tool as one in the tool choice, and a function as a function', (wire, native) => {
  const { adapter } = adapterOf(wire)
  const asked = (name: string) =>
    pick(
      asJson(
        adapter.encodeRequest({
          messages: [{ role: 'user', parts: [{ type: 'text', text: 'Go.' }] }],
          tools: [
            { type: 'custom', name: 'patch' },
            { type: 'function', name: 'search' },
          ],
          toolChoice: { type: 'tool', name },
        }).value,
      ),
      'tool_choice',
    )
  expect(asked('patch')).toEqual(native)
  expect(asked('search')).toMatchObject({ type: 'function' })
})
