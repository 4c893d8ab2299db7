import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { applyPatch } from '../../src/base/json/patch.js'
import { valueAt } from '../../src/base/json/pointer.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { adapterOf } from '../support/adapters.js'

const TYPES = readFileSync('node_modules/@anthropic-ai/sdk/resources/beta/messages/messages.d.ts', 'utf8')
const hi = { role: 'user', content: 'Hi' }
const schema = { type: 'object', properties: {} }
const chatTool = { type: 'function', function: { name: 'f', parameters: schema } }

const claude = (more: JsonObject): JsonObject => ({
  ...{ model: 'm', max_tokens: 9, tools: [{ name: 'f', input_schema: schema }], messages: [hi] },
  ...more,
})
const claudeResult = (more: JsonObject) =>
  claude({
    messages: [
      hi,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x', ...more }] },
    ],
  })
const google = (more: JsonObject): JsonObject => ({
  ...{
    contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
    tools: [{ functionDeclarations: [{ name: 'f' }] }],
  },
  ...more,
})
const bedrock = (more: JsonObject): JsonObject => ({
  messages: [
    { role: 'user', content: [{ text: 'Hi' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'f', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'x' }], ...more } }] },
  ],
  toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: schema } } }] },
})
const chat = (more: JsonObject): JsonObject => ({ model: 'm', messages: [hi], tools: [chatTool], ...more })
const responses = (more: JsonObject): JsonObject => ({ model: 'm', input: [hi], ...more })

/** Requests that a provider's schema refuses: the reported path, and the value there after the fix. */
const REFUSED: [wire: string, path: string, request: JsonObject, fixed?: JsonValue][] = [
  ['anthropic-messages', '/tool_choice', claude({ tool_choice: 'auto' }), { type: 'auto' }],
  ['anthropic-messages', '/tool_choice/type', claude({ tool_choice: { type: 'required' } }), 'any'],
  ['anthropic-messages', '/thinking', claude({ thinking: '{"type":"adaptive"}' }), { type: 'adaptive' }],
  ['anthropic-messages', '/messages/2/content/0/is_error', claudeResult({ is_error: 'false' }), false],
  ['anthropic-messages', '/messages/2/content/0/content', claudeResult({ content: { a: 1 } }), '{"a":1}'],
  ['anthropic-messages', '/messages/2/content/0/status', claudeResult({ status: 'ok' })],
  ['anthropic-messages', '/messages/2/content/0/name', claudeResult({ name: 'f' })],
  [
    'google-generate-content',
    '/tool_choice',
    google({ tool_choice: { type: 'function', function: { name: 'f' } } }),
  ],
  ['google-generate-content', '/tool_choice', google({ tool_choice: { type: 'auto' } })],
  [
    'google-generate-content',
    '/toolConfig',
    google({ toolConfig: 'required' }),
    { functionCallingConfig: { mode: 'ANY' } },
  ],
  [
    'google-generate-content',
    '/toolConfig/functionCallingConfig/mode',
    google({ toolConfig: { functionCallingConfig: { mode: 'none' } } }),
    'NONE',
  ],
  [
    'google-generate-content',
    '/systemInstruction',
    google({ systemInstruction: 'x' }),
    { parts: [{ text: 'x' }] },
  ],
  ['bedrock-converse', '/messages/2/content/0/toolResult/status', bedrock({ status: 'ok' }), 'success'],
  ['bedrock-converse', '/messages/2/content/0/toolResult/status', bedrock({ status: 'failed' }), 'error'],
  ['bedrock-converse', '/messages/2/content/0/toolResult/status', bedrock({ status: 'unheard of' })],
  [
    'bedrock-converse',
    '/messages/2/content/0/toolResult/content',
    bedrock({ content: 'x' }),
    [{ text: 'x' }],
  ],
  ['openai-responses', '/reasoning', responses({ reasoning: 'high' }), { effort: 'high' }],
  [
    'openai-responses',
    '/input/0/content/0/type',
    responses({ input: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }),
    'input_text',
  ],
  ['openai-chat', '/tool_choice', chat({ tool_choice: 'any' }), 'required'],
  ['openai-chat', '/response_format', chat({ response_format: 'json_object' }), { type: 'json_object' }],
  [
    'openai-chat',
    '/tools/0/function/parameters',
    chat({ tools: [{ type: 'function', function: { name: 'f', parameters: [] } }] }),
    schema,
  ],
  [
    'openai-chat',
    '/tools/0/function/parameters',
    chat({ tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'None' } } }] }),
    schema,
  ],
  ['mistral-chat', '/response_format', chat({ response_format: 'text' }), { type: 'text' }],
]

describe("values that a provider's schema refuses", () => {
  test.each(REFUSED)('%s at %s: reported and fixed', (wire, path, request, fixed) => {
    const { rules } = adapterOf(wire)
    const found = lint(rules, request).find((violation) => violation.path === path)
    expect(found?.fix).toBeDefined()
    expect(valueAt(applyPatch(request, found?.fix ?? []), path)).toEqual(fixed)
    const { request: whole } = fixRequest(rules, request)
    expect(lint(rules, whole).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('a tool message of Chat Completions among the input of Responses becomes an item', () => {
    const { rules } = adapterOf('openai-responses')
    const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' }
    const request = responses({ input: [hi, call, { role: 'tool', tool_call_id: 'a', content: 'x' }] })
    expect(lint(rules, request).map(({ path }) => path)).toContain('/input/2/role')
    expect(valueAt(fixRequest(rules, request).request, '/input/2')).toEqual({
      ...{ type: 'function_call_output', call_id: 'a', output: 'x' },
    })
  })

  test.each([
    ['text', 'BetaTextBlockParam'],
    ['tool_use', 'BetaToolUseBlockParam'],
    ['tool_result', 'BetaToolResultBlockParam'],
    ['image', 'BetaImageBlockParam'],
    ['document', 'BetaRequestDocumentBlock'],
    ['thinking', 'BetaThinkingBlockParam'],
    ['redacted_thinking', 'BetaRedactedThinkingBlockParam'],
  ])('a block of type %s may have every member of the SDK type %s', (type, name) => {
    const [, body = ''] = new RegExp(`export interface ${name} \\{\n(.*?)\n\\}`, 's').exec(TYPES) ?? []
    const members = Array.from(body.matchAll(/^ {4}(\w+)\??:/gm), ([, member = '']) => member)
    expect(members).toContain('type')
    const block = { ...Object.fromEntries(members.map((member) => [member, null])), type }
    const found = lint(
      adapterOf('anthropic-messages').rules,
      claude({ messages: [{ role: 'user', content: [block] }] }),
    )
    expect(found.filter(({ rule }) => rule === 'ANTHROPIC-VALUE-02')).toEqual([])
  })
})
