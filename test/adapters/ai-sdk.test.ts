import { generateText, jsonSchema, type LanguageModel, tool } from 'ai'
import { describe, expect, test } from 'vitest'
import { type AiSdkMessageInput, aiSdk, aiSdkPrompt, aiSdkUi } from '../../adapters/ai-sdk/index.js'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, asNative, objectOr, objectsIn } from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import type { Message, ModelResponse, Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { encodeConversation, translate } from '../../src/translate/exchange/translate-conversation.js'
import { someOf } from '../support/cases.js'
import { strangersEverywhere } from '../support/mutate.js'
import { pick } from '../support/pair.js'
import { stored } from '../support/values.js'

const SEARCH: ToolCall = {
  type: 'tool-call',
  id: 'ws_1',
  name: 'web_search',
  kind: 'web_search',
  status: 'complete',
  arguments: { query: 'chips' },
  providerExecuted: true,
  providerMetadata: { 'openai-responses': { type: 'web_search_call' } },
}
const FOUND: ToolResult = {
  type: 'tool-result',
  callId: 'ws_1',
  name: 'web_search',
  output: { type: 'json', value: { action: { type: 'search' } } },
  isError: false,
  providerExecuted: true,
}
const origin = { wire: 'openai-responses', model: 'gpt-example' }

function assistant(...parts: Part[]): Message {
  return { role: 'assistant', parts, origin }
}

function answer(...parts: Part[]): ModelResponse {
  return { message: assistant(...parts), finish: { reason: 'stop' } }
}

function modelOf(response: ModelResponse): LanguageModel {
  const model: unknown = {
    specificationVersion: 'v4',
    provider: 'toolwire',
    modelId: 'example-model',
    supportedUrls: {},
    doGenerate: () => Promise.resolve(stored(aiSdk.encodeResponse(response).value)),
  }
  return asNative(asJson(model))
}

/** Returns the messages that the SDK stores for an answer, in decoded form. */
async function kept(response: ModelResponse, execute = () => Promise.resolve('done')): Promise<Message[]> {
  const tools = { f: tool({ inputSchema: jsonSchema({}), execute }) }
  const { responseMessages } = await generateText({ model: modelOf(response), prompt: 'Hello.', tools })
  return aiSdk.decodeMessages(responseMessages).value
}

function partsOf(messages: readonly Message[]): Part[] {
  return messages.flatMap(({ parts }) => parts)
}

const CALL: ToolCall = {
  type: 'tool-call',
  id: 'c1',
  name: 'f',
  kind: 'function',
  status: 'complete',
  arguments: { a: 1 },
  providerExecuted: false,
}

describe('provider-executed calls', () => {
  test('is not run again by the SDK, and is restored unchanged', async () => {
    let runs = 0
    const messages = await kept(answer(SEARCH, FOUND), () => {
      runs += 1
      return Promise.resolve('x')
    })
    expect(runs).toBe(0)
    expect(partsOf(messages)).toMatchObject([
      { type: 'tool-call', name: 'web_search', kind: 'web_search', providerExecuted: true },
      { type: 'tool-result', name: 'web_search', providerExecuted: true, output: FOUND.output },
    ])
    expect(messages[0]?.origin).toEqual(origin)
  })

  test.each([
    ['messages', aiSdk],
    ['prompts', aiSdkPrompt],
  ])('is text in %s, with the call and the result beside it', (_, adapter) => {
    const { value } = adapter.encodeMessages([assistant(SEARCH, FOUND)])
    expect(pick(asJson(value), 0, 'content', 0, 'text')).toBe(
      '(The tool web_search was run with {"query":"chips"}.)\n',
    )
    expect(JSON.stringify(asJson(pick(asJson(value), 0, 'content')))).toContain('web_search')
    expect(pick(asJson(value), 0, 'content', 0, 'providerExecuted')).toBeUndefined()
    expect(partsOf(adapter.decodeMessages(stored(value)).value)).toMatchObject([SEARCH, FOUND])
  })

  test('without its call in the answer is kept where the SDK does not look for one', async () => {
    const messages = await kept(answer(FOUND, { type: 'text', text: 'Well.' }))
    expect(partsOf(messages)).toMatchObject([FOUND, { type: 'text', text: 'Well.' }])
  })
})

describe('input that is not usable', () => {
  const { arguments: _arguments, ...head } = CALL
  const broken: ToolCall = { ...head, kind: 'function', status: 'malformed', rawArguments: '{"city": "Be' }
  const cut: ToolCall = { ...broken, status: 'truncated' }

  test.each([broken, cut])(
    'keeps its text through the history of the SDK, which keeps {} ($status)',
    async (call) => {
      const [made] = partsOf(await kept(answer(call)))
      expect(made).toMatchObject({ status: call.status, rawArguments: '{"city": "Be' })
      expect(made).not.toHaveProperty('arguments')
    },
  )

  test('is unchanged in answers, and an object in messages', () => {
    expect(aiSdk.encodeResponse(answer(broken)).value.content[0]).toMatchObject({ input: '{"city": "Be' })
    const { value, notices } = aiSdk.encodeMessages([assistant(broken)])
    expect(pick(asJson(value), 0, 'content', 0, 'input')).toEqual({
      toolwire_invalid_arguments: '{"city": "Be',
      toolwire_status: 'malformed',
    })
    expect(notices.map(({ code }) => code)).toEqual(['arguments-wrapped'])
  })
})

describe('data that packages keep', () => {
  const rows: readonly (readonly [wire: string, part: Part, options: JsonObject])[] = [
    [
      'anthropic-messages',
      reasoning({ 'anthropic-messages': { signature: 's' } }),
      { anthropic: { signature: 's' } },
    ],
    [
      'anthropic-messages',
      reasoning({ 'anthropic-messages': { signature: 's', block: 'redacted_thinking' } }),
      { anthropic: { redactedData: 's' } },
    ],
    [
      'openai-responses',
      reasoning({ 'openai-responses': { itemId: 'rs_1', signature: 's', form: 'summary' } }),
      { openai: { itemId: 'rs_1', reasoningEncryptedContent: 's' } },
    ],
    [
      'bedrock-converse',
      reasoning({ 'bedrock-converse': { signature: 's' } }),
      { bedrock: { signature: 's' } },
    ],
    [
      'google-generate-content',
      { ...CALL, providerMetadata: { 'google-generate-content': { signature: 's' } } },
      { google: { thoughtSignature: 's' } },
    ],
    [
      'anthropic-messages',
      {
        ...CALL,
        providerMetadata: { 'anthropic-messages': { extra: { caller: { type: 'code', tool_id: 't' } } } },
      },
      { anthropic: { caller: { type: 'code', toolId: 't' } } },
    ],
  ]

  test.each(rows)('is what %s keeps', (wire, part, options) => {
    const { value } = aiSdk.encodeMessages([{ role: 'assistant', parts: [part], origin: { wire } }])
    expect(pick(asJson(value), 0, 'content', 0, 'providerOptions')).toEqual(options)
    const [message] = aiSdk.decodeMessages(stored(value)).value
    expect(message?.origin).toEqual({ wire })
    expect(message?.parts[0]).toMatchObject({
      providerMetadata: { [wire]: part.type === 'opaque' ? {} : (part.providerMetadata?.[wire] ?? {}) },
    })
  })

  function reasoning(providerMetadata: Record<string, JsonObject>): Part {
    return { type: 'reasoning', text: 'Hm.', providerMetadata }
  }
})

describe('data of a hosted tool that packages keep', () => {
  const ran = (id: string, name: string, input: JsonObject, output: JsonObject, options?: JsonObject) => [
    compact({
      type: 'tool-call',
      toolCallId: id,
      toolName: name,
      input,
      providerExecuted: true,
      providerOptions: options,
    }),
    compact({ type: 'tool-result', toolCallId: id, toolName: name, output, providerOptions: options }),
  ]
  const json = (value: JsonValue) => ({ type: 'json', value })
  const found = { type: 'web_search_result', url: 'https://example.com', title: 'T' }
  const mcp = { anthropic: { type: 'mcp-tool-use', serverName: 'tickets' } }
  const caller = { type: 'code_execution_20260120', toolId: 'srvtoolu_0' }
  const nativeCaller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_0' }

  /** The messages stored by the package, as observed in a trial, and the provider's original content. */
  const anthropics: readonly (readonly [title: string, kept: JsonObject[], native: JsonObject[]])[] = [
    [
      'a search',
      ran(
        'srvtoolu_1',
        'web_search',
        { query: 'q' },
        json([{ ...found, pageAge: null, encryptedContent: 'e' }]),
      ),
      [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [{ ...found, page_age: null, encrypted_content: 'e' }],
        },
      ],
    ],
    [
      'an error',
      ran(
        'srvtoolu_1',
        'web_fetch',
        { url: 'u' },
        { type: 'error-json', value: { type: 'web_fetch_tool_result_error', errorCode: 'unavailable' } },
      ),
      [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_fetch', input: { url: 'u' } },
        {
          type: 'web_fetch_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: { type: 'web_fetch_tool_result_error', error_code: 'unavailable' },
        },
      ],
    ],
    [
      'a page that code asked for',
      ran(
        'srvtoolu_1',
        'web_fetch',
        { url: 'u' },
        json({
          type: 'web_fetch_result',
          url: 'u',
          retrievedAt: 't',
          content: { source: { mediaType: 'text/plain' } },
        }),
        { anthropic: { caller } },
      ),
      [
        {
          type: 'server_tool_use',
          id: 'srvtoolu_1',
          name: 'web_fetch',
          input: { url: 'u' },
          caller: nativeCaller,
        },
        {
          type: 'web_fetch_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: {
            type: 'web_fetch_result',
            url: 'u',
            retrieved_at: 't',
            content: { source: { media_type: 'text/plain' } },
          },
          caller: nativeCaller,
        },
      ],
    ],
    ...(['bash_', 'text_editor_', ''] as const).map((part) => {
      const name = `${part}code_execution`
      const value = { type: `${name}_result`, stdout: 'x', return_code: 0, content: [] }
      const native: readonly [string, JsonObject[], JsonObject[]] = [
        name,
        ran(
          'srvtoolu_1',
          'code_execution',
          { type: part === '' ? 'programmatic-tool-call' : name, command: 'ls' },
          json(value),
        ),
        [
          { type: 'server_tool_use', id: 'srvtoolu_1', name, input: { command: 'ls' } },
          { type: `${name}_tool_result`, tool_use_id: 'srvtoolu_1', content: value },
        ],
      ]
      return native
    }),
    [
      'a search for tools',
      ran(
        'srvtoolu_1',
        'tool_search_tool_bm25',
        { query: 'q' },
        json([{ type: 'tool_reference', toolName: 'refund' }]),
      ),
      [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25', input: { query: 'q' } },
        {
          type: 'tool_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: {
            type: 'tool_search_tool_search_result',
            tool_references: [{ type: 'tool_reference', tool_name: 'refund' }],
          },
        },
      ],
    ],
    [
      'a tool of a server',
      ran('mcptoolu_1', 'list', { open: true }, json([{ type: 'text', text: 'none' }]), mcp),
      [
        {
          type: 'mcp_tool_use',
          id: 'mcptoolu_1',
          name: 'list',
          input: { open: true },
          server_name: 'tickets',
        },
        { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: [{ type: 'text', text: 'none' }] },
      ],
    ],
  ]
  const done = { status: 'completed' }
  const openais: readonly (readonly [title: string, kept: JsonObject[], native: JsonObject[]])[] = [
    ...(
      [
        [
          { type: 'search', query: 'q' },
          { type: 'search', query: 'q' },
        ],
        [
          { type: 'openPage', url: 'u' },
          { type: 'open_page', url: 'u' },
        ],
        [
          { type: 'findInPage', url: 'u', pattern: 'p' },
          { type: 'find_in_page', url: 'u', pattern: 'p' },
        ],
      ] as const
    ).map(([kept, action]): readonly [string, JsonObject[], JsonObject[]] => [
      action.type,
      ran('ws_1', 'web_search', {}, json({ action: kept })),
      [{ type: 'web_search_call', id: 'ws_1', action, ...done }],
    ]),
    [
      'a search with its sources',
      ran(
        'ws_1',
        'web_search',
        {},
        json({ action: { type: 'search', query: 'q' }, sources: [{ type: 'url', url: 'u' }] }),
      ),
      [
        {
          type: 'web_search_call',
          id: 'ws_1',
          action: { type: 'search', query: 'q', sources: [{ type: 'url', url: 'u' }] },
          ...done,
        },
      ],
    ],
    [
      'code',
      ran(
        'ci_1',
        'code_interpreter',
        { code: 'print(1)', containerId: 'c' },
        json({
          outputs: [
            { type: 'logs', logs: '1' },
            { type: 'image', url: 'https://example.com/a.png' },
          ],
        }),
      ),
      [
        {
          type: 'code_interpreter_call',
          id: 'ci_1',
          code: 'print(1)',
          container_id: 'c',
          outputs: [
            { type: 'logs', logs: '1' },
            { type: 'image', url: 'https://example.com/a.png' },
          ],
          ...done,
        },
      ],
    ],
    [
      'files',
      ran(
        'fs_1',
        'file_search',
        {},
        json({ queries: ['q'], results: [{ fileId: 'f', filename: 'a', score: 1 }] }),
      ),
      [
        {
          type: 'file_search_call',
          id: 'fs_1',
          queries: ['q'],
          results: [{ file_id: 'f', filename: 'a', score: 1 }],
          ...done,
        },
      ],
    ],
    [
      'a picture',
      ran('ig_1', 'image_generation', {}, json({ result: 'aGk=' })),
      [{ type: 'image_generation_call', id: 'ig_1', result: 'aGk=', ...done }],
    ],
    [
      'a tool of a server',
      ran(
        'mcp_1',
        'mcp.list',
        { open: true },
        json({ type: 'call', serverLabel: 's', name: 'list', arguments: '{ "open": true }', output: 'none' }),
        { openai: { itemId: 'mcp_1' } },
      ),
      [
        {
          type: 'mcp_call',
          id: 'mcp_1',
          server_label: 's',
          name: 'list',
          arguments: '{ "open": true }',
          output: 'none',
          ...done,
        },
      ],
    ],
    [
      'a tool of a server that failed',
      ran(
        'mcp_1',
        'mcp.list',
        {},
        json({ type: 'call', serverLabel: 's', name: 'list', arguments: '{}', error: { type: 'e' } }),
      ),
      [
        {
          type: 'mcp_call',
          id: 'mcp_1',
          server_label: 's',
          name: 'list',
          arguments: '{}',
          error: { type: 'e' },
          status: 'failed',
        },
      ],
    ],
  ]

  const commands = ['ls', 'false']
  const outcome = { type: 'exit', exitCode: 1 }
  const server = { google: { serverToolCallId: 'g1', serverToolType: 'GOOGLE_SEARCH_WEB' } }

  /** Their results are separate items. */
  const withItems: readonly (readonly [title: string, kept: JsonObject[], native: JsonObject[]])[] = [
    [
      'a shell',
      ran(
        'call_1',
        'shell',
        { action: { commands, timeoutMs: 9, maxOutputLength: 7 } },
        json({
          maxOutputLength: 7,
          output: [
            { stdout: 'a', stderr: '', outcome: { type: 'timeout' } },
            { stdout: '', stderr: 'no', outcome },
          ],
        }),
        { openai: { itemId: 'sh_1' } },
      ),
      [
        {
          type: 'shell_call',
          id: 'sh_1',
          call_id: 'call_1',
          action: { commands, timeout_ms: 9, max_output_length: 7 },
          ...done,
        },
        {
          type: 'shell_call_output',
          call_id: 'call_1',
          max_output_length: 7,
          output: [
            { stdout: 'a', stderr: '', outcome: { type: 'timeout' } },
            { stdout: '', stderr: 'no', outcome: { type: 'exit', exit_code: 1 } },
          ],
        },
      ],
    ],
    [
      'a search for tools',
      ran(
        'tsc_1',
        'tool_search',
        { arguments: { paths: ['crm'] }, call_id: null },
        json({ tools: [{ type: 'function', name: 'refund', parameters: { type: 'object' } }] }),
        { openai: { itemId: 'tsc_1' } },
      ),
      [
        {
          type: 'tool_search_call',
          id: 'tsc_1',
          execution: 'server',
          call_id: null,
          arguments: { paths: ['crm'] },
          ...done,
        },
        {
          type: 'tool_search_output',
          id: 'tsc_1',
          execution: 'server',
          call_id: null,
          tools: [{ type: 'function', name: 'refund', parameters: { type: 'object' } }],
          ...done,
        },
      ],
    ],
    [
      'a program',
      ran(
        'call_1',
        'programmatic_tool_calling',
        { code: 'await refund()', fingerprint: 'f' },
        json({ result: '{"a":1}', status: 'completed' }),
        { openai: { itemId: 'prog_1' } },
      ),
      [
        { type: 'program', id: 'prog_1', call_id: 'call_1', code: 'await refund()', fingerprint: 'f' },
        { type: 'program_output', id: 'prog_1', call_id: 'call_1', result: '{"a":1}', ...done },
      ],
    ],
  ]

  const googles: readonly (readonly [title: string, kept: JsonObject[], native: JsonObject[]])[] = [
    ...['OUTCOME_OK', 'OUTCOME_FAILED', 'OUTCOME_DEADLINE_EXCEEDED'].map(
      (said): readonly [string, JsonObject[], JsonObject[]] => [
        `code, ${said}`,
        ran(
          'k9TzQxW2mNpR4sVb',
          'code_execution',
          { language: 'PYTHON', code: 'print(1)' },
          json({ outcome: said, output: '1' }),
        ),
        [
          { executableCode: { language: 'PYTHON', code: 'print(1)' } },
          { codeExecutionResult: { outcome: said, output: '1' } },
        ],
      ],
    ),
    [
      'a search',
      ran('g1', 'server:GOOGLE_SEARCH_WEB', { queries: ['q'] }, json({ search_suggestions: '<p>' }), {
        google: { ...server.google, thoughtSignature: 'c2ln' },
      }),
      [
        {
          toolCall: { id: 'g1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['q'] } },
          thoughtSignature: 'c2ln',
        },
        {
          toolResponse: {
            id: 'g1',
            toolType: 'GOOGLE_SEARCH_WEB',
            response: { search_suggestions: '<p>' },
          },
          thoughtSignature: 'c2ln',
        },
      ],
    ],
  ]

  function historyOf(kept: JsonObject[]): JsonObject[] {
    return [
      { role: 'user', content: 'News?' },
      { role: 'assistant', content: [...kept, { type: 'text', text: 'None.' }] },
      { role: 'user', content: 'More?' },
    ]
  }

  test.each(anthropics)('%s is returned to Anthropic unchanged', (_title, kept, native) => {
    const history = historyOf(kept)
    const { value, notices } = translate(asNative<AiSdkMessageInput[]>(history), {
      from: aiSdk,
      to: anthropic,
    })
    expect(pick(asJson(stored(value)), 1, 'content')).toEqual([...native, { type: 'text', text: 'None.' }])
    expect(notices).toEqual([])
    const messages = aiSdk.decodeMessages(asNative<AiSdkMessageInput[]>(history)).value
    expect(stored(aiSdk.encodeMessages(messages).value)).toEqual(history)
    expect(stored(aiSdk.encodeMessages(stored(messages)).value)).toEqual(history)
  })

  function targetOf([first = {}]: readonly JsonObject[]): Adapter {
    if (first.type === undefined) return google
    return /^(srv|mcp)toolu/.test(String(first.id)) ? anthropic : openaiResponses
  }

  test.each(googles)('%s is returned to Google unchanged', (_title, kept, native) => {
    const history = historyOf(kept)
    const { value, notices } = translate(asNative<AiSdkMessageInput[]>(history), { from: aiSdk, to: google })
    expect(pick(asJson(stored(value)), 1, 'parts')).toEqual([...native, { text: 'None.' }])
    expect(notices).toEqual([])
    const messages = aiSdk.decodeMessages(asNative<AiSdkMessageInput[]>(history)).value
    expect(stored(aiSdk.encodeMessages(stored(messages)).value)).toEqual(history)
  })

  test.each([...openais, ...withItems])('%s is returned to OpenAI unchanged', (_title, kept, native) => {
    const history = historyOf(kept)
    const { value, notices } = translate(asNative<AiSdkMessageInput[]>(history), {
      from: aiSdk,
      to: openaiResponses,
    })
    expect(objectsIn(asJson(stored(value))).filter(({ role }) => role === undefined)).toEqual(native)
    expect(notices).toEqual([])
    const messages = aiSdk.decodeMessages(asNative<AiSdkMessageInput[]>(history)).value
    expect(stored(aiSdk.encodeMessages(stored(messages)).value)).toEqual(history)
  })

  test.each([...anthropics, ...openais, ...withItems, ...googles])(
    '%s is the same in an interface',
    async (_title, kept, native) => {
      const [call, result] = kept
      const { type, value } = objectOr(result?.output, {}) as JsonObject
      const isError = type === 'error-json'
      const part: JsonObject = compact({
        type: `tool-${call?.toolName}`,
        toolCallId: call?.toolCallId ?? '',
        state: isError ? 'output-error' : 'output-available',
        input: call?.input ?? {},
        output: isError ? undefined : (value ?? null),
        errorText: isError ? JSON.stringify(value) : undefined,
        providerExecuted: true,
        callProviderMetadata: call?.providerOptions,
        resultProviderMetadata: result?.providerOptions,
      })
      const ui = [
        { id: 'u', role: 'user', parts: [{ type: 'text', text: 'News?' }] },
        { id: 'a', role: 'assistant', parts: [part] },
      ]
      const { value: messages } = aiSdkUi.decodeMessages(asNative<AiSdkMessageInput[]>(asJson(ui)))
      expect(stored(aiSdkUi.encodeMessages(stored(messages)).value)).toEqual(ui)
      const to = targetOf(native)
      const { value: sent } = encodeConversation(
        { messages, model: 'm', maxOutputTokens: 9 },
        { to, from: 'ai-sdk' },
      )
      for (const block of native)
        expect(JSON.stringify(sent)).toContain(
          JSON.stringify(block.id ?? block.tool_use_id ?? block.call_id ?? block),
        )
      expect(JSON.stringify(sent)).not.toContain('The tool')
    },
  )

  test("any other value in the package's field is preserved, and providers receive only unchanged values", () => {
    for (const [title, kept, native] of [...anthropics, ...openais, ...withItems, ...googles])
      for (const make of someOf(strangersEverywhere(kept, new Set()))) {
        const parts = make()
        const list = [...objectsIn(parts)]
        const isSameCall = kept.every(
          ({ input: _input, output: _output, providerOptions: _options, ...head }, index) =>
            equalJson({ ...list[index], ...head }, list[index] ?? null),
        )
        if (!isSameCall) continue
        const history = historyOf(list)
        const place = `${title}: ${JSON.stringify(list)}`
        let messages: readonly Message[]
        try {
          messages = aiSdk.decodeMessages(asNative<AiSdkMessageInput[]>(history)).value
        } catch (error) {
          expect(error, place).toBeInstanceOf(AdapterError)
          continue
        }
        const again = aiSdk.encodeMessages(stored(messages))
        if (again.notices.length === 0) expect(stored(again.value), place).toEqual(history)
        const { value: sent } = encodeConversation(
          { messages, model: 'm', maxOutputTokens: 9 },
          { to: targetOf(native), from: 'ai-sdk' },
        )
        expect(targetOf(native).decodeRequest(stored(sent)).value.messages.length, place).toBeGreaterThan(2)
      }
  })

  test('data of another package is ignored', () => {
    for (const [, kept, native] of googles) {
      const beside = kept.map((part) => ({
        ...part,
        providerOptions: { openai: { itemId: 'x' }, ...objectOr(part.providerOptions, {}) },
      }))
      const { value } = translate(asNative<AiSdkMessageInput[]>(asJson(historyOf(beside))), {
        from: aiSdk,
        to: google,
      })
      expect(pick(asJson(stored(value)), 1, 'parts')).toEqual([...native, { text: 'None.' }])
    }
  })

  test('other data becomes text, for its wire and for others', () => {
    const strange = ran('srvtoolu_1', 'web_search', { query: 'q' }, { type: 'text', value: 'found' })
    const [, kept = []] = anthropics[0] ?? []
    for (const [history, to] of [
      [historyOf(strange), anthropic],
      [historyOf(kept), openaiResponses],
    ] as const) {
      const { value, notices } = translate(asNative<AiSdkMessageInput[]>(history), { from: aiSdk, to })
      expect(JSON.stringify(value)).toContain('The tool web_search was run')
      expect(notices.map(({ code }) => code)).toContain('provider-executed-narrated')
    }
  })

  test('a result of a call in an answer that paused goes back, too', () => {
    const [call = {}, result = {}] = anthropics[0]?.[1] ?? []
    const history = [
      { role: 'user', content: 'News?' },
      { role: 'assistant', content: [call] },
      { role: 'assistant', content: [result, { type: 'text', text: 'None.' }] },
      { role: 'user', content: 'More?' },
    ]
    const { value } = translate(asNative<AiSdkMessageInput[]>(history), { from: aiSdk, to: anthropic })
    for (const block of anthropics[0]?.[2] ?? [])
      expect(JSON.stringify(value)).toContain(JSON.stringify(block))
    const messages = aiSdk.decodeMessages(asNative<AiSdkMessageInput[]>(history)).value
    expect(stored(aiSdk.encodeMessages(messages).value)).toEqual(history)
  })
})

