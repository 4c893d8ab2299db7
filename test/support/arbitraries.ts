import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { compact } from '../../src/base/json/write-json.js'
import { callsToAnswer } from '../../src/base/model/calls-to-answer.js'
import type {
  Conversation,
  MediaPart,
  Message,
  Origin,
  Part,
  ProviderMetadata,
  ToolCall,
  ToolCallStatus,
  ToolChoice,
  ToolDefinition,
  ToolKind,
  ToolOutput,
  ToolResult,
} from '../../src/base/model/types.js'
import { computerUse, mcpServer, webSearch } from '../../src/tools/hosted-tools.js'

/**
 * Canonical conversations as produced by decoders, logs and manual edits: legal and illegal ids and names,
 * repeated ids, lost and distant results, provider-executed calls of two wires, reasoning, media, opaque
 * parts. `target` is one of the wires, so some content is the target's own.
 */
export const WIRES = ['target', 'other'] as const

/** Only a few ids, so that collisions are frequent. */
export const callId: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'call_1',
    'call_2',
    'abc123XYZ',
    'a.b:c',
    'a b',
    'a_b',
    'a/b',
    'é',
    '',
    'functions.search:0',
  ),
  fc.constantFrom('x'.repeat(70), `${'x'.repeat(70)}1`),
)

export const toolName: fc.Arbitrary<string> = fc.constantFrom(
  'search',
  'get_weather',
  'server.tool',
  'server/tool',
  'server_tool',
  'server_tool_8f3a1b2c',
  'web_search',
  '',
  '获取天气',
  '9lives',
  '__proto__',
  'n'.repeat(70),
  `${'n'.repeat(70)}x`,
)

export const jsonValue: fc.Arbitrary<JsonValue> = fc.jsonValue({ maxDepth: 2 }).map((value) => {
  const copy: JsonValue = JSON.parse(JSON.stringify(value))
  return copy
})

export const jsonObject: fc.Arbitrary<JsonObject> = fc.dictionary(fc.string({ maxLength: 6 }), jsonValue, {
  maxKeys: 3,
})

const text = fc.constantFrom(
  'hello',
  'two words',
  '',
  ' \n',
  'ends with blanks \n',
  '<tool_error>',
  '<tool_denied></tool_denied> was all it said',
  '{"error": null}',
  '😀',
)

const textPart: fc.Arbitrary<Part> = text.map((value) => ({ type: 'text', text: value }))

const metadata: fc.Arbitrary<ProviderMetadata | undefined> = fc.option(
  fc.constantFrom<ProviderMetadata>(
    { target: { signature: 'c2ln' } },
    { target: { extra: { note: 1 } } },
    { other: { signature: 'c2ln', extra: { cache_control: { type: 'x' } } } },
  ),
  { nil: undefined },
)

export const mediaPart: fc.Arbitrary<MediaPart> = fc
  .record({
    kind: fc.constantFrom('image', 'audio', 'video', 'file'),
    mediaType: fc.constantFrom(
      undefined,
      'image/png',
      'image/heic',
      'image/tiff',
      'image/svg+xml',
      'audio/wav',
      'audio/ogg',
      'video/mp4',
      'text/plain; charset=utf-8',
      'application/pdf',
      'application/zip',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/octet-stream',
    ),
    filename: fc.constantFrom(undefined, 'a name.bin'),
    source: fc.constantFrom<MediaPart['source']>(
      { type: 'data', data: 'AAAA' },
      { type: 'data', data: '_-8' },
      { type: 'url', url: 'https://example.com/a' },
      { type: 'file-id', id: 'file_1' },
      { type: 'text', text: 'content of the file' },
    ),
  })
  .map((fields) => compact({ type: 'media' as const, ...fields }))

const opaque = fc.constantFrom(...WIRES).map((wire): Part & { type: 'opaque' } => ({
  type: 'opaque',
  wire,
  value: { type: 'strange' },
}))

export const toolOutput: fc.Arbitrary<ToolOutput> = fc.oneof(
  text.map((value): ToolOutput => ({ type: 'text', value })),
  jsonValue.map((value): ToolOutput => ({ type: 'json', value })),
  text.map((value): ToolOutput => ({ type: 'error-text', value })),
  fc.constantFrom<ToolOutput>({ type: 'denied', reason: 'no' }, { type: 'denied' }),
  jsonValue.map((value): ToolOutput => ({ type: 'error-json', value })),
  fc
    .array(
      fc.oneof(
        text.map((value) => ({ type: 'text' as const, text: value })),
        mediaPart,
        opaque,
      ),
      { maxLength: 3 },
    )
    .map((value): ToolOutput => ({ type: 'content', value })),
)

