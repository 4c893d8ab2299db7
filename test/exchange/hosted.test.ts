import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { HostedKind } from '../../src/base/model/hosted-settings.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import { encodeConversation } from '../../src/index.js'
import { mcpServer } from '../../src/tools/hosted-tools.js'
import { translateResponse, writeAnswer } from '../../src/translate/exchange/translate-answer.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { createStreamTranslator } from '../../src/translate/exchange/translate-stream.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { EXPECTED, HOSTED } from '../support/hosted.js'
import { pick } from '../support/pair.js'
import { SEARCHES, TEXT, TITLED } from '../support/searches.js'
import { eventsOf } from '../support/streams.js'

const CARRIED = ['web_search', 'code_execution', 'mcp'] as const satisfies readonly HostedKind[]

function asking(tools: readonly object[], more: JsonObject = {}): JsonObject {
  const question = [{ role: 'user', content: 'Who won the tour?' }]
  return { model: 'm', max_tokens: 100, messages: question, tools: asJson(tools), ...more }
}

/** Returns a model of the wire that runs hosted tools. */
function modelOf(wire: string): string {
  return wire === 'openai-chat' ? 'gpt-5-search-api' : 'm'
}

function moved(request: JsonObject, from: string, to: string) {
  const options = {
    from: adapterOf(from).adapter,
    to: adapterOf(to).adapter,
    model: modelOf(to),
    hosted: 'carry' as const,
  }
  const { value, notices, carried } = translateRequest(request, options)
  return { request: expectObject(asJson(value), ''), notices, carried }
}

/** Returns the settings of a tool that both sides support. */
function settingsOn(kind: HostedKind, wires: readonly string[]): readonly string[] {
  const lost = wires.flatMap((wire) => EXPECTED[wire]?.[kind]?.lost ?? [])
  return Object.keys(HOSTED[kind].settings).filter((setting) => !lost.includes(setting))
}

