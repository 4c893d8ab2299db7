import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, asNative, expectObject, objectsIn } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { LimitsChoice } from '../../src/codec/wire/limits.js'
import { searchTools } from '../../src/proxy/deferred-tools.js'
import {
  encodeConversation,
  translate,
  translateRequest,
} from '../../src/translate/exchange/translate-conversation.js'
import { fit } from '../../src/translate/fit/fit.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { adapterOf } from '../support/adapters.js'
import { pick } from '../support/pair.js'

// Sources of the bodies: BetaRequestToolAdditionBlock, BetaRequestToolRemovalBlock, BetaSystemMessageParam
// and BetaCompactionBlock of @anthropic-ai/sdk; ResponseConfigurationUpdateItemParam of openai.

const CLAUDE = 'anthropic-messages'
const CHAT = 'openai-chat'
const RESPONSES = 'openai-responses'

const SCHEMA = { type: 'object', properties: { id: { type: 'string' } } }
const named = (name: string, more: JsonObject = {}): JsonObject => ({ name, input_schema: SCHEMA, ...more })
const reference = (name: string): JsonObject => ({ type: 'tool_reference', name })
const byValue = (definition: JsonObject): JsonObject => ({ type: 'tool_definition', definition })
const added = (tool: JsonObject): JsonObject => ({ type: 'tool_addition', tool })
const removed = (tool: JsonObject): JsonObject => ({ type: 'tool_removal', tool })

const ASK: JsonObject = { role: 'user', content: 'Refund order A-1.' }
const system = (...content: JsonObject[]): JsonObject => ({ role: 'system', content })

function claude(
  tools: readonly JsonObject[],
  changes: readonly JsonObject[],
  more: JsonObject = {},
): JsonObject {
  const messages = [ASK, ...changes.map((change) => system(change)), ASK]
  return { model: 'claude-opus-5', max_tokens: 100, messages, tools: [...tools], ...more }
}

function sent(request: JsonObject, from: string, to: string) {
  const options = {
    from: adapterOf(from).adapter,
    to: adapterOf(to).adapter,
    model: 'm',
    maxOutputTokens: 100,
  }
  const { value, notices } = translateRequest(request, options)
  const body = expectObject(asJson(value), '')
  const tools = objectsIn(body.tools).map((tool) => pick(tool, 'function', 'name') ?? pick(tool, 'name'))
  return { body, tools, notices, codes: notices.map(({ code }) => code) }
}

const f = named('f')
const g = named('g')

