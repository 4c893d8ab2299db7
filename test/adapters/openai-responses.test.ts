import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../../adapters/anthropic-messages/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { rules } from '../../adapters/openai-responses/rules.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import { toolResult } from '../../src/base/model/create.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  ToolCall,
  ToolResult,
} from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import type { LimitsChoice } from '../../src/codec/wire/limits.js'
import { encodeConversation, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { fit } from '../../src/translate/fit/fit.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { BROKEN } from '../lint/broken/openai-responses.js'

const WIRE = 'openai-responses'

const call: ToolCall = {
  type: 'tool-call',
  id: 'call_1',
  name: 'look_up',
  kind: 'function',
  status: 'complete',
  arguments: { q: 'x' },
  providerExecuted: false,
}

function result(output: ToolResult['output'], more: Partial<ToolResult> = {}): ToolResult {
  return {
    type: 'tool-result',
    callId: 'call_1',
    name: 'look_up',
    output,
    isError: false,
    providerExecuted: false,
    ...more,
  }
}

function input(...items: JsonObject[]): JsonObject {
  return { model: 'gpt-5.4', input: items }
}

function functionCall(id: string, more: JsonObject = {}): JsonObject {
  return { type: 'function_call', call_id: id, name: 'look_up', arguments: '{}', ...more }
}

function output(id: string, text = 'ok'): JsonObject {
  return { type: 'function_call_output', call_id: id, output: text }
}

const user = { role: 'user', content: 'Hello' }

function decode(request: JsonObject): Conversation {
  return openaiResponses.decodeRequest(request).value
}

function encodeItems(messages: readonly Message[]) {
  return openaiResponses.encodeMessages(messages)
}

describe('messages', () => {
  test('consecutive items of the model are one message, consecutive outputs one tool message', () => {
    const { messages } = decode(
      input(user, functionCall('call_1'), functionCall('call_2'), output('call_1'), output('call_2'), {
        role: 'assistant',
        content: 'Done.',
      }),
    )
    expect(messages.map(({ role, parts }) => [role, parts.length])).toEqual([
      ['user', 1],
      ['assistant', 2],
      ['tool', 2],
      ['assistant', 1],
    ])
    expect(messages[2]?.parts[1]).toMatchObject({ callId: 'call_2', name: 'look_up' })
  })

  test('content parts of one item stay in one item', () => {
    const request = input({
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'a', annotations: [] },
        { type: 'brand_new', data: 1 },
        { type: 'output_text', text: 'b', annotations: [] },
      ],
    })
    const conversation = decode(request)
    expect(conversation.messages[0]?.parts.map(({ type }) => type)).toEqual(['text', 'opaque', 'text'])
    expect(openaiResponses.encodeRequest(conversation).value).toEqual(request)
  })

  test('what another wire wrote becomes plain items', () => {
    const { value } = encodeItems([
      { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', parts: [{ type: 'text', text: 'One moment.' }, call] },
      { role: 'tool', parts: [result({ type: 'json', value: { a: 1 } })] },
    ])
    expect(value).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'One moment.' },
      { type: 'function_call', call_id: 'call_1', name: 'look_up', arguments: '{"q":"x"}' },
      { type: 'function_call_output', call_id: 'call_1', output: '{"a":1}' },
    ])
  })

  test('ids and reasoning of another wire are not sent', () => {
    const foreign: Message = {
      role: 'assistant',
      parts: [
        {
          type: 'reasoning',
          text: 'Hm.',
          providerMetadata: { 'anthropic-messages': { signature: 'sig', itemId: 'rs_1' } },
        },
        { ...call, providerMetadata: { 'anthropic-messages': { itemId: 'fc_1' } } },
      ],
    }
    const { value, notices } = encodeItems([foreign])
    expect(JSON.stringify(value)).not.toMatch(/fc_1|rs_1|sig/)
    expect(notices.map(({ code }) => code)).toEqual(['reasoning-dropped'])
  })

  test('media in results are native parts, an error among them is marked', () => {
    const [item] = openaiResponses.toolResults([
      result(
        {
          type: 'content',
          value: [
            { type: 'text', text: 'half a page' },
            { type: 'media', kind: 'image', mediaType: 'image/png', source: { type: 'data', data: 'AAAA' } },
            { type: 'media', kind: 'file', source: { type: 'file-id', id: 'file_1' } },
          ],
        },
        { isError: true },
      ),
    ])
    expect(item).toEqual({
      type: 'function_call_output',
      call_id: 'call_1',
      output: [
        { type: 'input_text', text: '<tool_error>half a page</tool_error>' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
        { type: 'input_file', file_id: 'file_1' },
      ],
    })
    const [message] = openaiResponses.decodeMessages(item === undefined ? [] : [item]).value
    expect(message?.parts[0]).toMatchObject({
      isError: true,
      output: { value: [{ text: 'half a page' }, {}, {}] },
    })
  })

  test('results of vendor tools get the form of their call', () => {
    const items = decode(
      input(
        { type: 'shell_call', call_id: 's', action: { commands: ['ls'] } },
        {
          type: 'apply_patch_call',
          call_id: 'p',
          operation: { type: 'delete_file', path: 'a' },
          status: 'completed',
        },
        { type: 'custom_tool_call', call_id: 'c', name: 'sql', input: 'SELECT 1' },
        {
          type: 'local_shell_call',
          id: 'lsh_1',
          call_id: 'l',
          action: { type: 'exec', command: ['ls'], env: {} },
        },
      ),
    ).messages
    const answer = (callId: string, isError = false) =>
      result(isError ? { type: 'error-text', value: 'no' } : { type: 'text', value: 'yes' }, {
        callId,
        isError,
      })
    const { value } = encodeItems([
      ...items,
      { role: 'tool', parts: [answer('s', true), answer('p', true), answer('c'), answer('l')] },
    ])
    expect(value.slice(4)).toEqual([
      {
        type: 'shell_call_output',
        call_id: 's',
        output: [{ stdout: '', stderr: 'no', outcome: { type: 'exit', exit_code: 1 } }],
      },
      { type: 'apply_patch_call_output', call_id: 'p', status: 'failed', output: 'no' },
      { type: 'custom_tool_call_output', call_id: 'c', output: 'yes' },
      { type: 'local_shell_call_output', id: 'l', output: 'yes' },
    ])
  })

  test('an output of a local shell finds its call by the item id as well', () => {
    const request = input(
      {
        type: 'local_shell_call',
        id: 'lsh_1',
        call_id: 'l',
        action: { type: 'exec', command: ['ls'], env: {} },
      },
      { type: 'local_shell_call_output', id: 'lsh_1', output: 'a' },
    )
    const conversation = decode(request)
    expect(conversation.messages[1]?.parts[0]).toMatchObject({ callId: 'l', name: 'local_shell' })
    expect(openaiResponses.encodeRequest(conversation).value).toEqual(request)
  })

  test('hosted searches are paired in order', () => {
    const search = (id: string) => ({
      type: 'tool_search_call',
      id,
      call_id: null,
      execution: 'server',
      arguments: {},
    })
    const found = { type: 'tool_search_output', call_id: null, execution: 'server', tools: [] }
    const [message] = decode(input(search('tsc_1'), search('tsc_2'), found, found)).messages
    const callIds = message?.parts.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : []))
    expect(callIds).toEqual(['tsc_1', 'tsc_2'])
  })
})

