import {
  asJson,
  at,
  expectArray,
  isObject,
  numberOr,
  objectOr,
  stringOr,
  wrongType,
} from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { compact, equalJson } from '../../src/json/write.js'
import { isCallToAnswer } from '../../src/model/calls.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, wireMetadata } from '../../src/model/metadata.js'
import type { ModelResponse, Part, ProviderError, ProviderMetadata, Usage } from '../../src/model/types.js'
import type { ResponseCodec } from '../../src/shape/codecs.js'
import { absentFields, type Fields, metadataFor, withExtras } from '../../src/shape/fields.js'
import { decodeFinish, encodeFinish, isCutBy } from '../../src/shape/finish.js'
import { dropError } from '../../src/shape/losses.js'
import { asCut, encodeBlocks } from '../../src/shape/parts.js'
import { nameResults } from '../../src/shape/results.js'
import { decodeBlock, encodePart } from './blocks.js'
import { FINISH_BY_STOP_REASON, STOP_REASON_BY_FINISH } from './maps.js'

const FIELDS: Fields = {
  type: 'string',
  role: 'string',
  id: 'string',
  model: 'string',
  content: 'array',
  stop_reason: 'string',
  usage: 'object',
}

export const response: ResponseCodec = { decode: decodeResponse, encode: encodeResponse }

export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  if (isObject(native.error) && native.content === undefined) return decodeErrorBody(native, context)
  expectConstant(native, 'type', 'message')
  expectConstant(native, 'role', 'assistant')
  const blocks = expectArray(native.content, '/content')
  const parts = blocks.map((block, index) =>
    decodeBlock(block, at('/content', index), context, callPlace(native, index)),
  )
  const last = parts.at(-1)
  if (last?.type === 'tool-call' && isCut(native))
    parts[parts.length - 1] = asCut(last, context, 'verbatimInput')
  const envelope = decodeEnvelope(native, parts.some(isCallToAnswer), context)
  const message = compact({
    role: 'assistant' as const,
    parts,
    origin: compact({ wire: context.wire, model: envelope.model }),
    providerMetadata: messageMetadata(native, context),
  })
  const named = parts.some(isNamelessResult) ? nameResults([message])[0] : message
  return Object.assign({ message: named ?? message }, envelope)
}

function isNamelessResult(part: Part): boolean {
  return part.type === 'tool-result' && part.name === ''
}

function expectConstant(native: JsonObject, key: string, value: string): void {
  const actual = native[key]
  if (actual === undefined || actual === null || actual === value) return
  throw wrongType(`"${value}"`, actual, at('', key))
}

/** The container in which code may be waiting: the next request has to name it, and has only the message. */
export function messageMetadata({ container }: JsonObject, context: Context): ProviderMetadata | undefined {
  return wireMetadata(context, {
    container: isObject(container) ? stringOr(container.id, undefined) : undefined,
  })
}

/** What tells the calls of one answer from those of others, where they have no id. */
export function callPlace(native: JsonObject, index: number): string {
  return `${stringOr(native.id, '')}/${index}`
}

/** Whether the output ended because there was no more room for it. */
export function isCut(native: JsonObject): boolean {
  return isCutBy(native.stop_reason, FINISH_BY_STOP_REASON)
}

/** Everything of an answer but its content; streams build the same object from their first and last events. */
export function decodeEnvelope(
  native: JsonObject,
  hasClientCalls: boolean,
  context: Context,
): Omit<ModelResponse, 'message'> {
  const id = stringOr(native.id, undefined)
  const model = stringOr(native.model, undefined)
  const usage = isObject(native.usage) ? native.usage : undefined
  return compact({
    finish: decodeFinish(native.stop_reason, hasClientCalls, FINISH_BY_STOP_REASON),
    id,
    model,
    usage: usage === undefined ? undefined : decodeUsage(usage),
    providerMetadata: metadataFor(native, FIELDS, context, {
      usage,
      absent: absentFields(native, FIELDS, ['type', 'role', 'stop_reason']),
    }),
  })
}

