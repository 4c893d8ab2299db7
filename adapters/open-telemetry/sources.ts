import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { createPartialJson } from '../../src/base/json/partial-json.js'
import { arrayOr, isArray, isObject, objectOr, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { GEN_AI, GEN_AI_OPERATIONS } from '../../src/base/model/gen-ai-names.js'
import { unflatten } from './flat.js'
import { standardMessage } from './foreign.js'
import { hasAlternatives, joinedMessages, restored } from './open-inference.js'
import { NOTHING, type Span, type SpanEvent } from './span.js'

/** The content of a span, as messages of the conventions. */
export interface Told {
  readonly input?: readonly JsonObject[]
  readonly output?: readonly JsonObject[]
  readonly system?: JsonArray
  readonly tools?: JsonArray
  readonly toolChoice?: JsonValue
  /** Lists that were truncated by an attribute limit, in the middle of their last part. */
  readonly cut: readonly ('input' | 'output')[]
}

type SpanReader = (span: Span, context: Context) => Told | undefined

/**
 * Readers for vendor formats, in order of preference: a span may have several formats with the same content.
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/
 */
const SOURCES: readonly SpanReader[] = [
  conventions,
  openInference,
  flattened,
  aiSdk,
  toolSpan,
  langfuse,
  perMessage,
]

export function toldBy(span: Span, context: Context): Told {
  for (const source of SOURCES) {
    const told = source(span, context)
    if (told !== undefined) return told
  }
  return { cut: [] }
}

/** Returns a list of messages: structured, or as one JSON text, which may be truncated. */
function listOf(
  value: JsonValue | undefined,
  context: Context,
): { readonly list?: readonly JsonObject[]; readonly isCut: boolean } {
  if (value === undefined || value === null) return { isCut: false }
  const parsed = typeof value === 'string' ? tryParseJson(value) : value
  const isCut = parsed === undefined
  const found = isCut ? partOf(value, context) : parsed
  const all = isArray(found) ? found : found === undefined ? [] : [found]
  return { list: all.map(standardMessage).filter((one) => one !== undefined), isCut }
}

/** Returns the value of a truncated text. */
function partOf(text: JsonValue, context: Context): JsonValue | undefined {
  context.report({
    code: 'value-cut',
    severity: 'warning',
    path: '',
    message: 'the messages were truncated by an attribute length limit; their last part is incomplete',
  })
  try {
    const json = createPartialJson()
    json.push(stringOr(text, ''))
    return json.value
  } catch {
    return undefined
  }
}

function parsed(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? tryParseJson(value) : (value ?? undefined)
}

function cutSides(input: boolean, output: boolean): ('input' | 'output')[] {
  return [...(input ? (['input'] as const) : []), ...(output ? (['output'] as const) : [])]
}

function messagesOf(
  input: JsonValue | undefined,
  output: JsonValue | undefined,
  context: Context,
): Pick<Told, 'input' | 'output' | 'cut'> {
  const [asked, answered] = [listOf(input, context), listOf(output, context)]
  return compact({ input: asked.list, output: answered.list, cut: cutSides(asked.isCut, answered.isCut) })
}

/** Reads `gen_ai.input.messages` and related attributes since 1.37, on the span or on its event. */
function conventions({ attributes, events }: Span, context: Context): Told | undefined {
  const holder = [attributes, ...events.map((event) => event.attributes)].find(
    (one) => one[GEN_AI.inputMessages] !== undefined || one[GEN_AI.outputMessages] !== undefined,
  )
  if (holder === undefined) return undefined
  const system = parsed(holder[GEN_AI.systemInstructions])
  const tools = parsed(holder[GEN_AI.toolDefinitions])
  return compact({
    ...messagesOf(holder[GEN_AI.inputMessages], holder[GEN_AI.outputMessages], context),
    system: isArray(system) ? system : undefined,
    tools: isArray(tools) ? tools : undefined,
  })
}

/** https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md */
function openInference({ attributes }: Span, context: Context): Told | undefined {
  const input = unflatten(attributes, 'llm.input_messages')
  const output = unflatten(attributes, 'llm.output_messages')
  const tools = objectsIn(unflatten(attributes, 'llm.tools'))
  if (input === undefined && output === undefined) return undefined
  const told = messagesOf(input, output, context)
  const answer = parsed(attributes['output.value'])
  const isAssistants = ({ role }: JsonObject) => role === 'assistant'
  const several = hasAlternatives(parsed(attributes['llm.invocation_parameters']), answer)
  return compact({
    ...told,
    input:
      told.input &&
      joinedMessages(restored(told.input, parsed(attributes['input.value']), context), isAssistants),
    output:
      told.output &&
      joinedMessages(restored(told.output, answer, context), several ? () => false : isAssistants),
    tools:
      tools.length === 0
        ? undefined
        : tools.flatMap(({ tool }) => parsed(objectOr(tool, NOTHING).json_schema) ?? []),
  })
}

/** Reads OpenLLMetry before its change to the conventions: one attribute for each field. */
function flattened({ attributes }: Span, context: Context): Told | undefined {
  const input = unflatten(attributes, 'gen_ai.prompt')
  const output = unflatten(attributes, 'gen_ai.completion')
  const tools = unflatten(attributes, 'llm.request.functions')
  if (!isArray(input) && !isArray(output)) return undefined
  return compact({ ...messagesOf(input, output, context), tools: isArray(tools) ? tools : undefined })
}

/**
 * Reads spans of the AI SDK up to 6, and of its `LegacyOpenTelemetry`.
 * https://ai-sdk.dev/docs/ai-sdk-core/telemetry
 */
function aiSdk({ attributes }: Span, context: Context): Told | undefined {
  const prompt = objectOr(parsed(attributes['ai.prompt']), NOTHING)
  const input = attributes['ai.prompt.messages'] ?? prompt.messages ?? prompt.prompt
  const calls = parsed(attributes['ai.response.toolCalls'])
  const text = attributes['ai.response.text'] ?? attributes['ai.response.object']
  if (input === undefined && calls === undefined && text === undefined) return undefined
  const { list, isCut } = listOf(input, context)
  const content: JsonArray = [
    ...(typeof text === 'string' && text !== '' ? [{ type: 'text', content: text }] : []),
    ...objectsIn(calls).map((call) => ({ ...call, type: 'tool-call' })),
  ]
  const reason = attributes['ai.response.finishReason']
  const hasAnswer = content.length > 0 || reason !== undefined
  const answer = hasAnswer
    ? standardMessage(compact({ role: 'assistant', parts: content, finish_reason: reason }))
    : undefined
  const tools = parsed(attributes['ai.prompt.tools'])
  return compact({
    input: list,
    output: answer && [answer],
    system: typeof prompt.system === 'string' ? [{ type: 'text', content: prompt.system }] : undefined,
    tools: isArray(tools) ? tools.flatMap((tool) => parsed(tool) ?? []) : undefined,
    toolChoice: parsed(attributes['ai.prompt.toolChoice']),
    cut: cutSides(isCut, false),
  })
}

/** Reads spans of one tool: the call and its result. */
function toolSpan({ attributes, name, failure }: Span): Told | undefined {
  const by = [
    [GEN_AI.toolCallId, GEN_AI.toolName, GEN_AI.toolCallArguments, GEN_AI.toolCallResult],
    ['ai.toolCall.id', 'ai.toolCall.name', 'ai.toolCall.args', 'ai.toolCall.result'],
    ['tool.id', 'tool.name', 'input.value', 'output.value'],
  ] as const
  const isTool =
    attributes[GEN_AI.operation] === GEN_AI_OPERATIONS.tool ||
    attributes['openinference.span.kind'] === 'TOOL' ||
    name === 'ai.toolCall' ||
    attributes['ai.toolCall.name'] !== undefined
  const row = isTool ? by.find(([, title]) => typeof attributes[title] === 'string') : undefined
  if (row === undefined) return undefined
  const [id = null, title = '', args, result] = row.map((key) => attributes[key])
  const call: JsonObject = {
    role: 'assistant',
    parts: [compact({ type: 'tool_call', id, name: title, arguments: args })],
  }
  const told = failure === undefined ? result : { type: 'error-text', value: failure }
  const answer =
    told === undefined
      ? []
      : [{ role: 'tool', parts: [{ type: 'tool_call_response', id, response: jsonOf(told) }] }]
  return { input: [call, ...answer], output: [call], cut: [] }
}

/** Parses a result that is JSON text. */
function jsonOf(value: JsonValue): JsonValue {
  const inner = typeof value === 'string' && /^[[{]/.test(value) ? tryParseJson(value) : undefined
  return inner ?? value
}

/** https://langfuse.com/docs/opentelemetry/get-started */
function langfuse({ attributes }: Span, context: Context): Told | undefined {
  const input = attributes['langfuse.observation.input']
  const output = attributes['langfuse.observation.output']
  if (input === undefined && output === undefined) return undefined
  const asked = parsed(input)
  const list = isObject(asked) && isArray(asked.messages) ? asked.messages : (asked ?? input)
  const answered = parsed(output)
  const said =
    typeof output === 'string' && answered === undefined ? { role: 'assistant', content: output } : answered
  const tools = isObject(asked) && isArray(asked.tools) ? asked.tools : undefined
  return compact({ ...messagesOf(list, answerIn(said), context), tools })
}

/** Returns the message of an answer, also from the native form of OpenAI's API. */
function answerIn(output: JsonValue | undefined): JsonValue | undefined {
  const [choice] = isObject(output) ? objectsIn(output.choices) : []
  if (choice !== undefined) return choice
  return typeof output === 'string' ? { role: 'assistant', content: output } : output
}

/** Reads one event per message, the form up to 1.36. */
function perMessage({ events }: Span): Told | undefined {
  const input: JsonObject[] = []
  const output: JsonObject[] = []
  for (const event of events) {
    const [, kind] = EVENT.exec(event.name) ?? []
    const body = bodyOf(event)
    if (kind === undefined) continue
    const role = kind === 'choice' ? 'assistant' : kind.replace('.message', '')
    const message = standardMessage({ role, ...body })
    if (message !== undefined) (kind === 'choice' ? output : input).push(message)
  }
  if (input.length === 0 && output.length === 0) return undefined
  return { input, output, cut: [] }
}

const EVENT = /^gen_ai\.((?:system|user|assistant|tool)\.message|choice)$/

/**
 * Returns the body of a log record. In a span event its fields are among the attributes, with JSON text for
 * objects.
 */
function bodyOf({ body, attributes }: SpanEvent): JsonObject {
  if (isObject(body)) return body
  const all: Record<string, JsonValue> = {}
  for (const key of ['content', 'role', 'tool_calls', 'id', 'finish_reason', 'index', 'message'])
    if (attributes[key] !== undefined)
      all[key] = key === 'content' ? attributes[key] : (parsed(attributes[key]) ?? attributes[key])
  return all
}

/** Returns the finish reasons of an answer, which are next to its messages. */
export function reasonsOf({ attributes }: Span): JsonArray {
  const list =
    attributes[GEN_AI.finishReasons] ??
    attributes['llm.finish_reason'] ??
    attributes['ai.response.finishReason']
  return arrayOr(
    typeof list === 'string' ? (tryParseJson(list) ?? list) : list,
    typeof list === 'string' ? [list] : [],
  )
}