describe('tools that the history of Claude adds and withdraws, on another wire', () => {
  test.each<[string, readonly JsonObject[], readonly JsonObject[], readonly string[]]>([
    ['withdrawn', [f, g], [removed(reference('g'))], ['f']],
    ['added by reference', [f, named('g', { defer_loading: true })], [added(reference('g'))], ['f', 'g']],
    ['added by definition', [f], [added(byValue(g))], ['f', 'g']],
    ['added twice', [f], [added(byValue(g)), added(byValue(g))], ['f', 'g']],
    ['added by definition, then by reference', [f], [added(byValue(g)), added(reference('g'))], ['f', 'g']],
    ['withdrawn, then added again', [f, g], [removed(reference('f')), added(reference('f'))], ['f', 'g']],
    ['added, then withdrawn', [f], [added(byValue(g)), removed(reference('g'))], ['f']],
    ['withdrawn twice', [f, g], [removed(reference('g')), removed(reference('g'))], ['f']],
    ['withdrawn by definition', [f, g], [removed(byValue(g))], ['f']],
    ['never added', [f, named('g', { defer_loading: true }), named('h')], [removed(reference('h'))], ['f']],
  ])('%s', (_title, tools, changes, declared) => {
    const { tools: names, codes } = sent(claude(tools, changes), CLAUDE, CHAT)
    expect(names).toEqual(declared)
    expect(codes).toContain('tools-changed')
    expect(codes).not.toContain('opaque-dropped')
  })

  test('a later definition replaces the earlier one of its name', () => {
    const second = { name: 'g', input_schema: { type: 'object', properties: { other: { type: 'number' } } } }
    const { body } = sent(claude([f], [added(byValue(g)), added(byValue(second))]), CLAUDE, CHAT)
    const [, last, ...others] = objectsIn(body.tools)
    expect(others).toEqual([])
    expect(pick(last, 'function', 'parameters', 'properties')).toEqual({ other: { type: 'number' } })
  })

  test('an MCP server and a tool of one name are two', () => {
    const toolset = { type: 'mcp_toolset', mcp_server_name: 'g' }
    const withdrawn = removed({ type: 'mcp_toolset_reference', server_name: 'g' })
    expect(sent(claude([f, g, toolset], [withdrawn]), CLAUDE, CHAT).tools).toEqual(['f', 'g'])
    const { body } = sent(claude([f, g, toolset], [removed(reference('g'))]), CLAUDE, CHAT)
    expect(JSON.stringify(body.tools)).not.toContain('"g"')
  })

  test('a deferred tool stays where a search could find it, or the client found it', () => {
    const later = named('g', { defer_loading: true })
    const search = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }
    expect(sent(claude([f, later, search], [removed(reference('f'))]), CLAUDE, CHAT).tools).toContain('g')
    const found = { type: 'tool_reference', tool_name: 'g' }
    const messages = [
      ASK,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'find', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [found] }] },
      system(removed(reference('f'))),
    ]
    const request = { ...claude([f, later, named('find')], []), messages }
    expect(sent(request, CLAUDE, CHAT).tools).toEqual(['g', 'find'])
  })

  test('a choice of a withdrawn tool is omitted, an allowed list is shortened, with a notice', () => {
    const choice = { tool_choice: { type: 'tool', name: 'g' } }
    const { body, codes } = sent(claude([f, g], [removed(reference('g'))], choice), CLAUDE, CHAT)
    expect(body.tool_choice).toBeUndefined()
    expect(codes).toContain('tool-choice-repaired')
    const { conversation } = decoded(claude([f, g], [removed(reference('g'))]))
    const allowed = { type: 'allowed', mode: 'auto', names: ['f', 'g'] } as const
    const fitted = encodeConversation(
      { ...conversation, toolChoice: allowed },
      { to: adapterOf(CHAT).adapter },
    )
    expect(JSON.stringify(asJson(fitted.value))).not.toContain('"g"')
  })

  test('a request whose tools are all withdrawn has no tool list', () => {
    const { body, codes } = sent(claude([f], [removed(reference('f'))]), CLAUDE, CHAT)
    expect(body).not.toHaveProperty('tools')
    expect(codes).toContain('tools-changed')
  })

  test('a strict definition is fitted as one of the list', () => {
    const strict = named('g', { strict: true })
    const { body } = sent(claude([f], [added(byValue(strict))]), CLAUDE, CHAT)
    expect(pick(objectsIn(body.tools)[1] ?? {}, 'function', 'strict')).toBe(true)
  })

  test('the changes that a compaction lists count; its summary is reported as dropped', () => {
    const compaction = {
      ...{ type: 'compaction', content: 'A refund.', encrypted_content: null, signature: 's' },
      tool_changes: [added(byValue(g)), removed(reference('f'))],
    }
    const messages = [{ role: 'assistant', content: [compaction] }, ASK]
    const { tools, codes } = sent({ ...claude([f], []), messages }, CLAUDE, CHAT)
    expect(tools).toEqual(['g'])
    expect(codes).toContain('opaque-dropped')
  })

  test('an unresolvable or unreadable reference is a warning, and loses nothing else', () => {
    const unknown = sent(claude([f], [removed(reference('g'))]), CLAUDE, CHAT)
    expect(unknown.tools).toEqual(['f'])
    expect(unknown.notices.find(({ code }) => code === 'tool-change-unresolved')).toMatchObject({
      severity: 'warning',
      path: '/messages/1/parts/0',
      message: 'the history changes the tool g, which is not declared',
    })
    const one = removed({ type: 'mcp_tool_reference', server_name: 's', name: 'x' })
    for (const change of [
      one,
      added({ type: 'tool_definition', definition: {} }),
      added({}),
      { type: 'tool_addition' },
    ])
      expect(sent(claude([f], [change]), CLAUDE, CHAT).codes).toContain('opaque-dropped')
  })

  test('messages alone have no tools: the change is reported as dropped', () => {
    const { messages } = claude([f], [added(byValue(g))])
    const { notices } = translate(asNative<{ role: string }[]>(objectsIn(messages)), {
      from: adapterOf(CLAUDE).adapter,
      to: adapterOf(CHAT).adapter,
    })
    expect(notices.map(({ code }) => code)).toContain('opaque-dropped')
  })

  test('a search that the proxy runs leaves an offered tool declared', () => {
    const later = named('g', { defer_loading: true })
    const { conversation } = decoded(claude([f, later], [added(reference('g'))]))
    const { conversation: searched } = searchTools(conversation, createContext(CHAT))
    expect(searched.tools?.map(({ name }) => name)).toEqual(['f', 'g'])
  })
})

