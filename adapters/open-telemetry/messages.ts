import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, stringifyJson } from '../../src/base/json/write-json.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  reportUnusable,
} from '../../src/base/model/arguments.js'
import { MEDIA_KINDS, TOOL_KINDS } from '../../src/base/model/constants.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { opaque, withMore } from '../../src/base/model/metadata.js'
import type {
  MediaContent,
  MediaPart,
  Message,
  Part,
  ReasoningPart,
  Role,
  TextPart,
  ToolCall,
  ToolKind,
  ToolOutput,
  ToolResult,
} from '../../src/base/model/types.js'
import { callOf, type Identity, identity, resultOf } from '../../src/codec/shape/call-codec.js'
import { type Fields, metadataFor } from '../../src/codec/shape/fields.js'
import { reportUnknownRole } from '../../src/codec/shape/losses.js'
import { decodeResultText, nameResults, splitResults } from '../../src/codec/shape/results.js'
import { is, needed, source as sourceRow, to } from '../../src/codec/shape/rows.js'
import { type Shape, shape } from '../../src/codec/shape/shape.js'
import { standardMessage } from './foreign.js'
import { NOTHING } from './span.js'

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['ai', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

export const messages = {
  decode: (natives: JsonArray, context: Context): Message[] =>
    decodeMessages(
      natives.map(standardMessage).filter((native) => native !== undefined),
      context,
      false,
    ),
}

/**
 * Decodes messages.
 * @param isCut true if the last part of the last message may be truncated.
 */
export function decodeMessages(natives: readonly JsonObject[], context: Context, isCut: boolean): Message[] {
  const ids = new Ids(context.path)
  const decoded: Message[] = []
  for (const [index, native] of natives.entries())
    for (const message of decodeMessage(
      native,
      ids,
      contextAt(context, index),
      isCut && index === natives.length - 1,
    )) {
      const before = decoded.at(-1)
      if (message.role === 'tool' && before?.role === 'tool' && message.providerMetadata === undefined)
        decoded[decoded.length - 1] = { ...before, parts: [...before.parts, ...message.parts] }
      else decoded.push(message)
    }
  return nameResults(decoded)
}

/** Assigns ids. Calls and results without ids are paired in order. */
class Ids {
  readonly #waiting: string[] = []

  constructor(private readonly path: string) {}

  ofCall({ id }: JsonObject, name: string, path: string): Identity {
    const ids = identity(id, path || this.path, name)
    if (ids.minted) this.#waiting.push(ids.id)
    return ids
  }

  ofResult({ id }: JsonObject, path: string): Identity {
    const ids = identity(id, path, '')
    return ids.minted ? { ...ids, id: this.#waiting.shift() ?? ids.id } : ids
  }
}

const FIELDS: Fields = { role: 'string', parts: 'array', finish_reason: 'any', index: 'any' }

function decodeMessage(native: JsonObject, ids: Ids, context: Context, isCut: boolean): readonly Message[] {
  const word = stringOr(native.role, '')
  const role = ROLES.get(word)
  if (role === undefined) reportUnknownRole(word, contextAt(context, 'role'))
  const list = arrayOr(native.parts, [])
  const parts = list.map((part, index) =>
    decodePart(part, ids, contextAt(context, 'parts', index), isCut && index === list.length - 1),
  )
  const known = role === undefined || role === word ? undefined : word
  const providerMetadata = metadataFor(native, FIELDS, context, { role: role === undefined ? word : known })
  if (role === 'assistant')
    return [
      compact({
        role,
        parts: parts.map((part) => asRun(part, parts)),
        origin: { wire: context.wire },
        providerMetadata,
      }),
    ]
  if (role === 'system') return [compact({ role, parts, providerMetadata })]
  const runs = splitResults(parts)
  return runs.map((run, index) =>
    compact({ ...run, providerMetadata: index === 0 ? providerMetadata : undefined }),
  )
}

/**
 * Marks a part as executed if it is a result, or a call with a result in the same message: since it ran
 * inside the traced code.
 */
function asRun(part: Part, parts: readonly Part[]): Part {
  if (part.type === 'tool-result') return { ...part, providerExecuted: true }
  const isRun =
    part.type === 'tool-call' &&
    parts.some((other) => other.type === 'tool-result' && other.callId === part.id)
  return isRun ? { ...part, providerExecuted: true } : part
}

function decodePart(value: JsonValue, ids: Ids, context: Context, isCut: boolean): Part {
  if (!isObject(value)) return opaque(value, context)
  switch (value.type) {
    case 'text':
      return TEXT.decode(value, context) ?? opaque(value, context)
    case 'refusal':
      return REFUSAL.decode(value, context) ?? opaque(value, context)
    case 'reasoning':
      return { ...REASONING.expect(value, context), text: stringOr(value.content, '') }
    case 'tool_call':
      return decodeCall(value, ids, context, isCut)
    case 'tool_call_response':
      return decodeResult(value, ids, context)
    case 'server_tool_call':
    case 'server_tool_call_response':
      return decodeServer(value, ids, context, isCut)
    default:
      return decodeMedia(value, context) ?? opaque(value, context)
  }
}

const TEXT = /* @__PURE__ */ shape<TextPart>(
  { type: 'text' },
  { type: is('text'), content: needed(to('text')) },
)
const REFUSAL = /* @__PURE__ */ shape<TextPart>(
  { type: 'text' },
  { type: is('refusal'), content: needed(to('text')) },
  { type: 'refusal' },
)
const REASONING = /* @__PURE__ */ shape<ReasoningPart>(
  { type: 'reasoning' },
  { type: is('reasoning'), content: to('text') },
)
const CALL: Fields = { type: 'string', id: 'text', name: 'string', arguments: 'any' }

function decodeCall(native: JsonObject, ids: Ids, context: Context, isCut: boolean): ToolCall {
  const name = stringOr(native.name, '')
  const decoded = decodeArguments(native.arguments, isCut, contextAt(context, 'arguments'))
  return callOf(ids.ofCall(native, name, context.path), name, decoded, {
    kind: 'function',
    providerExecuted: false,
    providerMetadata: metadataFor(native, CALL, context),
  })
}

/** Decodes arguments. Absent arguments were not recorded, which is different from an empty object. */
function decodeArguments(value: JsonValue | undefined, isCut: boolean, context: Context): DecodedArguments {
  if (value === undefined || isCut) {
    reportUnusable(value === undefined ? 'were not recorded' : 'were cut', context)
    const text =
      value === undefined
        ? ''
        : typeof value === 'string'
          ? value
          : stringifyJson(value).replace(/[\]}]$/, '')
    return { status: 'truncated', rawArguments: text }
  }
  return typeof value === 'string'
    ? decodeArgumentText(value, value.trim() !== '', context)
    : decodeArgumentValue(value, context)
}