describe('tools', () => {
  test('every form of tool_choice goes round', () => {
    const tools: JsonObject[] = [
      { type: 'function', name: 'look_up', parameters: null, strict: null },
      { type: 'custom', name: 'sql', format: { type: 'text' } },
    ]
    const choices: JsonValue[] = [
      'auto',
      'none',
      'required',
      { type: 'function', name: 'look_up' },
      { type: 'custom', name: 'sql' },
      { type: 'custom', name: 'not_declared' },
      { type: 'mcp', server_label: 'a', name: null },
      { type: 'web_search_preview' },
      { type: 'allowed_tools', mode: 'required', tools: [{ type: 'custom', name: 'sql' }] },
      { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'mcp', server_label: 'a' }] },
    ]
    for (const tool_choice of choices) {
      const request = { ...input(user), tools, tool_choice }
      expect(openaiResponses.encodeRequest(decode(request)).value).toEqual(request)
    }
  })

  test('a tool that an item adds is declared elsewhere, and here once it is edited', () => {
    const added = {
      type: 'function',
      name: 'refund',
      parameters: { type: 'object', properties: {} },
      strict: true,
    }
    const request = input(user, { type: 'additional_tools', role: 'developer', tools: [added] })
    const conversation = decode(request)
    expect(conversation.tools?.map(({ name }) => name)).toEqual(['refund'])
    expect(openaiResponses.encodeRequest(conversation).value).toEqual(request)
    const [tool] = conversation.tools ?? []
    const edited = { ...conversation, tools: tool === undefined ? [] : [{ ...tool, name: 'give_back' }] }
    expect(openaiResponses.encodeRequest(edited).value.tools).toMatchObject([{ name: 'give_back' }])
    const elsewhere = translateRequest(request, {
      from: openaiResponses,
      to: anthropicMessages,
      model: 'claude',
    })
    expect(elsewhere.value.tools).toMatchObject([{ name: 'refund' }])
  })

  test('strict is spelled out for tools that do not ask for it', () => {
    const { value } = openaiResponses.encodeTools([{ type: 'function', name: 'f' }])
    expect(value).toEqual([{ type: 'function', name: 'f', parameters: null, strict: false }])
  })
})

