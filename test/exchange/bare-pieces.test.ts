import { expect, test } from 'vitest'
import { type adapters, decodeAny } from '../../adapters.js'

type Wire = keyof typeof adapters

const args = { city: 'Oslo' }
const text = '{"city":"Oslo"}'
const chatCall = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: text } }

/** Forms of a single call in programs, based on the providers' references and SDKs. */
const CALLS: readonly (readonly [title: string, wire: Wire, piece: object])[] = [
  ['an entry of tool_calls', 'openai-chat', chatCall],
  ['a list of them', 'openai-chat', [chatCall]],
  [
    'a custom call',
    'openai-chat',
    { id: 'call_1', type: 'custom', custom: { name: 'get_weather', input: text } },
  ],
  ['a message', 'openai-chat', { role: 'assistant', content: null, refusal: null, tool_calls: [chatCall] }],
  ['a message without content', 'openai-chat', { role: 'assistant', tool_calls: [chatCall] }],
  ['an older message', 'openai-chat', { role: 'assistant', content: null, function_call: chatCall.function }],
  [
    'a choice',
    'openai-chat',
    {
      index: 0,
      message: { role: 'assistant', content: null, tool_calls: [chatCall] },
      finish_reason: 'tool_calls',
    },
  ],
  [
    'an entry without a type',
    'mistral-chat',
    { id: 'gSIMJiOkT', function: { name: 'get_weather', arguments: text } },
  ],
  [
    'a message with a plan',
    'cohere-chat',
    { role: 'assistant', tool_plan: 'I look.', tool_calls: [chatCall] },
  ],
  ['arguments that are an object', 'ollama-chat', { function: { name: 'get_weather', arguments: args } }],
  [
    'a message of such calls',
    'ollama-chat',
    { role: 'assistant', content: '', tool_calls: [{ function: { name: 'get_weather', arguments: args } }] },
  ],
  ['a block', 'anthropic-messages', { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: args }],
  [
    'a list of content',
    'anthropic-messages',
    [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: args },
    ],
  ],
  [
    'a message',
    'anthropic-messages',
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: args }] },
  ],
  [
    'an item',
    'openai-responses',
    {
      type: 'function_call',
      id: 'fc_1',
      call_id: 'call_1',
      name: 'get_weather',
      arguments: text,
      status: 'completed',
    },
  ],
  [
    'an output',
    'openai-responses',
    [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: text },
    ],
  ],
  [
    'an item of a session',
    'openai-realtime',
    {
      object: 'realtime.item',
      id: 'item_1',
      type: 'function_call',
      call_id: 'call_1',
      name: 'get_weather',
      arguments: text,
    },
  ],
  ['a part', 'google-generate-content', { functionCall: { name: 'get_weather', args } }],
  ['a part in snake case', 'google-generate-content', { function_call: { name: 'get_weather', args } }],
  [
    'parts',
    'google-generate-content',
    [{ text: 'I look.' }, { functionCall: { name: 'get_weather', args } }],
  ],
  [
    'a content',
    'google-generate-content',
    { role: 'model', parts: [{ functionCall: { name: 'get_weather', args } }] },
  ],
  [
    'a candidate',
    'google-generate-content',
    {
      content: { role: 'model', parts: [{ functionCall: { name: 'get_weather', args } }] },
      finishReason: 'STOP',
      index: 0,
    },
  ],
  ['response.functionCalls', 'google-generate-content', [{ name: 'get_weather', args }]],
  [
    'a step',
    'google-interactions',
    { type: 'function_call', id: 'k3v9', name: 'get_weather', arguments: args },
  ],
  ['a toolCall', 'google-live', { functionCalls: [{ id: 'function-call-1', name: 'get_weather', args }] }],
  ['a block', 'bedrock-converse', { toolUse: { toolUseId: 'tooluse_1', name: 'get_weather', input: args } }],
  ['what stands in it', 'bedrock-converse', { toolUseId: 'tooluse_1', name: 'get_weather', input: args }],
  [
    'a message',
    'bedrock-converse',
    {
      role: 'assistant',
      content: [{ toolUse: { toolUseId: 'tooluse_1', name: 'get_weather', input: args } }],
    },
  ],
  [
    'an output',
    'bedrock-converse',
    {
      message: {
        role: 'assistant',
        content: [{ toolUse: { toolUseId: 'tooluse_1', name: 'get_weather', input: args } }],
      },
    },
  ],
  [
    'a call',
    'xai-grpc',
    {
      id: 'call_1',
      type: 'TOOL_CALL_TYPE_CLIENT_SIDE_TOOL',
      function: { name: 'get_weather', arguments: text },
    },
  ],
  ['a part', 'ai-sdk', { type: 'tool-call', toolCallId: 'call_1', toolName: 'get_weather', input: args }],
  [
    'parts',
    'ai-sdk',
    [
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', toolCallId: 'call_1', toolName: 'get_weather', input: args },
    ],
  ],
  [
    'a part of a UI message',
    'ai-sdk',
    { type: 'tool-get_weather', toolCallId: 'call_1', state: 'input-available', input: args },
  ],
  ['a call', 'langchain', { name: 'get_weather', args, id: 'call_1', type: 'tool_call' }],
  ['calls', 'langchain', [{ name: 'get_weather', args, id: 'call_1', type: 'tool_call' }]],
  [
    'a request without its envelope',
    'mcp',
    { method: 'tools/call', params: { name: 'get_weather', arguments: args } },
  ],
  [
    'a request',
    'mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_weather', arguments: args } },
  ],
  ['a part', 'open-telemetry', { type: 'tool_call', id: 'call_1', name: 'get_weather', arguments: args }],
  [
    'a message',
    'open-telemetry',
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'call_1', name: 'get_weather', arguments: args }] },
  ],
]

