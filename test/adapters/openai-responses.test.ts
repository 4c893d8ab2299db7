import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../../adapters/anthropic-messages/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { rules } from '../../adapters/openai-responses/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { toolResult } from '../../src/base/model/create.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  ToolCall,
  ToolResult,
} from '../../src/base/model/types.js'
import type { LimitsChoice } from '../../src/codec/wire/limits.js'
import { encodeConversation, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { fit } from '../../src/translate/fit/fit.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { BROKEN } from '../lint/broken/openai-responses.js'

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
})

describe('tools', () => {
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
})

describe('responses', () => {
  test('an edited finish wins over the recorded status', () => {
    const { value } = openaiResponses.decodeResponse({ object: 'response', status: 'completed', output: [] })
    const edited: ModelResponse = { ...value, finish: { reason: 'length' } }
    expect(openaiResponses.encodeResponse(edited).value).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    })
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

  test('vendor-run calls are removed with their reasoning, with a notice', () => {
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

  test('sends the message before its calls to a server that joins both', () => {
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