describe('responses', () => {
  test('finish follows from status, reason and calls', () => {
    const body = (more: JsonObject) => ({ object: 'response', output: [], ...more })
    const finish = (more: JsonObject) => openaiResponses.decodeResponse(body(more)).value.finish
    expect(finish({ status: 'completed' })).toMatchObject({ reason: 'stop', raw: 'completed' })
    expect(finish({ status: 'completed', output: [functionCall('c')] }).reason).toBe('tool-calls')
    expect(finish({ status: 'incomplete', incomplete_details: { reason: 'content_filter' } }).reason).toBe(
      'content-filter',
    )
    expect(finish({ status: 'incomplete', incomplete_details: { reason: 'steered' } }).reason).toBe('other')
    expect(finish({ status: 'queued' })).toMatchObject({ reason: 'other', raw: 'queued' })
    expect(finish({ status: 'failed', error: { code: 'server_error', message: 'No.' } }).reason).toBe('error')
  })

  test('an edited finish wins over the recorded status', () => {
    const { value } = openaiResponses.decodeResponse({ object: 'response', status: 'completed', output: [] })
    const edited: ModelResponse = { ...value, finish: { reason: 'length' } }
    expect(openaiResponses.encodeResponse(edited).value).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    })
  })

  test('an answer of another wire gets what every response has', () => {
    const { value } = openaiResponses.encodeResponse({
      message: { role: 'assistant', parts: [{ type: 'text', text: 'Hi' }, call] },
      finish: { reason: 'tool-calls' },
      model: 'elsewhere',
      usage: { inputTokens: 3, outputTokens: 4 },
    })
    expect(value).toMatchObject({
      object: 'response',
      id: expect.stringMatching(/^resp_/),
      status: 'completed',
      output: [
        {
          type: 'message',
          id: expect.stringMatching(/^msg_/),
          content: [{ type: 'output_text', annotations: [] }],
        },
        { type: 'function_call', call_id: 'call_1', status: 'completed' },
      ],
      usage: { total_tokens: 7 },
    })
  })

  test('a body of something else is refused', () => {
    expect(() => openaiResponses.decodeResponse({ object: 'response.compaction_count', tokens: 5 })).toThrow(
      'expected an array',
    )
  })
})

function events(...list: JsonValue[]): StreamEvent[] {
  const decoder = openaiResponses.codecs.stream.decoder(createContext('openai-responses'))
  const seen = [...list.flatMap((event) => decoder.push(event)), ...decoder.finish()]
  expect(checkGrammar(seen)).toEqual([])
  return seen
}

function added(output_index: number, item: JsonObject): JsonObject {
  return { type: 'response.output_item.added', output_index, item }
}

function done(output_index: number, item: JsonObject): JsonObject {
  return { type: 'response.output_item.done', output_index, item }
}

function argumentsDelta(output_index: number, delta: string, item_id = 'x'): JsonObject {
  return { type: 'response.function_call_arguments.delta', output_index, item_id, delta }
}

const completed = {
  type: 'response.completed',
  response: { id: 'resp_1', object: 'response', model: 'm', status: 'completed', output: [] },
}