test.each(CALLS)('a call as %s of %s', async (_title, wire, piece) => {
  for (const given of [piece, JSON.stringify(piece)]) {
    const decoded = await decodeAny(given)
    expect(decoded.wire).toBe(wire)
    expect(decoded.calls).toMatchObject([{ name: 'get_weather', status: 'complete' }])
    const [call] = decoded.calls
    expect(call?.kind === 'custom' ? call.rawArguments : JSON.stringify(call?.arguments)).toContain('Oslo')
    const named = await decodeAny(given, { wire })
    expect(named.calls).toEqual(decoded.calls)
  }
})

/** Individual results, based on the providers' references and SDKs. */
const RESULTS: readonly (readonly [wire: string, piece: object])[] = [
  ['openai-chat', { role: 'tool', tool_call_id: 'call_1', content: '7 degrees' }],
  ['openai-chat', { role: 'function', name: 'get_weather', content: '7 degrees' }],
  ['mistral-chat', { role: 'tool', tool_call_id: 'gSIMJiOkT', name: 'get_weather', content: '7 degrees' }],
  [
    'cohere-chat',
    {
      role: 'tool',
      tool_call_id: 'call_1',
      content: [{ type: 'document', document: { data: '7 degrees' } }],
    },
  ],
  ['ollama-chat', { role: 'tool', tool_name: 'get_weather', content: '7 degrees' }],
  ['anthropic-messages', { type: 'tool_result', tool_use_id: 'toolu_1', content: '7 degrees' }],
  ['anthropic-messages', [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '7 degrees' }]],
  [
    'anthropic-messages',
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '7 degrees' }] },
  ],
  ['openai-responses', { type: 'function_call_output', call_id: 'call_1', output: '7 degrees' }],
  [
    'openai-realtime',
    { object: 'realtime.item', type: 'function_call_output', call_id: 'call_1', output: '7 degrees' },
  ],
  [
    'google-generate-content',
    { functionResponse: { name: 'get_weather', response: { output: '7 degrees' } } },
  ],
  [
    'google-generate-content',
    {
      role: 'user',
      parts: [{ functionResponse: { name: 'get_weather', response: { output: '7 degrees' } } }],
    },
  ],
  [
    'google-interactions',
    { type: 'function_result', call_id: 'k3v9', name: 'get_weather', result: '7 degrees' },
  ],
  [
    'google-live',
    {
      functionResponses: [{ id: 'function-call-1', name: 'get_weather', response: { output: '7 degrees' } }],
    },
  ],
  ['bedrock-converse', { toolResult: { toolUseId: 'tooluse_1', content: [{ text: '7 degrees' }] } }],
  ['bedrock-converse', { toolUseId: 'tooluse_1', content: [{ text: '7 degrees' }] }],
  ['xai-grpc', { role: 'ROLE_TOOL', content: [{ text: '7 degrees' }], tool_call_id: 'call_1' }],
  [
    'ai-sdk',
    {
      type: 'tool-result',
      toolCallId: 'call_1',
      toolName: 'get_weather',
      output: { type: 'text', value: '7 degrees' },
    },
  ],
  [
    'ai-sdk',
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call_1',
          toolName: 'get_weather',
          output: { type: 'text', value: '7 degrees' },
        },
      ],
    },
  ],
  ['langchain', { type: 'tool', tool_call_id: 'call_1', content: '7 degrees' }],
  ['mcp', { type: 'tool_result', toolUseId: 'c1', content: [{ type: 'text', text: '7 degrees' }] }],
]

test.each(RESULTS)('a result alone of %s: %o', async (wire, piece) => {
  for (const given of [piece, JSON.stringify(piece)]) {
    const decoded = await decodeAny(given)
    expect(decoded.wire).toBe(wire)
    const results = decoded.request?.messages.flatMap(({ parts }) => parts)
    expect(results).toMatchObject([{ type: 'tool-result', isError: false, providerExecuted: false }])
    expect(JSON.stringify(results)).toContain('7 degrees')
  }
})