const providerKind = fc.constantFrom<ToolKind>('web_search', 'code_execution', 'mcp', 'other')
const clientKind = fc.constantFrom<ToolKind>('function', 'function', 'function', 'custom', 'shell')

const brokenText = fc.constantFrom<readonly [Exclude<ToolCallStatus, 'complete'>, string]>(
  ['truncated', '{"a'],
  ['truncated', ''],
  ['malformed', '{"a": 1}}'],
  ['not-object', 'null'],
  ['not-object', '[1]'],
  ['not-object', '"text"'],
)

export function toolCall(providerExecuted: boolean): fc.Arbitrary<ToolCall> {
  return fc
    .record({
      id: callId,
      name: toolName,
      kind: providerExecuted ? providerKind : clientKind,
      isComplete: fc.constantFrom(true, true, false),
      broken: brokenText,
      value: jsonObject,
      input: text,
      providerMetadata: metadata,
    })
    .map(({ kind, value, input, isComplete, broken, ...rest }): ToolCall => {
      const [status, rawArguments] = broken
      const base = { ...compact(rest), type: 'tool-call' as const, providerExecuted }
      if (kind === 'custom')
        return isComplete
          ? { ...base, kind, status: 'complete', arguments: input, rawArguments: input }
          : { ...base, kind, status: 'truncated', rawArguments: input }
      return isComplete
        ? { ...base, kind, status: 'complete', arguments: value }
        : { ...base, kind, status, rawArguments }
    })
}

export function toolResult(providerExecuted: boolean): fc.Arbitrary<ToolResult> {
  return fc
    .record({
      callId,
      name: fc.oneof(toolName, fc.constant('')),
      output: toolOutput,
      isError: fc.boolean(),
      preliminary: fc.constantFrom(undefined, undefined, undefined, true as const),
      providerMetadata: metadata,
    })
    .map(({ isError, ...fields }) => ({
      ...compact(fields),
      type: 'tool-result' as const,
      isError: ERRORS.has(fields.output.type) || (fields.output.type === 'content' && isError),
      providerExecuted,
    }))
}

const ERRORS: ReadonlySet<string> = new Set(['error-text', 'error-json', 'denied'])

const reasoning: fc.Arbitrary<Part> = fc
  .tuple(fc.constantFrom('let me see', ''), metadata)
  .map(([thought, providerMetadata]) =>
    compact({ type: 'reasoning' as const, text: thought, providerMetadata }),
  )

const source: fc.Arbitrary<Part> = fc.constant({ type: 'source', url: 'https://example.com' })

const assistantPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 3, arbitrary: textPart },
  { weight: 4, arbitrary: toolCall(false) },
  { weight: 2, arbitrary: toolCall(true) },
  { weight: 2, arbitrary: toolResult(true) },
  { weight: 1, arbitrary: reasoning },
  { weight: 1, arbitrary: source },
  { weight: 1, arbitrary: opaque },
  { weight: 1, arbitrary: mediaPart },
)

const origin: fc.Arbitrary<Origin | undefined> = fc.option(
  fc.constantFrom<Origin>(
    { wire: 'target' },
    { wire: 'target', model: 'model-a' },
    { wire: 'target', model: 'model-a-2026-01-31' },
    { wire: 'target', model: 'model-b' },
    { wire: 'other', model: 'model-a' },
  ),
  { nil: undefined },
)

export const assistantMessage: fc.Arbitrary<Message> = fc
  .record({
    parts: fc.oneof(
      { weight: 8, arbitrary: fc.array(assistantPart, { maxLength: 5 }) },
      { weight: 1, arbitrary: fc.tuple(reasoning) },
      { weight: 1, arbitrary: fc.tuple(reasoning, textPart, reasoning) },
    ),
    origin,
  })
  .map((fields) => compact({ role: 'assistant' as const, ...fields }))

const clientMessage: fc.Arbitrary<Message> = fc.oneof(
  fc
    .array(fc.oneof(textPart, mediaPart, opaque), { maxLength: 3 })
    .map((parts): Message => ({ role: 'user', parts })),
  textPart.map((part): Message => ({ role: 'system', parts: [part] })),
)

/**
 * Generates the client's reply to an assistant message: results that match its calls, in any order, and other
 * messages.
 */
function reply(calls: readonly ToolCall[], complete: boolean): fc.Arbitrary<Message[]> {
  const ids = calls.map((call) => call.id)
  const chosen = complete ? fc.shuffledSubarray(ids, { minLength: ids.length }) : doubled(ids)
  const results = chosen.chain((answered) =>
    fc.tuple(...answered.map((id) => toolResult(false).map((result) => ({ ...result, callId: id })))),
  )
  const strays = complete ? fc.constant([]) : fc.array(toolResult(false), { maxLength: 1 })
  return fc
    .tuple(fc.array(clientMessage, { maxLength: 2 }), results, strays)
    .map(([others, answers, stray]) => {
      const parts = [...answers, ...stray]
      const tool: Message[] = parts.length === 0 ? [] : [{ role: 'tool', parts }]
      return complete ? [...tool, ...others] : [...others.slice(0, 1), ...tool, ...others.slice(1)]
    })
}