function decoded(request: JsonObject, from = CLAUDE) {
  return { conversation: adapterOf(from).adapter.decodeRequest(request).value }
}

describe('settings that a history changes, on another wire', () => {
  const update = (settings: JsonObject): JsonObject => ({ type: 'configuration_update', ...settings })
  const responses = (base: JsonObject, ...updates: JsonObject[]): JsonObject => ({
    model: 'gpt-6-astra',
    input: [ASK, ...updates.map(update), ASK],
    ...base,
  })
  const effort = (word: string): JsonObject => ({ reasoning: { effort: word } })

  test.each<[string, JsonObject, JsonObject]>([
    ['the last one holds', responses(effort('low'), effort('high'), effort('medium')), { effort: 'medium' }],
    ['without one before', responses({}, effort('high')), { effort: 'high' }],
    ['switched off', responses(effort('high'), effort('none')), { enabled: false }],
    [
      'switched off and on again',
      responses(effort('low'), effort('none'), effort('high')),
      { effort: 'high' },
    ],
    ['on from off', responses(effort('none'), effort('high')), { effort: 'high' }],
    [
      'the rest stays',
      responses({ reasoning: { effort: 'low', summary: 'auto' } }, effort('high')),
      { effort: 'high', summary: 'auto' },
    ],
  ])('effort: %s', (_title, request, reasoning) => {
    const { conversation } = decoded(request, RESPONSES)
    const { value, notices } = encodeConversation(conversation, { to: adapterOf(CLAUDE).adapter, model: 'm' })
    expect(adapterOf(CLAUDE).adapter.decodeRequest(value).value.reasoning).toEqual(
      adapterOf(CLAUDE).adapter.decodeRequest(
        encodeConversation({ ...conversation, messages: [], reasoning }, { to: adapterOf(CLAUDE).adapter })
          .value,
      ).value.reasoning,
    )
    expect(notices.map(({ code }) => code)).toContain('settings-changed')
  })

  test('the form of the output', () => {
    const format = { type: 'json_schema', name: 'answer', schema: SCHEMA, strict: true }
    const { body } = sent(responses({}, { text: { format } }), RESPONSES, CHAT)
    expect(pick(body, 'response_format', 'json_schema', 'name')).toBe('answer')
    const back = sent(
      responses({ text: { format } }, { text: { format: { type: 'text' } } }),
      RESPONSES,
      CHAT,
    )
    expect(pick(back.body, 'response_format', 'type') ?? 'text').toBe('text')
  })

  test('unread members of an update are a warning', () => {
    const { body, codes } = sent(responses({}, { reasoning: { effort: 'high', depth: 2 } }), RESPONSES, CHAT)
    expect(body.reasoning_effort).toBe('high')
    expect(codes).toContain('opaque-dropped')
  })

  test('the effort of a system message of Claude', () => {
    const messages = [ASK, { role: 'system', content: [], output_config: { effort: 'high' } }, ASK]
    const request = { ...claude([f], []), messages, output_config: { effort: 'low' } }
    const { body, codes } = sent(request, CLAUDE, RESPONSES)
    expect(pick(body, 'reasoning', 'effort')).toBe('high')
    expect(codes).toContain('settings-changed')
    const off = { ...request, thinking: { type: 'disabled' } }
    expect(pick(sent(off, CLAUDE, RESPONSES).body, 'reasoning', 'effort')).toBe('none')
  })
})

test('the same wire keeps all data, also if the request is adapted', () => {
  const messages = [
    ASK,
    system(added(byValue(g)), { type: 'text', text: 'Use g.' }, removed(reference('f'))),
    { role: 'system', content: 'Think hard.', output_config: { effort: 'high' }, clear_at: 'never' },
    { role: 'system', output_config: { effort: 'low' } },
    { role: 'system', content: [], output_config: { effort: null } },
    ASK,
  ]
  const request = { ...claude([f], []), messages }
  const { adapter } = adapterOf(CLAUDE)
  expect(adapter.encodeRequest(adapter.decodeRequest(request).value).value).toEqual(request)
  const { value } = translateRequest(request, { from: adapter, to: adapter, repair: true })
  expect(JSON.stringify(value)).toContain('"tool_addition"')
  expect(JSON.stringify(value)).toContain('"output_config":{"effort":"low"}')
  expect(expectObject(asJson(value), '').tools).toEqual([f])
})