describe('a hosted tool of one provider becomes that of another, with the settings of both', () => {
  const there = (kind: HostedKind) =>
    adapters.filter(
      ({ wire, adapter }) =>
        EXPECTED[wire]?.[kind] !== undefined &&
        adapter.codecs.limits.hostedTools?.[kind]?.test(modelOf(wire)) !== false &&
        (adapter.codecs.limits.hostedTools === undefined || kind in adapter.codecs.limits.hostedTools),
    )
  const pairs = CARRIED.filter((kind) => kind !== 'mcp').flatMap((kind) =>
    there(kind).flatMap((from) =>
      there(kind)
        .filter(({ wire }) => wire !== from.wire)
        .map((to) => [kind, from.wire, to.wire] as const),
    ),
  )

  test.each(pairs)('%s of %s for %s', (kind, from, to) => {
    const tool = HOSTED[kind]
    const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hi' }] }]
    const conversation = { maxOutputTokens: 100, messages }
    const native = encodeConversation(
      { ...conversation, model: modelOf(from), tools: [tool] },
      { to: adapterOf(from).adapter },
    ).value
    const { request, notices, carried } = moved(expectObject(asJson(native), ''), from, to)
    const said = settingsOn(kind, [from, to])
    const kept = Object.entries(tool.settings).filter(
      ([name]) => kind !== 'code_execution' && said.includes(name),
    )
    const expected = { ...tool, settings: Object.fromEntries(kept) } as typeof tool
    const wanted = encodeConversation(
      { ...conversation, model: modelOf(to), tools: [expected] },
      { to: adapterOf(to).adapter },
    ).value
    const { include: _include, ...rest } = request
    expect(rest).toEqual(asJson(wanted))
    expect(carried).toEqual([kind])
    expect(notices.map(({ code }) => code)).toContain('hosted-tool-carried')
    expect(notices.map(({ code }) => code)).not.toContain('provider-tool-dropped')
  })

  test('a server without credentials that asks for no approval is carried, with what it may do', () => {
    const plain = mcpServer({
      name: 'wiki',
      url: 'https://wiki.example.com',
      allowedTools: ['read'],
      approval: 'never',
    })
    for (const [from, to] of [
      ['anthropic-messages', 'openai-responses'],
      ['openai-responses', 'anthropic-messages'],
    ] as const) {
      const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hi' }] }]
      const conversation = { model: 'm', maxOutputTokens: 100, messages, tools: [plain] }
      const native = encodeConversation(conversation, { to: adapterOf(from).adapter }).value
      const { request } = moved(expectObject(asJson(native), ''), from, to)
      expect(request).toEqual(asJson(encodeConversation(conversation, { to: adapterOf(to).adapter }).value))
    }
  })

  test.each([
    ['credentials', { require_approval: 'never', authorization: 'secret' }],
    ['headers', { require_approval: 'never', headers: { 'X-Key': 'secret' } }],
    ['calls that have to be approved', {}],
    ['calls that have to be approved', { require_approval: 'always' }],
    ['some calls that have to be approved', { require_approval: { never: { tool_names: ['read'] } } }],
    ['no address', { require_approval: 'never', server_url: null }],
  ])('a server with %s stays with its provider', (_why, settings) => {
    const server = { type: 'mcp', server_label: 'wiki', server_url: 'https://wiki.example.com', ...settings }
    const { request, notices } = moved(
      { model: 'm', input: 'Hi', tools: [server] },
      'openai-responses',
      'anthropic-messages',
    )
    expect(JSON.stringify(request)).not.toContain('wiki')
    expect(notices).toContainEqual(
      expect.objectContaining({ code: 'provider-tool-dropped', severity: 'warning' }),
    )
  })

  test('only on request', () => {
    const request = asking([{ type: 'web_search_20250305', name: 'web_search' }])
    const sides = { from: adapterOf('anthropic-messages').adapter, to: adapterOf('openai-responses').adapter }
    for (const hosted of [undefined, 'drop'] as const) {
      const { value, carried } = translateRequest(request, {
        ...sides,
        model: 'm',
        ...(hosted && { hosted }),
      })
      expect(value).not.toHaveProperty('tools')
      expect(carried).toBeUndefined()
    }
  })

  test('a choice of the tool becomes required if it is the only tool, never a choice of a function', () => {
    const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 8 }
    const weather = { name: 'weather', input_schema: { type: 'object' } }
    const choice = { tool_choice: { type: 'tool', name: 'web_search' } }
    const alone = moved(asking([search], choice), 'anthropic-messages', 'openai-responses')
    expect(alone.request).toMatchObject({ tools: [{ type: 'web_search' }], tool_choice: 'required' })
    const beside = moved(asking([search, weather], choice), 'anthropic-messages', 'openai-responses')
    expect(beside.request).not.toHaveProperty('tool_choice')
    const field = moved(asking([search], choice), 'anthropic-messages', 'openai-chat')
    expect(field.request).toMatchObject({ web_search_options: {} })
    expect(field.request).not.toHaveProperty('tool_choice')
  })

  test('tools that the target lacks are omitted as before, with their settings', () => {
    const search = { type: 'web_search', external_web_access: false }
    const code = { type: 'code_interpreter', container: { type: 'auto' } }
    const { request, notices } = moved(
      { model: 'm', input: 'Hi', tools: [code] },
      'openai-responses',
      'openai-chat',
    )
    expect(request).not.toHaveProperty('tools')
    expect(notices.map(({ code }) => code)).toContain('provider-tool-dropped')
    const there = moved(
      { model: 'm', input: 'Hi', tools: [search] },
      'openai-responses',
      'anthropic-messages',
    )
    expect(there.notices).toContainEqual(
      expect.objectContaining({ code: 'hosted-tool-carried', detail: { external_web_access: 1 } }),
    )
  })
})

/**
 * Returns a complete answer in the forms that a client of another wire receives: complete, as a stream, and
 * from a stream.
 */