/** Generates a selection of the ids, possibly with one repeated. */
function doubled(ids: readonly string[]): fc.Arbitrary<string[]> {
  return fc
    .tuple(fc.shuffledSubarray([...ids]), fc.integer({ min: 0, max: 3 }))
    .map(([some, chance]) => (chance === 0 ? [...some, ...some.slice(0, 1)] : some))
}

/** Generates one assistant message and the client's reply. */
function exchange(complete: boolean): fc.Arbitrary<Message[]> {
  return assistantMessage.chain((message) =>
    reply(callsToAnswer(message.parts), complete).map((replies) => [message, ...replies]),
  )
}

/**
 * Creates conversations.
 * @param complete true if every call is answered before the model continues, as in a real request.
 */
export function messages(complete: boolean): fc.Arbitrary<Message[]> {
  const inOrder = fc
    .tuple(fc.array(clientMessage, { maxLength: 2 }), fc.array(exchange(complete), { maxLength: 4 }))
    .map(([opening, exchanges]) => [...opening, ...exchanges.flat()])
  return complete
    ? inOrder
    : fc.oneof({ weight: 4, arbitrary: inOrder }, { weight: 1, arbitrary: late(inOrder) })
}

/** Moves one message of results to the end. */
function late(list: fc.Arbitrary<Message[]>): fc.Arbitrary<Message[]> {
  return list.map((all) => {
    const at = all.findIndex(({ role }) => role === 'tool')
    return at === -1 ? all : [...all.toSpliced(at, 1), ...all.slice(at, at + 1)]
  })
}

const schema: fc.Arbitrary<JsonObject | undefined> = fc.constantFrom<JsonObject | undefined>(
  undefined,
  {},
  { type: 'object', properties: {} },
  { type: 'object', properties: { list: { type: 'array' }, inner: { type: 'object' } } },
  {
    type: 'object',
    properties: { inner: { type: 'object', properties: { x: { type: ['string', 'null'] } } } },
    required: ['inner'],
    additionalProperties: false,
  },
)

const HOSTED_TOOLS: readonly ToolDefinition[] = [
  webSearch({ maxUses: 2, extras: { 'openai-responses': { search_context_size: 'low' } } }),
  computerUse(),
  mcpServer({ name: 'tickets', url: 'https://mcp.example.com', allowedTools: ['list'] }),
]

export const toolDefinition: fc.Arbitrary<ToolDefinition> = fc.oneof(
  fc
    .record({
      name: toolName,
      parameters: schema,
      description: fc.constantFrom(undefined, '', 'Looks something up.'),
      strict: fc.constantFrom(undefined, true, false),
    })
    .map((fields): ToolDefinition => ({ type: 'function', ...compact(fields) })),
  toolName.map(
    (name): ToolDefinition => ({ type: 'custom', name, grammar: { syntax: 'lark', definition: 's: "a"' } }),
  ),
  fc.constantFrom(...WIRES).map(
    (wire): ToolDefinition => ({
      type: 'provider',
      wire,
      kind: 'web_search',
      name: 'web_search',
      value: { type: 'w' },
    }),
  ),
  fc.constantFrom(...HOSTED_TOOLS),
)

const toolChoice: fc.Arbitrary<ToolChoice> = fc.oneof(
  fc.constantFrom<ToolChoice>({ type: 'auto' }, { type: 'none' }, { type: 'required' }),
  toolName.map((name): ToolChoice => ({ type: 'tool', name })),
  fc.array(toolName, { maxLength: 3 }).map((names): ToolChoice => ({ type: 'allowed', mode: 'auto', names })),
  fc.constantFrom(...WIRES).map((wire): ToolChoice => ({ type: 'opaque', wire, value: 'x' })),
)

export function conversation(complete = false): fc.Arbitrary<Conversation> {
  const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })
  return fc
    .record({
      messages: messages(complete),
      tools: optional(fc.array(toolDefinition, { maxLength: 4 })),
      toolChoice: optional(toolChoice),
      parallelToolCalls: optional(fc.boolean()),
      model: optional(fc.constantFrom('model-a', 'model-b')),
    })
    .map((fields) => compact(fields))
}

/** Freezes a value and everything in it. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze)
    Object.freeze(value)
  }
  return value
}
