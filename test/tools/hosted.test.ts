import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { HOSTED_KINDS } from '../../src/base/model/constants.js'
import { hostedToolSchema } from '../../src/base/model/schemas.js'
import {
  type Conversation,
  codeExecution,
  computerUse,
  contentResult,
  defineTool,
  encodeConversation,
  fileSearch,
  mcpServer,
  type ProviderTool,
  restoreResponse,
  runTools,
  type ToolCall,
  type ToolDefinition,
  userMessage,
  webSearch,
} from '../../src/index.js'
import { createExecutor } from '../../src/tools/index.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { adapterOf, adapters, type LoadedAdapter } from '../support/adapters.js'
import { EXPECTED, HOSTED } from '../support/hosted.js'
import { carriedTable, hostedTables } from '../support/hosted-docs.js'
import { projectRoot } from '../support/project.js'

const weather = defineTool({ name: 'weather', execute: () => 'rain' })

function asking(...tools: readonly ToolDefinition[]): Conversation {
  return { model: 'm', maxOutputTokens: 100, messages: [userMessage('Hi')], tools }
}

/** Returns the request of a wire, as plain JSON. */
function requestOf({ adapter }: LoadedAdapter, conversation: Conversation): JsonObject {
  return expectObject(asJson(adapter.encodeRequest(conversation).value), '')
}

/** Returns the native list of tools at the wire's position. */
function listOf(request: JsonObject): unknown {
  const { tools, toolConfig } = request
  return (
    tools ??
    (typeof toolConfig === 'object' && toolConfig !== null && 'tools' in toolConfig
      ? toolConfig.tools
      : undefined)
  )
}

const CASES = adapters.flatMap((loaded) =>
  HOSTED_KINDS.map((kind) => ({
    ...loaded,
    kind,
    tool: HOSTED[kind],
    expected: EXPECTED[loaded.wire]?.[kind],
  })),
)
const THERE = CASES.filter(({ expected }) => expected !== undefined)
const MISSING = CASES.filter(({ expected }) => expected === undefined)

/** Limits of a platform where all models run the hosted tools of the wire. */
const ANY_MODEL = { hostedTools: undefined }

describe.each(THERE)('$kind on $wire', (loaded) => {
  const { adapter, rules, kind, tool, expected } = loaded

  test('has the form of the official SDK, and a notice for each setting that has no place', () => {
    const { value, notices } = encodeConversation(asking(tool), { to: adapter, limits: ANY_MODEL })
    const request = expectObject(asJson(value), '')
    expect(listOf(request)).toEqual(expected?.tool && [expected.tool])
    expect(request).toMatchObject(expected?.request ?? {})
    const lost = notices.filter(({ code }) => code.startsWith('hosted'))
    expect(lost.map(({ code }) => code)).toEqual(expected?.lost.map(() => 'hosted-setting-dropped'))
    expect(lost.map(({ path }) => path).sort()).toEqual(
      expected?.lost.map((setting) => `/tools/0/settings/${setting}`).sort(),
    )
  })

  test('is written the same where nothing is fitted, and by name where the history is stored as JSON', () => {
    const stored: Conversation = JSON.parse(JSON.stringify(asking(tool)))
    expect(requestOf(loaded, stored)).toEqual(
      expectObject(asJson(encodeConversation(asking(tool), { to: adapter, limits: ANY_MODEL }).value), ''),
    )
  })

  test('is accepted by the rules of the wire', () => {
    const before = lint(rules, requestOf(loaded, asking(weather)))
    const after = lint(rules, requestOf(loaded, asking(tool)))
    const added = after.filter(({ rule }) => !before.some((other) => other.rule === rule))
    expect(added.filter(({ severity }) => severity !== 'info')).toEqual([])
  })

  test('decodes to a tool of the provider of the same kind, which is written unchanged', () => {
    const request = requestOf(loaded, asking(tool))
    const decoded = adapter.decodeRequest(request).value
    expect(decoded.tools?.map((each) => 'kind' in each && [each.type, each.kind])).toEqual(
      expected?.tool && [['provider', kind]],
    )
    expect(asJson(adapter.encodeRequest(decoded).value)).toEqual(request)
  })

  test('works next to functions', () => {
    const { value } = adapter.encodeRequest(asking(weather, tool))
    const decoded = adapter.decodeRequest(value).value.tools ?? []
    expect(decoded[0]).toMatchObject({ type: 'function', name: 'weather' })
    expect(decoded).toHaveLength(expected?.tool === undefined ? 1 : 2)
  })
})