/** `input_tokens` counts only what no cache served; the canonical figure is the whole prompt, as on other wires. */
function decodeUsage(usage: JsonObject): Usage {
  const cached = numberOr(usage.cache_read_input_tokens, undefined)
  const fresh = numberOr(usage.input_tokens, undefined)
  const output = numberOr(usage.output_tokens, undefined)
  const written = numberOr(usage.cache_creation_input_tokens, undefined)
  const details = usage.output_tokens_details
  const input = fresh === undefined ? undefined : fresh + (cached ?? 0) + (written ?? 0)
  return compact({
    inputTokens: input,
    outputTokens: output,
    totalTokens: input === undefined || output === undefined ? undefined : input + output,
    cachedInputTokens: cached,
    cacheWriteTokens: written,
    reasoningTokens: isObject(details) ? numberOr(details.thinking_tokens, undefined) : undefined,
  })
}

/** The native object as long as it says the same. The output is always counted: the end of a stream has to. */
function encodeUsage(usage: Usage, native: JsonObject | undefined): JsonObject {
  if (native !== undefined && equalJson(asJson(decodeUsage(native)), asJson(usage))) return native
  const { inputTokens, outputTokens = 0, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage
  const cached = (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0)
  return compact({
    input_tokens: inputTokens === undefined ? undefined : Math.max(0, inputTokens - cached),
    output_tokens: outputTokens,
    cache_read_input_tokens: cachedInputTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    output_tokens_details: reasoningTokens === undefined ? undefined : { thinking_tokens: reasoningTokens },
  })
}

export function encodeResponse(canonical: ModelResponse, context: Context): JsonObject {
  const { message, error, usage } = canonical
  const isOwn = message.origin?.wire === context.wire
  if (error !== undefined && message.parts.length === 0) return encodeErrorBody(error, isOwn)
  if (error !== undefined) dropError(error, context)
  const metadata = metadataOf(canonical, context)
  const stopReason = encodeFinish(
    canonical.finish,
    isOwn,
    message.parts.some(isCallToAnswer),
    FINISH_BY_STOP_REASON,
    STOP_REASON_BY_FINISH,
  )
  const cutPart = isCut({ stop_reason: stopReason }) ? message.parts.at(-1) : undefined
  const content = encodeBlocks(message, '/message', context, encodePart, cutPart)
  return withExtras(
    {
      id: canonical.id,
      model: canonical.model,
      content,
      stop_reason: canonical.finish.raw === undefined ? undefined : stopReason,
      usage: usage && encodeUsage(usage, objectOr(metadata?.usage, undefined)),
    },
    metadata,
    {
      type: 'message',
      role: 'assistant',
      stop_reason: stopReason,
      stop_sequence: isOwn ? undefined : null,
    },
  )
}

/** `{type: 'error', error: {type, message}, request_id}`: a refused request, or the end of a failed stream. */
export function decodeError(native: JsonObject): ProviderError {
  const error = isObject(native.error) ? native.error : undefined
  return compact({
    message: stringOr(error?.message, 'the provider reported an error without a message'),
    code: stringOr(error?.type, undefined),
    raw: native,
  })
}

function decodeErrorBody(native: JsonObject, context: Context): ModelResponse {
  return {
    message: { role: 'assistant', parts: [], origin: { wire: context.wire } },
    finish: { reason: 'error' },
    error: decodeError(native),
  }
}

export function encodeErrorBody({ message, code, raw }: ProviderError, isOwn: boolean): JsonObject {
  if (!isOwn || !isObject(raw) || !isObject(raw.error))
    return { type: 'error', error: { type: code ?? 'api_error', message } }
  const changed = compact({
    message: typeof raw.error.message === 'string' ? message : undefined,
    type: typeof raw.error.type === 'string' ? code : undefined,
  })
  return { ...raw, error: { ...raw.error, ...changed } }
}