describe('streams', () => {
  const open = (id: string) => functionCall(id, { id: `fc_${id}`, arguments: '', status: 'in_progress' })

  test('interleaved calls are told apart by output_index, whatever their item ids', () => {
    const seen = events(
      added(0, open('a')),
      added(1, open('b')),
      argumentsDelta(0, '{"n":', 'r1'),
      argumentsDelta(1, '{"n":', 'r2'),
      argumentsDelta(0, '1}', 'r3'),
      argumentsDelta(1, '2}', 'r4'),
      done(1, functionCall('b', { arguments: '{"n":2}' })),
      done(0, functionCall('a', { arguments: '{"n":1}' })),
      completed,
    )
    const { message, finish } = assemble(seen, WIRE)
    expect(message.parts).toMatchObject([
      { id: 'a', arguments: { n: 1 } },
      { id: 'b', arguments: { n: 2 } },
    ])
    expect(finish.reason).toBe('tool-calls')
  })

  test('the finished item wins; text that it lacks is taken from the deltas', () => {
    const seen = events(
      added(0, open('a')),
      argumentsDelta(0, '{"n":1}'),
      done(0, functionCall('a', { arguments: '{"n":2}' })),
      added(1, open('b')),
      argumentsDelta(1, '{"n":3}'),
      done(1, functionCall('b', { arguments: '' })),
      completed,
    )
    expect(assemble(seen, WIRE).message.parts).toMatchObject([
      { arguments: { n: 2 } },
      { arguments: { n: 3 } },
    ])
  })

  test('items that come only with the whole response', () => {
    const item = functionCall('a', { arguments: '{"n":1}' })
    const seen = events({ ...completed, response: { ...completed.response, output: [item] } })
    expect(assemble(seen, WIRE).message.parts).toMatchObject([{ id: 'a', arguments: { n: 1 } }])
  })

  test('an item without its end is taken from the whole response', () => {
    const item = functionCall('a', { id: 'fc_a', arguments: '{"n":1}' })
    const whole = { ...completed, response: { ...completed.response, output: [item] } }
    const { message } = assemble(events(added(0, open('a')), argumentsDelta(0, '{"n":'), whole), WIRE)
    expect(message.parts).toMatchObject([{ id: 'a', status: 'complete', arguments: { n: 1 } }])
  })

  test('a cut stream keeps what came and completes no call', () => {
    const seen = events(added(0, open('a')), argumentsDelta(0, '{"n":1}'))
    const { message, finish, error } = assemble(seen, WIRE)
    expect(message.parts).toMatchObject([{ id: 'a', status: 'truncated', rawArguments: '{"n":1}' }])
    expect(finish.reason).toBe('error')
    expect(error?.code).toBe('stream-cut')
  })

  test('errors: an event, a nested object, a failed response', () => {
    const forms: [JsonValue, string][] = [
      [{ type: 'error', code: 'server_error', message: 'No.', param: null }, 'server_error'],
      [{ error: { message: 'No.', type: 'overloaded' } }, 'overloaded'],
      [
        {
          type: 'response.failed',
          response: { ...completed.response, status: 'failed', error: { code: 'x', message: 'No.' } },
        },
        'x',
      ],
    ]
    for (const [form, code] of forms) {
      const { error, finish } = assemble(events(form), WIRE)
      expect(error).toMatchObject({ code, message: 'No.' })
      expect(finish.reason).toBe('error')
    }
  })

  test('entries of a reasoning item are one text', () => {
    const summary = ['One.', 'Two.'].map((text) => ({ type: 'summary_text', text }))
    const delta = (summary_index: number, text: string) => ({
      type: 'response.reasoning_summary_text.delta',
      output_index: 0,
      summary_index,
      delta: text,
    })
    const seen = events(
      added(0, { type: 'reasoning', id: 'rs_1', summary: [] }),
      delta(0, 'One.'),
      delta(1, 'Two.'),
      done(0, { type: 'reasoning', id: 'rs_1', summary }),
      completed,
    )
    expect(assemble(seen, WIRE).message.parts).toMatchObject([{ type: 'reasoning', text: 'One.\n\nTwo.' }])
  })
})