test.each(MISSING)('$wire has no $kind: it is left out with one notice', ({ adapter, tool }) => {
  const toolChoice = { type: 'tool' as const, name: tool.name }
  const { value, notices } = encodeConversation({ ...asking(tool), toolChoice }, { to: adapter })
  expect(notices.filter(({ code }) => code.startsWith('hosted'))).toMatchObject([
    { code: 'hosted-tool-dropped', severity: 'warning', path: '/tools/0' },
  ])
  const request = expectObject(asJson(value), '')
  expect(listOf(request)).toBeUndefined()
  expect(request).not.toHaveProperty('tool_choice')
  expect(notices).toContainEqual(expect.objectContaining({ code: 'tool-choice-repaired' }))
  expect(adapter.encodeTools([tool]).value).toEqual([])
})

describe('extras', () => {
  const extras = {
    'anthropic-messages': { max_uses: 9, response_inclusion: 'excluded' },
    'bedrock-converse': { later: true },
    'google-generate-content': { timeRangeFilter: { startTime: 's', endTime: 'e' } },
    'google-interactions': { search_types: ['image_search'] },
    'mistral-chat': { tool_configuration: { exclude: ['news'] } },
    'openai-chat': { user_location: { approximate: { city: 'Bergen' } } },
    'openai-responses': { filters: { allowed_domains: ['yr.no'] } },
  }

  test.each(THERE.filter(({ kind }) => kind === 'web_search'))(
    'of $wire win over settings, member by member',
    (loaded) => {
      const request = JSON.stringify(requestOf(loaded, asking({ ...HOSTED.web_search, extras })))
      const plain = JSON.stringify(requestOf(loaded, asking(HOSTED.web_search)))
      const changes: Readonly<Record<string, readonly [string, string]>> = {
        'anthropic-messages': ['"max_uses":3', '"max_uses":9'],
        'openai-chat': ['"city":"Oslo"', '"city":"Bergen"'],
        'openai-responses': ['["met.no"]', '["yr.no"]'],
      }
      const added: Readonly<Record<string, string>> = {
        'anthropic-messages': ',"response_inclusion":"excluded"',
        'bedrock-converse': ',"later":true',
        'google-generate-content': ',"timeRangeFilter":{"startTime":"s","endTime":"e"}',
        'google-interactions': ',"search_types":["image_search"]',
        'mistral-chat': ',"tool_configuration":{"exclude":["news"]}',
      }
      const [before, after] = changes[loaded.wire] ?? ['', '']
      expect(request).not.toBe(plain)
      expect(request.replace(added[loaded.wire] ?? '', '')).toBe(plain.replace(before, after))
    },
  )
})

describe('hosted tools in the request and not in the list of tools', () => {
  const other = mcpServer({ name: 'wiki', url: 'https://wiki.example.com' })

  test('is merged for several tools, and with the kept list of a request', () => {
    const kept = { type: 'url', name: 'mine', url: 'https://mine.example.com' }
    const { value } = encodeConversation(
      {
        ...asking(HOSTED.mcp, other),
        providerMetadata: { 'anthropic-messages': { extra: { mcp_servers: [kept] } } },
      },
      { to: adapterOf('anthropic-messages').adapter },
    )
    expect(value).toMatchObject({
      mcp_servers: [kept, { name: 'tickets' }, { name: 'wiki', url: 'https://wiki.example.com' }],
      tools: [{ mcp_server_name: 'tickets' }, { type: 'mcp_toolset', mcp_server_name: 'wiki' }],
    })
  })

  test.each([
    ['anthropic-messages', other, [{ type: 'mcp_toolset', mcp_server_name: 'wiki' }]],
    ['openai-chat', webSearch(), []],
  ])('is reported when only the tools of %s are written', (wire, tool, native) => {
    const { value, notices } = adapterOf(wire).adapter.encodeTools([tool])
    expect(value).toEqual(native)
    expect(notices).toMatchObject([{ code: 'hosted-tool-incomplete', severity: 'warning' }])
  })
})

test.each([
  [
    'openai-responses',
    fileSearch({ stores: ['s'], filter: { type: 'eq', key: 'k', value: 1 } }),
    [],
    'filters',
  ],
  [
    'google-generate-content',
    fileSearch({ stores: ['s'], filter: { type: 'eq' } }),
    ['filter'],
    'fileSearch',
  ],
  ['openai-responses', codeExecution({ fileIds: ['f'] }), [], '{"type":"auto","file_ids":["f"]}'],
  ['openai-responses', codeExecution(), [], '{"type":"auto"}'],
  [
    'anthropic-messages',
    mcpServer({ name: 'm', url: 'u', approval: 'always' }),
    ['approval'],
    '"mcp_toolset"',
  ],
  ['google-generate-content', mcpServer({ name: 'm', url: 'u' }), [], '{"url":"u"}'],
  ['google-generate-content', computerUse(), [], 'ENVIRONMENT_BROWSER'],
])('%s: an unsupported value is reported, another one is written', (wire, tool, lost, written) => {
  const { value, notices } = encodeConversation(asking(tool), { to: adapterOf(wire).adapter })
  expect(JSON.stringify(value)).toContain(written)
  const dropped = notices.filter(({ code }) => code === 'hosted-setting-dropped')
  expect(dropped.map(({ path }) => path)).toEqual(lost.map((setting) => `/tools/0/settings/${setting}`))
})