test('values in memory are decoded like their JSON', () => {
  const { value } = aiSdk.decodeMessages([
    {
      role: 'user',
      content: [
        { type: 'image', image: new URL('https://example.com/a.png') },
        { type: 'file', mediaType: 'text/plain', data: new Uint8Array([104, 105]) },
      ],
    },
  ])
  expect(partsOf(value)).toMatchObject([
    { source: { type: 'url', url: 'https://example.com/a.png' } },
    { source: { type: 'data', data: 'aGk=' } },
  ])
})

test('a step starts at each step-start, whose other members stay', () => {
  const text = (value: string) => ({ type: 'text', text: value })
  const message = {
    id: 'm',
    role: 'assistant',
    parts: [
      { type: 'step-start', metadata: { at: 1 } },
      text('One.'),
      { type: 'step-start', stepId: 's2' },
      text('Two.'),
      { type: 'step-start' },
      text('Three.'),
    ],
  }
  const { value, notices } = aiSdkUi.decodeMessages([message])
  expect(notices).toEqual([])
  expect(value.map(({ parts }) => parts.map((part) => part.type))).toEqual([['text'], ['text'], ['text']])
  expect(aiSdkUi.encodeMessages(value).value).toEqual([message])
  const { value: answer } = aiSdkUi.decodeResponse(message)
  expect(aiSdkUi.encodeResponse(answer).value).toEqual(message)
})
