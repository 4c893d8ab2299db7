import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'

/** Native bodies from user reports, reduced to the relevant parts. */

export const CHAT = 'openai-chat'
export const RESPONSES = 'openai-responses'
export const MESSAGES = 'anthropic-messages'
export const GENERATE = 'google-generate-content'
export const ALL = [CHAT, RESPONSES, MESSAGES, GENERATE]

export const schema: JsonObject = { type: 'object', properties: { path: { type: 'string' } } }

export function chatTool(name: string, parameters: JsonObject = schema): JsonObject {
  return { type: 'function', function: { name, description: `Does ${name}.`, parameters } }
}

export function chatCall(id: string, name: string, args = '{"path":"a.txt"}'): JsonObject {
  return { id, type: 'function', function: { name, arguments: args } }
}

export function chatCalls(...calls: readonly JsonObject[]): JsonObject {
  return { role: 'assistant', content: null, tool_calls: calls }
}

export function chatResult(id: string, content: JsonValue): JsonObject {
  return { role: 'tool', tool_call_id: id, content }
}

export function user(content: JsonValue): JsonObject {
  return { role: 'user', content }
}

export function chat(messages: JsonArray, rest: JsonObject = {}): JsonObject {
  return { model: 'gpt-5', messages, tools: [chatTool('read_file'), chatTool('search')], ...rest }
}

export function messages(list: JsonArray, rest: JsonObject = {}): JsonObject {
  return {
    model: 'claude-sonnet-4-5',
    max_tokens: 1024,
    messages: list,
    tools: [{ name: 'read_file', description: 'Reads.', input_schema: schema }],
    ...rest,
  }
}

export function toolUse(id: string, name = 'read_file', input: JsonObject = { path: 'a.txt' }): JsonObject {
  return { type: 'tool_use', id, name, input }
}

export function toolResult(id: string, content: JsonValue, rest: JsonObject = {}): JsonObject {
  return { type: 'tool_result', tool_use_id: id, content, ...rest }
}

export function responses(input: JsonArray, rest: JsonObject = {}): JsonObject {
  return {
    model: 'gpt-5',
    input,
    tools: [{ type: 'function', name: 'read_file', parameters: schema, strict: false }],
    ...rest,
  }
}

export function generate(contents: JsonArray, rest: JsonObject = {}): JsonObject {
  return {
    contents,
    tools: [{ functionDeclarations: [{ name: 'read_file', description: 'Reads.', parameters: schema }] }],
    ...rest,
  }
}

export function sse(events: readonly JsonValue[], end = ''): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') + end
}

/** Returns a chat stream with these deltas. */
export function chatStream(deltas: readonly JsonObject[], finish: string | null = 'tool_calls'): string {
  const chunk = (delta: JsonObject, finish_reason: string | null): JsonObject => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'some-model',
    choices: [{ index: 0, delta, finish_reason }],
  })
  const last = finish === null ? [] : [chunk({}, finish)]
  return sse([...deltas.map((delta) => chunk(delta, null)), ...last], 'data: [DONE]\n\n')
}

export function chatResponse(message: JsonObject, finish_reason: string): JsonObject {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'some-model',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
  }
}
