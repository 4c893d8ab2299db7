import {
  arrayOr,
  at,
  type Context,
  compact,
  contextAt,
  decodeArgumentText,
  decodeArgumentValue,
  decodeResultText,
  type Evidence,
  encodeArgumentText,
  encodeResultText,
  expectArray,
  expectObject,
  expectString,
  sse,
  stringOr,
  type WireCodecs,
} from '../../src/adapter-kit.js'
import type {
  JsonObject,
  JsonValue,
  Message,
  ModelResponse,
  Part,
  Role,
  StreamEvent,
  ToolDefinition,
} from '../../src/index.js'

/**
 * Creates the codecs of a wire without a provider, as small as an adapter can be, for tests of the layers
 * above the adapters. They are written like an adapter outside of this project: with only `toolwire` and
 * `toolwire/adapter-kit`. Request `{<marker>: 1, model?, tools?: [name], messages: [{role, parts}]}`,
 * response `{<marker>: 1, answer: [part], end}`, stream events `{<marker>: 1, part}`, `{<marker>: 1, end}`
 * and, for a session of several answers, `{<marker>: 1, over}` at the end of an answer and `{<marker>: 1,
 * again: true}` at the beginning of one. A part is `{say}`, `{call, id, args | text}` or `{result, id}`.
 */
export function fakeWire(id: string, marker: string): WireCodecs {
  const sign = (place: Evidence['in'], key: string): Evidence => ({
    in: place,
    score: 0.9,
    reason: `it has "${marker}": 1`,
    test: (body) => body[marker] === 1 && Object.hasOwn(body, key),
  })
  return {
    id,
    title: `Fake ${id}`,
    docs: 'https://example.com/',
    http: {
      path: /\/fake$/,
      pathFor: () => '/fake',
      streams: (_path, body) => body.stream === true,
      errors: [],
    },
    limits: {
      callId: { pattern: '[a-z0-9_]+', characters: 'a-z0-9_', maxLength: 20 },
      toolName: { pattern: '[a-z_]+', characters: 'a-z_', maxLength: 20 },
      systemMessages: 'anywhere',
      refusesBlankText: false,
      customTools: false,
      userMedia: [],
      resultMedia: [],
      errorResultMedia: false,
      mediaSources: [],
      toolsRequiredWithHistory: false,
      profiles: { brief: { callId: { pattern: '[a-zA-Z0-9]+', characters: 'a-zA-Z0-9', maxLength: 8 } } },
    },
    evidence: [sign('request', 'messages'), sign('response', 'answer'), sign('event', 'part')],
    messages: {
      decode: (messages, context) =>
        messages.map((message, index) => decodeMessage(message, contextAt(context, index))),
      encode: (messages, context) => ({
        messages: messages.map((message) => encodeMessage(message, context)),
      }),
      encodeResults: (results, context) => [encodeMessage({ role: 'tool', parts: results }, context)],
    },
    tools: {
      decode: (tools, { path }) =>
        expectArray(tools, path).map((tool, index) => ({
          type: 'function',
          name: expectString(tool, at(path, index)),
        })),
      encode: (tools) => tools.map(({ name }) => name),
      decodeChoice: (value) => ({ type: 'opaque', wire: id, value }),
      encodeChoice: () => undefined,
    },
    request: {
      decode(request, context) {
        const messages = expectArray(request.messages, '/messages')
        const tools = arrayOr(request.tools, undefined)
        return compact({
          model: stringOr(request.model, undefined),
          messages: messages.map((message, index) =>
            decodeMessage(message, { ...context, path: `/messages/${index}` }),
          ),
          tools: tools?.map(
            (name, index): ToolDefinition => ({
              type: 'function',
              name: expectString(name, `/tools/${index}`),
            }),
          ),
        })
      },
      encode: ({ model, messages, tools }, context) =>
        compact({
          [marker]: 1,
          model,
          messages: messages.map((message) => encodeMessage(message, context)),
          tools: tools?.map(({ name }) => name),
        }),
    },
    response: {
      decode: (response, context) => decodeAnswer(response, id, context),
      encode: ({ message, finish, error }, context) => ({
        [marker]: 1,
        ...(error && { error: { message: error.message } }),
        answer: message.parts.map((part, index) =>
          encodePart(part, { ...context, path: `/message/parts/${index}` }),
        ),
        end: finish.raw ?? finish.reason,
      }),
    },
    stream: {
      framing: sse,
      done: '[DONE]',
      begins: ({ again }) => again === true,
      decoder(context) {
        let end: string | undefined
        let isOver = false
        return {
          push(event) {
            const { part, end: ended, over } = expectObject(event, '')
            end = stringOr(ended, end)
            isOver = typeof over === 'string'
            if (typeof over === 'string') return [finishEvent(over)]
            return part === undefined ? [] : [partEvent(decodePart(part, { ...context, path: '/part' }))]
          },
          finish: () => (isOver ? [] : [finishEvent(end)]),
        }
      },
    },
  }
}