test('settings that guard something are missed more than hints', () => {
  const { notices } = adapterOf('mistral-chat').adapter.encodeRequest(asking(HOSTED.web_search))
  const told = notices.map(({ path, severity }) => [path.split('/').at(-1), severity])
  expect(Object.fromEntries(told)).toEqual({
    maxUses: 'warning',
    allowedDomains: 'warning',
    blockedDomains: 'warning',
    userLocation: 'info',
    contextSize: 'info',
  })
})

test("another vendor's tool is not replaced, but the notice names the word that would be", () => {
  const tool: ProviderTool = {
    type: 'provider',
    wire: 'openai-responses',
    kind: 'web_search',
    name: 'web_search',
    value: { type: 'web_search' },
  }
  const messageFor = (wire: string) =>
    encodeConversation(asking(tool, weather), { to: adapterOf(wire).adapter }).notices.find(
      ({ code }) => code === 'provider-tool-dropped',
    )?.message
  expect(messageFor('anthropic-messages')).toContain('webSearch() would be written in the form of')
  const kinds = { ...tool, kind: 'image_generation' as const }
  expect(
    encodeConversation(asking(kinds, weather), { to: adapterOf('bedrock-converse').adapter }).notices.find(
      ({ code }) => code === 'provider-tool-dropped',
    )?.message,
  ).toBe('web_search is a tool of openai-responses; it is left out')
})

