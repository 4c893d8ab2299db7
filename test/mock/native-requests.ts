import type { JsonObject } from '../../src/base/json/json-types.js'
import { objectsIn } from '../../src/base/json/read-json.js'
import type { Api } from '../../src/traffic/mock/request-view.js'

/** A small schema, as every API accepts it. */
export const SCHEMA = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }

const chatCall = { id: 'a1b2c3d4e', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }

/** A turn with a call, its result, and the declared tool, in the native form of each API. */
export const TOOL_TURNS: Readonly<Record<Api, JsonObject>> = {
  chat: {
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Read a.' },
      { role: 'assistant', content: '', tool_calls: [chatCall] },
      { role: 'tool', tool_call_id: 'a1b2c3d4e', content: 'text of a' },
    ],
    tools: [{ type: 'function', function: { name: 'read', parameters: SCHEMA } }],
  },
  'native-chat': {
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Read a.' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: 'read', arguments: { path: 'a' } } }],
      },
      { role: 'tool', tool_name: 'read', content: 'text of a' },
    ],
    tools: [{ type: 'function', function: { name: 'read', parameters: SCHEMA } }],
    stream: false,
  },
  responses: {
    model: 'm',
    instructions: 'Be brief.',
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Read a.' }] },
      { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{"path":"a"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'text of a' },
    ],
    tools: [{ type: 'function', name: 'read', parameters: SCHEMA }],
  },
  messages: {
    model: 'm',
    max_tokens: 100,
    system: 'Be brief.',
    messages: [
      { role: 'user', content: 'Read a.' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'text of a' }] },
    ],
    tools: [{ name: 'read', input_schema: SCHEMA }],
  },
  generate: {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'Read a.' }] },
      {
        role: 'model',
        parts: [{ functionCall: { name: 'read', args: { path: 'a' } }, thoughtSignature: 'c2lnbmVk' }],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'read', response: { text: 'a' } } }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'read', parameters: SCHEMA }] }],
  },
  converse: {
    system: [{ text: 'Be brief.' }],
    messages: [
      { role: 'user', content: [{ text: 'Read a.' }] },
      {
        role: 'assistant',
        content: [{ toolUse: { toolUseId: 'tooluse_1', name: 'read', input: { path: 'a' } } }],
      },
      {
        role: 'user',
        content: [{ toolResult: { toolUseId: 'tooluse_1', content: [{ text: 'text of a' }] } }],
      },
    ],
    toolConfig: { tools: [{ toolSpec: { name: 'read', inputSchema: { json: SCHEMA } } }] },
  },
}

/** Paths of servers that differ from the usual ones. */
const PATHS: Readonly<Record<string, Readonly<Partial<Record<Api, string>>>>> = {
  deepseek: { messages: '/anthropic/v1/messages' },
  zai: { messages: '/api/anthropic/v1/messages' },
  minimax: { messages: '/anthropic/v1/messages' },
  azure: { chat: '/openai/v1/chat/completions', responses: '/openai/v1/responses' },
  vertex: { messages: '/v1/projects/p/locations/l/publishers/anthropic/models/m:rawPredict' },
  bedrock: { messages: '/model/anthropic.claude/invoke' },
  gemini: { chat: '/v1beta/openai/chat/completions' },
}
const USUAL: Readonly<Record<Api, string>> = {
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
  generate: '/v1beta/models/gemini-2.5-pro:generateContent',
  converse: '/model/m/converse',
  'native-chat': '/api/chat',
}

export function pathOf(server: string, api: Api): string {
  return PATHS[server]?.[api] ?? USUAL[api]
}

/** Returns the tool turns with the fields that this server requires. */
export function toolTurnsFor(server: string, api: Api): JsonObject {
  const body = TOOL_TURNS[api]
  if (server === 'moonshot') return withReasoning(body)
  if (api === 'messages' && (server === 'vertex' || server === 'bedrock')) {
    const { model: _model, ...rest } = body
    return { ...rest, anthropic_version: 'bedrock-2023-05-31' }
  }
  return body
}

/** Adds the reasoning that the server requires next to calls; an empty text is accepted. */
function withReasoning(body: JsonObject): JsonObject {
  const messages = objectsIn(body.messages).map((message) =>
    message.tool_calls === undefined ? message : { ...message, reasoning_content: '' },
  )
  return { ...body, messages }
}