function finishEvent(end: string | undefined): StreamEvent {
  return { type: 'finish', finish: end === undefined ? { reason: 'error' } : { reason: 'stop', raw: end } }
}

function partEvent(part: Part): StreamEvent {
  if (part.type === 'tool-call') return { type: 'tool-call', call: part }
  if (part.type === 'tool-result') return { type: 'tool-result', result: part }
  if (part.type === 'text') return { type: 'text-end', id: '0', part }
  throw new Error(`the fake wire streams no ${part.type}`)
}

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
}

function decodeMessage(value: JsonValue, context: Context): Message {
  const { path } = context
  const { role, parts } = expectObject(value, path)
  return {
    role: ROLES[expectString(role, at(path, 'role'))] ?? 'user',
    parts: decodeParts(parts, contextAt(context, 'parts')),
  }
}

function decodeParts(parts: JsonValue | undefined, context: Context): Part[] {
  return expectArray(parts, context.path).map((part, index) => decodePart(part, contextAt(context, index)))
}

function encodeMessage({ role, parts }: Message, context: Context): JsonObject {
  return {
    role,
    parts: parts.map((part, index) => encodePart(part, { ...context, path: `/parts/${index}` })),
  }
}

function decodePart(value: JsonValue, context: Context): Part {
  const { path } = context
  const part = expectObject(value, path)
  if (typeof part.say === 'string') return { type: 'text', text: part.say }
  const id = expectString(part.id, at(path, 'id'))
  if (typeof part.result === 'string')
    return {
      type: 'tool-result',
      callId: id,
      name: '',
      ...decodeResultText(part.result),
      providerExecuted: false,
    }
  const decoded =
    typeof part.text === 'string'
      ? decodeArgumentText(part.text, false, contextAt(context, 'text'))
      : decodeArgumentValue(part.args, contextAt(context, 'args'))
  const name = expectString(part.call, at(path, 'call'))
  return { type: 'tool-call', id, name, kind: 'function', ...decoded, providerExecuted: part.ran === true }
}

function encodePart(part: Part, context: Context): JsonObject {
  if (part.type === 'text') return { say: part.text }
  if (part.type === 'tool-result') return { result: encodeResultText(part), id: part.callId }
  if (part.type === 'tool-call' && part.kind !== 'custom' && part.rawArguments === undefined)
    return { call: part.name, id: part.id, args: part.arguments ?? {} }
  if (part.type === 'tool-call') return { call: part.name, id: part.id, text: encodeArgumentText(part) }
  context.report({
    code: 'part-dropped',
    severity: 'warning',
    path: context.path,
    message: `no place for ${part.type}`,
  })
  return { say: '' }
}

function decodeAnswer(response: JsonObject, wire: string, context: Context): ModelResponse {
  const parts = decodeParts(response.answer, { ...context, path: '/answer' })
  const calls = parts.some((part) => part.type === 'tool-call')
  return {
    message: { role: 'assistant', parts, origin: { wire } },
    finish: compact({
      reason: calls ? ('tool-calls' as const) : ('stop' as const),
      raw: stringOr(response.end, undefined),
    }),
  }
}