describe('computerUse', () => {
  const seen: string[] = []
  const screenshot = {
    type: 'media' as const,
    kind: 'image' as const,
    mediaType: 'image/png',
    source: { type: 'data' as const, data: 'c2NyZWVu' },
  }
  const computer = computerUse({
    execute(input, { call }) {
      seen.push(`${call.name} ${JSON.stringify(input)}`)
      return contentResult(call, [screenshot])
    },
  })

  test('may require approval, depending on the action', async () => {
    const run = vi.fn()
    const careful = computerUse({ width: 800, requiresApproval: ({ text }) => text === 'rm', execute: run })
    expect(careful.settings).toEqual({ width: 800 })
    const typing = (id: string, text: string): ToolCall => ({
      type: 'tool-call',
      id,
      kind: 'computer',
      name: 'type',
      status: 'complete',
      arguments: { text },
      providerExecuted: false,
    })
    const outcomes = await createExecutor({ tools: [careful] }).dispatch([
      typing('a', 'rm'),
      typing('b', 'ls'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['waiting', 'answered'])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('runs the calls of each wire with a computer tool, under any name', async () => {
    const answers: Readonly<Record<string, JsonObject>> = {
      'anthropic-messages': {
        role: 'assistant',
        content: [
          {
            type: 'tool_use',
            id: 'toolu_1',
            name: 'left_click',
            toolset_name: 'computer',
            input: { coordinate: [1, 2] },
          },
        ],
        stop_reason: 'tool_use',
      },
      'google-generate-content': {
        candidates: [
          {
            content: {
              role: 'model',
              parts: [{ functionCall: { name: 'click_at', args: { x: 1, y: 2 } } }],
            },
            finishReason: 'STOP',
          },
        ],
      },
      'google-interactions': {
        status: 'requires_action',
        steps: [{ type: 'function_call', id: 'aaaaaaa1', name: 'click_at', arguments: { x: 1, y: 2 } }],
      },
      'openai-responses': {
        status: 'completed',
        output: [
          {
            type: 'computer_call',
            id: 'cu_1',
            call_id: 'call_1',
            actions: [{ type: 'click', x: 1, y: 2 }],
            pending_safety_checks: [],
            status: 'completed',
          },
        ],
      },
    }
    for (const { wire, adapter } of THERE.filter(({ kind }) => kind === 'computer')) {
      const sent = encodeConversation(asking(computer), { to: adapter })
      const answer = restoreResponse(adapter.decodeResponse(answers[wire] ?? {}).value, sent)
      const [call] = answer.message.parts.filter((part) => part.type === 'tool-call')
      expect(call?.kind).toBe('computer')
      const [result] = await runTools(answer.message, [computer])
      expect(result).toMatchObject({ callId: call?.id, isError: false })
      const next: Conversation = {
        ...asking(computer),
        messages: [userMessage('Hi'), answer.message, { role: 'tool', parts: result ? [result] : [] }],
      }
      const { value, notices } = encodeConversation(next, { to: adapter })
      expect(JSON.stringify(value)).toContain('c2NyZWVu')
      expect(notices.filter(({ code }) => code.startsWith('vendor-call'))).toEqual([])
    }
    expect(seen.map((line) => line.split(' ')[0])).toEqual(['left_click', 'click_at', 'click_at', 'computer'])
  })

  test('does not claim a function of the caller with the name of an action', () => {
    const { adapter } = adapterOf('google-generate-content')
    const search = defineTool({ name: 'search', execute: () => 'mine' })
    const sent = encodeConversation(asking(computer, search), { to: adapter })
    expect(Object.keys(sent.originals ?? {})).toContain('navigate')
    expect(Object.keys(sent.originals ?? {})).not.toContain('search')
  })

  test('does not run provider-executed calls', async () => {
    let runs = 0
    const eager = { ...webSearch(), execute: () => (runs += 1) }
    const results = await runTools(
      {
        role: 'assistant',
        parts: [
          {
            type: 'tool-call',
            id: 'srvtoolu_1',
            kind: 'web_search',
            name: 'web_search',
            status: 'complete',
            arguments: { query: 'q' },
            providerExecuted: true,
          },
        ],
      },
      [eager, computer],
    )
    expect([results, runs]).toEqual([[], 0])
  })
})

test.each(HOSTED_KINDS)('the schema takes %s with all settings, and no others', (kind) => {
  const tool = JSON.parse(JSON.stringify(HOSTED[kind]))
  expect(hostedToolSchema.parse(tool)).toEqual(tool)
  expect(hostedToolSchema.safeParse({ ...tool, settings: { ...tool.settings, no: 1 } }).success).toBe(false)
})

test('docs/hosted-tools.md has the tables that these cases prove', () => {
  expect(readFileSync(join(projectRoot, 'docs', 'hosted-tools.md'), 'utf8')).toContain(hostedTables())
})

test('docs/proxy-hosted-tools.md has the table of carried tools', () => {
  expect(readFileSync(join(projectRoot, 'docs', 'proxy-hosted-tools.md'), 'utf8')).toContain(carriedTable())
})

test("a second tool of the same kind is omitted, also next to the provider's native tool; a second server is kept", () => {
  const { adapter } = adapterOf('anthropic-messages')
  const own = {
    type: 'provider' as const,
    wire: adapter.id,
    kind: 'code_execution' as const,
    name: 'code_execution',
    value: { type: 'code_execution_20250825', name: 'code_execution' },
  }
  const servers = ['a', 'b'].map((name) => mcpServer({ name, url: `https://${name}.example.com` }))
  const { value, notices } = encodeConversation(
    asking(webSearch(), own, codeExecution(), webSearch({ maxUses: 1 }), ...servers),
    { to: adapter },
  )
  expect(value).toMatchObject({
    tools: [
      { type: 'web_search_20260318' },
      { type: 'code_execution_20250825' },
      { mcp_server_name: 'a' },
      { mcp_server_name: 'b' },
    ],
  })
  expect(notices.map(({ code, path }) => [code, path])).toEqual([
    ['tool-duplicate', '/tools/2'],
    ['tool-duplicate', '/tools/3'],
  ])
})

describe('a hosted tool that the model or the platform does not run', () => {
  test.each([
    ['openai-chat', 'gpt-5.4', undefined],
    ['openai-chat', 'gpt-5-search-api', 'vllm'],
    ['mistral-chat', 'mistral-large-latest', undefined],
    ['bedrock-converse', 'anthropic.claude-opus-4-6-v1:0', undefined],
  ])('is not sent on %s to %s', (wire, model, limits) => {
    const { adapter } = adapterOf(wire)
    const { value, notices } = encodeConversation(asking(HOSTED.web_search), { to: adapter, model, limits })
    expect(JSON.stringify(value)).not.toMatch(/web_search|grounding/)
    expect(notices.map(({ code }) => code)).toContain('hosted-tool-dropped')
  })

  test('is sent to a model that runs it', () => {
    const { adapter } = adapterOf('openai-chat')
    const { value } = encodeConversation(asking(HOSTED.web_search), {
      to: adapter,
      model: 'gpt-5-search-api',
    })
    expect(value).toHaveProperty('web_search_options')
  })
})