describe('fit', () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' }
  const message = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
  }

  function translated(items: JsonObject[], model: string) {
    const conversation = decode(input(user, ...items))
    return encodeConversation(conversation, { to: openaiResponses, model })
  }

  test('when reasoning is held back, the ids that depend on it go too', () => {
    const items = [reasoning, functionCall('c', { id: 'fc_1' }), output('c')]
    expect(translated(items, 'gpt-5.4').value.input).toEqual([user, ...items])
    const { value } = translated([...items, reasoning, message], 'gpt-6')
    expect(JSON.stringify(value.input)).not.toMatch(/rs_1|fc_1|msg_1/)
    expect(lint(rules, expectObject(asJson(value), ''))).toEqual([])
  })

  test('vendor-run calls go with their reasoning, and a notice says so', () => {
    const search = {
      type: 'web_search_call',
      id: 'ws_1',
      status: 'completed',
      action: { type: 'search', query: 'x' },
    }
    const { value, notices } = translated([reasoning, search, message], 'gpt-6')
    expect(JSON.stringify(value.input)).not.toContain('ws_1')
    expect(notices.map(({ code }) => code)).toContain('provider-call-without-reasoning')
  })

  test('reasoning whose message was replaced is left out', () => {
    const { value, notices } = translated(
      [reasoning, { role: 'assistant', content: 'Edited.' }, user],
      'gpt-5.4',
    )
    expect(value.input).toEqual([user, { role: 'assistant', content: 'Edited.' }, user])
    expect(notices.map(({ code }) => code)).toContain('reasoning-without-item')
  })

  test('text between the calls of a turn goes before them', () => {
    const second: ToolCall = { ...call, id: 'call_2' }
    const conversation: Conversation = {
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'Go' }] },
        { role: 'assistant', parts: [call, { type: 'text', text: 'And' }, second] },
        {
          role: 'tool',
          parts: [
            result({ type: 'text', value: '1' }),
            { ...result({ type: 'text', value: '2' }), callId: 'call_2' },
          ],
        },
      ],
    }
    const fitted = fit(conversation, openaiResponses.codecs).conversation
    expect(fitted.messages[1]?.parts.map(({ type }) => type)).toEqual(['text', 'tool-call', 'tool-call'])
  })

  test('a server that joins calls to the message beside them gets it before them, whoever wrote it', () => {
    const called = (call_id: string) => ({ type: 'function_call', call_id, name: 'f', arguments: '{}' })
    const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'x' })
    const results = [output('a'), output('b')]
    const items = [called('a'), message, called('b'), ...results]
    const sent = (limits?: LimitsChoice) =>
      encodeConversation(decode(input(user, ...items)), { to: openaiResponses, model: 'm', limits })
    const inputOf = (limits?: LimitsChoice) => sent(limits).value.input
    expect(inputOf()).toMatchObject([user, ...items])
    expect(inputOf('deepseek')).toMatchObject([user, message, called('a'), called('b'), ...results])
    expect(sent('deepseek').notices.filter(({ code }) => code === 'text-moved')).toHaveLength(1)
    expect(lint(rules, expectObject(asJson(sent('deepseek').value), ''), 'deepseek')).toEqual([])
  })

  test('schemas get what the API insists on; strict tools with loose schemas lose the mode', () => {
    const conversation: Conversation = {
      model: 'm',
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
      tools: [
        { type: 'function', name: 'a', parameters: { properties: { list: { type: 'array' } } } },
        { type: 'function', name: 'b', strict: true, parameters: { type: 'object', properties: { x: {} } } },
      ],
    }
    const { value } = encodeConversation(conversation, { to: openaiResponses })
    expect(value.tools).toMatchObject([
      { parameters: { type: 'object', properties: { list: { type: 'array', items: {} } } } },
      { strict: false },
    ])
  })

  test('outputs of stored calls stay', () => {
    const request = { ...input(output('call_stored')), previous_response_id: 'resp_1' }
    expect(encodeConversation(decode(request), { to: openaiResponses }).value).toEqual(request)
  })
})

describe('rules', () => {
  for (const [id, request] of BROKEN) {
    test(id, () => {
      expect(lint(rules, request).map(({ rule }) => rule)).toContain(id)
    })
  }

  test('the types of files are those of the limits', () => {
    const broken = (type: string, limits?: LimitsChoice) => {
      const file = { type: 'input_file', file_data: `data:${type};base64,AAAA` }
      return lint(rules, input({ role: 'user', content: [file] }), limits).map(({ message }) => message)
    }
    expect(broken('application/zip')).toEqual(['application/zip is not accepted'])
    for (const type of ['application/pdf', 'text/csv', 'application/json;charset=utf-8'])
      expect(broken(type)).toEqual([])
    expect(broken('text/csv', { mediaLimits: { file: { types: ['application/pdf'] } } })).toHaveLength(1)
  })

  test('a plain request breaks none', () => {
    const tools = [
      { type: 'function', name: 'look_up', parameters: { type: 'object', properties: {} }, strict: false },
    ]
    expect(lint(rules, { ...input(user, functionCall('c'), output('c')), tools })).toEqual([])
  })
})

describe('results that are written without their calls at hand', () => {
  test.each([
    [
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'patch', input: '*** Begin' },
      'custom_tool_call_output',
    ],
    [
      {
        type: 'local_shell_call',
        id: 'lsh_1',
        call_id: 'call_1',
        action: { type: 'exec', command: ['ls'], env: {} },
        status: 'completed',
      },
      'local_shell_call_output',
    ],
    [
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'call_1',
        name: 'look_up',
        arguments: '{}',
        status: 'completed',
      },
      'function_call_output',
    ],
  ])('%o is answered by a %s', (item, answer) => {
    const response = {
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model: 'gpt-5.4',
      output: [item],
    }
    const [call] = openaiResponses.toolCalls(response)
    if (call === undefined) throw new Error('no call')
    const stored: ToolResult = JSON.parse(JSON.stringify(toolResult(call, 'done')))
    expect(openaiResponses.toolResults([stored])).toMatchObject([{ type: answer, output: 'done' }])
  })
})
