import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isObject, wrongType } from '../../src/base/json/read-json.js'
import { compact, define } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { SETTING_ATTRIBUTES } from '../../src/base/model/gen-ai-names.js'
import { wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, Settings } from '../../src/base/model/types.js'
import { decodeMessages, decodeSystem } from './messages.js'
import { toldBy } from './sources.js'
import { isOwnAttribute, isTelling, openSpan, type Span } from './span.js'
import { tools } from './tools.js'

export const request = { decode: decodeRequest }

/** Decodes the input side of a span: the request to a model, or the arguments of a tool. */
function decodeRequest(native: JsonObject, context: Context): Conversation {
  const span = expectSpan(native)
  const { input = [], system, tools: declared, toolChoice, cut } = toldBy(span, context)
  const history = decodeMessages(input, { ...context, path: '/messages' }, cut.includes('input'))
  return compact({
    ...settingsOf(span),
    messages:
      system === undefined || system.length === 0 ? history : [decodeSystem(system, context), ...history],
    tools: declared && tools.decode(declared.filter(isObject), { ...context, path: '/tools' }),
    toolChoice: isObject(toolChoice)
      ? tools.decodeChoice(toolChoice, { ...context, path: '/toolChoice' })
      : undefined,
    providerMetadata: wireMetadata(context, {
      span: span.name === '' ? undefined : span.name,
      extra: unreadOf(span),
    }),
  })
}

/**
 * Parses a span.
 * @throws AdapterError for a span without data of a model or a tool.
 */
export function expectSpan(native: JsonObject): Span {
  const span = openSpan(native)
  if (isTelling(span)) return span
  throw wrongType('a span with attributes of a model or a tool', undefined, '')
}

/** Attributes by canonical setting. */
const SETTINGS: Readonly<
  Record<string, readonly [type: 'string' | 'number' | 'boolean' | 'texts', ...names: string[]]>
> = {
  model: [
    'string',
    SETTING_ATTRIBUTES.model,
    'llm.model_name',
    'ai.model.id',
    'langfuse.observation.model.name',
  ],
  maxOutputTokens: [
    'number',
    SETTING_ATTRIBUTES.maxOutputTokens,
    'ai.settings.maxOutputTokens',
    'ai.settings.maxTokens',
  ],
  temperature: ['number', SETTING_ATTRIBUTES.temperature, 'ai.settings.temperature'],
  topP: ['number', SETTING_ATTRIBUTES.topP, 'ai.settings.topP'],
  topK: ['number', SETTING_ATTRIBUTES.topK, 'ai.settings.topK'],
  stop: ['texts', SETTING_ATTRIBUTES.stop, 'ai.settings.stopSequences'],
  seed: ['number', SETTING_ATTRIBUTES.seed, 'ai.settings.seed'],
  frequencyPenalty: ['number', SETTING_ATTRIBUTES.frequencyPenalty, 'ai.settings.frequencyPenalty'],
  presencePenalty: ['number', SETTING_ATTRIBUTES.presencePenalty, 'ai.settings.presencePenalty'],
  stream: ['boolean', SETTING_ATTRIBUTES.stream, 'gen_ai.is_streaming'],
}

/** Names in `llm.invocation_parameters`, a JSON text of the API parameters. */
const PARAMETERS: Readonly<Record<string, string>> = {
  maxOutputTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  seed: 'seed',
  stop: 'stop',
}

function settingsOf({ attributes }: Span): Settings {
  const values: Record<string, JsonValue> = {}
  const invoked = attributes['llm.invocation_parameters']
  const parameters = typeof invoked === 'string' ? tryParseJson(invoked) : undefined
  for (const [name, [type, ...fields]] of Object.entries(SETTINGS)) {
    const given = fields.map((field) => attributes[field])
    const further = isObject(parameters) ? parameters[PARAMETERS[name] ?? ''] : undefined
    const value = [...given, further].find((one) => isOf(one, type))
    if (value !== undefined) define(values, name, value)
  }
  return values
}

function isOf(value: JsonValue | undefined, type: string): boolean {
  return type === 'texts'
    ? Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
    : typeof value === type && value !== ''
}

/** Attributes that are decoded as messages, tools, settings, counts and ids, and are not kept. */
const READ =
  /^gen_ai\.(input|output)\.messages$|^gen_ai\.(system_instructions|tool\.definitions|tool\.call\.\w+)$|^gen_ai\.(prompt|completion)\.|^gen_ai\.(usage|response)\.|^llm\.(input_messages|output_messages|tools|token_count|request\.functions)\.|^ai\.(prompt|response|usage|toolCall)\b|^langfuse\.observation\.(input|output)$|^(input|output)\./

function unreadOf({ attributes }: Span): JsonObject | undefined {
  const fields = new Set(Object.values(SETTINGS).flatMap(([, ...names]) => names))
  const extra: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(attributes))
    if (isOwnAttribute(key) && !READ.test(key) && !fields.has(key)) define(extra, key, value)
  return Object.keys(extra).length === 0 ? undefined : extra
}