const RESULT: Fields = { type: 'string', id: 'text', response: 'any' }

function decodeResult(native: JsonObject, ids: Ids, context: Context): ToolResult {
  const { output, isError } = decodeOutput(native.response ?? null)
  const name = stringOr(native.name, '') || stringOr(native.toolName, '')
  const isFlagged = native.is_error === true
  const more: Fields = { name: 'text', toolName: 'text', is_error: isFlagged ? 'boolean' : undefined }
  return resultOf(
    ids.ofResult(native, context.path),
    { name, output, isError: isError || isFlagged },
    metadataFor(native, { ...RESULT, ...more }, context),
  )
}

/** Decodes any JSON. Outputs of the AI SDK contain their type, and Anthropic's blocks are texts. */
function decodeOutput(value: JsonValue): { readonly output: ToolOutput; readonly isError: boolean } {
  if (typeof value === 'string') return decodeResultText(value)
  if (isObject(value) && Object.keys(value).length === 2 && value.value !== undefined) {
    const { type, value: said } = value
    if ((type === 'text' || type === 'error-text') && typeof said === 'string')
      return { output: { type, value: said }, isError: type !== 'text' }
    if (type === 'json' || type === 'error-json')
      return { output: { type, value: said }, isError: type !== 'json' }
  }
  if (isObject(value) && value.denied === true)
    return {
      output: compact({ type: 'denied' as const, reason: stringOr(value.reason, undefined) }),
      isError: true,
    }
  return { output: { type: 'json', value }, isError: false }
}

const KINDS: ReadonlyMap<string, ToolKind> = new Map([
  ['code_interpreter', 'code_execution'],
  ['code_execution', 'code_execution'],
  ['web_search_call', 'web_search'],
  ['file_search_call', 'file_search'],
])

/** Decodes a server call or result. The inner object has a type and the provider's own fields. */
function decodeServer(native: JsonObject, ids: Ids, context: Context, isCut: boolean): Part {
  const { path } = context
  const isCall = native.type === 'server_tool_call'
  const key = isCall ? 'server_tool_call' : 'server_tool_call_response'
  const inner = objectOr(native[key], NOTHING)
  const { type, ...fields } = inner
  const word = stringOr(type, '')
  const providerMetadata = metadataFor(
    native,
    { type: 'string', id: 'text', name: 'string', [key]: 'object' },
    context,
    { type: word === '' ? undefined : word },
  )
  if (!isCall) {
    const output = { type: 'json' as const, value: inner }
    const said = { output, isError: false, providerExecuted: true }
    return resultOf(ids.ofResult(native, path), said, providerMetadata)
  }
  const name = stringOr(native.name, word)
  const found = KINDS.get(word) ?? TOOL_KINDS.find((one) => one === word) ?? 'other'
  const kind = found === 'custom' || found === 'function' ? 'other' : found
  const decoded = decodeArguments(fields, isCut, contextAt(context, key))
  const facts = { kind, providerExecuted: true, providerMetadata }
  return callOf(ids.ofCall(native, name, path), name, decoded, facts)
}

const MEDIA = [
  /* @__PURE__ */ mediaIn('content', 'blob', 'data'),
  /* @__PURE__ */ mediaIn('file_id', 'file', 'file-id'),
  /* @__PURE__ */ mediaIn('uri', 'uri', 'url'),
]

function mediaIn(field: string, type: string, source: MediaContent['type']): Shape<MediaPart> {
  const rows = { modality: 'string', mime_type: to('mediaType') } as const
  return shape<MediaPart>({ type: 'media' }, { type: is(type), ...rows, [field]: sourceRow(source) })
}

function decodeMedia(native: JsonObject, context: Context): MediaPart | undefined {
  const modality = stringOr(native.modality, '')
  const kind = MEDIA_KINDS.find((one) => one === modality) ?? 'file'
  const isSaid = modality === '' || modality === kind || modality === 'document'
  for (const media of MEDIA) {
    const part = media.decode(native, context)
    if (part !== undefined)
      return withMore({ ...part, kind }, { type: isSaid ? undefined : modality }, context)
  }
  return undefined
}

/** Decodes instructions that are separate from the history. */
export function decodeSystem(parts: JsonArray, context: Context): Message {
  const [message] = decodeMessages([{ role: 'system', parts }], { ...context, path: '/system' }, false)
  return message ?? { role: 'system', parts: [] }
}

/** Metadata keys of this format, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'name' | 'span', unknown> {}
}