function answers(
  from: string,
  to: string,
  response: JsonObject,
  carried: readonly HostedKind[],
): JsonObject[] {
  const source = adapterOf(from).adapter
  const target = adapterOf(to).adapter
  const whole = translateResponse(response, { from: source, to: target, carried }).value
  const decoded = source.decodeResponse(response).value
  const own = writeAnswer(decoded, { from: source, to: source, streams: true })
  const written = writeAnswer(decoded, { from: source, to: target, streams: true, carried })
  const reader = new EventReader(source.codecs.stream, createContext(from))
  const translator = createStreamTranslator(source, target, reader, { carried })
  const live: (string | Uint8Array)[] = []
  for (const frame of 'frames' in own ? own.frames : []) translator.push(frame, live)
  translator.finish(live)
  const streams = [live, 'frames' in written ? written.frames : []]
  const read = streams.map((frames) => target.encodeResponse(assemble(eventsOf(target, frames), to)).value)
  return [whole, ...read].map((value) => expectObject(asJson(value), ''))
}

const TOLD: Readonly<Record<string, (answer: JsonObject, from: string) => void>> = {
  'anthropic-messages'(answer, from) {
    const blocks = expect.arrayContaining([
      {
        ...{ type: 'server_tool_use', name: 'web_search', id: expect.stringMatching(/^srvtoolu_toolwire_/) },
        input: { query: from === 'openai-chat' ? '' : 'tour' },
      },
      {
        ...{ type: 'web_search_tool_result', tool_use_id: expect.stringMatching(/^srvtoolu_toolwire_/) },
        content: [{ type: 'web_search_result', ...TITLED, encrypted_content: '', page_age: null }],
      },
      expect.objectContaining({ type: 'text', text: TEXT }),
    ])
    expect(answer.content).toEqual(blocks)
    expect(answer.stop_reason).toBe('end_turn')
  },
  'openai-responses'(answer) {
    const items = expect.arrayContaining([
      expect.objectContaining({
        type: 'web_search_call',
        id: expect.stringMatching(/^ws_toolwire_/),
        status: 'completed',
      }),
      expect.objectContaining({ type: 'message', content: [expect.objectContaining({ text: TEXT })] }),
    ])
    expect(answer.output).toEqual(items)
  },
  'google-generate-content'(answer, from) {
    expect(pick(answer, 'candidates', 0, 'groundingMetadata')).toMatchObject({
      ...(from !== 'openai-chat' && { webSearchQueries: ['tour'] }),
      groundingChunks: [{ web: { uri: TITLED.url } }],
    })
  },
}

describe("a carried search is returned as a search of the client's provider", () => {
  const pairs = Object.keys(SEARCHES).flatMap((from) =>
    Object.keys(TOLD)
      .filter((to) => to !== from)
      .map((to) => [from, to] as const),
  )
  test.each(pairs)('of %s for %s, complete and streamed', (from, to) => {
    for (const answer of answers(from, to, SEARCHES[from] ?? {}, ['web_search'])) TOLD[to]?.(answer, from)
  })

  test('and not for an Anthropic client that did not request it', () => {
    for (const answer of answers(
      'openai-responses',
      'anthropic-messages',
      SEARCHES['openai-responses'] ?? {},
      [],
    ))
      expect(answer.content).toEqual([expect.objectContaining({ type: 'text', text: TEXT })])
  })
})

test('two MCP servers stay two, there and back', () => {
  const server = (label: string) => ({
    type: 'mcp',
    server_label: label,
    server_url: `https://${label}.example/mcp`,
    require_approval: 'never',
  })
  const asked = { model: 'm', input: 'Hi', tools: [server('one'), server('two')] }
  const there = moved({ ...asked, max_output_tokens: 100 }, 'openai-responses', 'anthropic-messages').request
  expect(there.mcp_servers).toMatchObject([{ name: 'one' }, { name: 'two' }])
  expect(moved(there, 'anthropic-messages', 'openai-responses').request.tools).toMatchObject(asked.tools)
})