describe('acceptance rules know the tools of a history', () => {
  const broken = (request: JsonObject) =>
    lint(adapterOf(CLAUDE).rules, request).filter(({ rule }) => /TOOLS|NAME|SCHEMA/.test(rule))
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'g', input: {} }] }
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }] }

  test('an added tool can be chosen, called and withdrawn', () => {
    const messages = [ASK, system(added(byValue(g))), use, result, system(removed(reference('g')))]
    const request = { ...claude([], []), messages, tool_choice: { type: 'tool', name: 'g' } }
    expect(broken(request)).toEqual([])
    expect(broken(Object.fromEntries(Object.entries(request).filter(([key]) => key !== 'tools')))).toEqual([])
  })

  test('a reference to an undeclared tool is refused by its name', () => {
    const messages = [ASK, system(removed(reference('g'))), system(added(byValue(g)))]
    expect(broken({ ...claude([f], []), messages })).toMatchObject([
      {
        rule: 'ANTHROPIC-TOOLS-05',
        path: '/messages/1/content/0/tool/name',
        message: 'nothing before it declares g',
      },
    ])
    const server = added({ type: 'mcp_toolset_reference', server_name: 's' })
    expect(broken(claude([f], [server]))).toMatchObject([{ message: 'nothing before it declares s' }])
    expect(broken(claude([f], [added({})]))).toMatchObject([{ message: 'the change names no tool' }])
  })

  test('a name that an available tool of another kind has is refused; a new definition of it is not', () => {
    const own = { type: 'web_search_20250305', name: 'g' }
    expect(broken(claude([own], [added(byValue(g))]))).toMatchObject([
      { rule: 'ANTHROPIC-TOOLS-09', path: '/messages/1/content/0/tool/definition/name' },
    ])
    expect(broken(claude([own], [removed(reference('g')), added(byValue(g))]))).toEqual([])
    expect(broken(claude([g], [added(byValue(g))]))).toEqual([])
  })

  test('its name and schema are looked at as those of the list', () => {
    const odd = { name: 'a b', input_schema: { type: 'string' } }
    expect(broken(claude([f], [added(byValue(odd))])).map(({ path }) => path)).toEqual([
      '/messages/1/content/0/tool/definition/name',
      '/messages/1/content/0/tool/definition/input_schema',
    ])
  })
})

describe('tools in an item of Responses, before the instructions and after them', () => {
  const item: JsonObject = {
    type: 'additional_tools',
    role: 'developer',
    tools: [
      { type: 'namespace', name: 'fs', description: 'Files.', tools: [{ type: 'custom', name: 'run' }] },
    ],
  }
  const developer: JsonObject = { role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] }
  const input = [item, developer, developer, { role: 'user', content: 'Go.' }, item, developer]
  const { adapter } = adapterOf(RESPONSES)
  const profiles = Object.entries(adapter.codecs.limits.profiles ?? {})

  function fitted(limits: LimitsChoice): JsonObject {
    const { conversation } = fit(adapter.decodeRequest({ model: 'm', input }).value, adapter.codecs, {
      limits,
    })
    return expectObject(asJson(adapter.encodeRequest(conversation).value), '')
  }

  test.each(profiles.filter(([, { namespaces }]) => namespaces === false))(
    'are declared with flat names under the limits %s',
    (limits, { customTools }) => {
      const { input: items, tools } = fitted(limits)
      expect(JSON.stringify(items)).not.toContain('additional_tools')
      for (const { role } of objectsIn(items)) expect(role).toMatch(/^(system|developer|user)$/)
      const type = customTools === false ? 'function' : 'custom'
      expect(objectsIn(tools)).toMatchObject([{ type, name: 'fs__run' }])
    },
  )

  test('keep their positions, if the server accepts them and one system message', () => {
    const items = objectsIn(fitted({ systemMessages: 'one' }).input)
    expect(items.filter(({ type }) => type === 'additional_tools')).toEqual([item, item])
    expect(items.map(({ type, role }) => type ?? role)).toEqual([
      ...['additional_tools', 'developer', 'user', 'additional_tools', 'user'],
    ])
  })
})
