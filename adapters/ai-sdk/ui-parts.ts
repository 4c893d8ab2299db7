import { toBase64 } from '../../src/base/json/base64.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, objectIn, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson, stringifyJson } from '../../src/base/json/write-json.js'
import { INVALID_ARGUMENTS, INVALID_STATUS } from '../../src/base/model/arguments.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { CALL } from './calls.js'
import { dataUrl, fileUrl } from './media.js'
import { bareOf, UNUSABLE } from './outputs.js'

// Conversion between UI parts and prompt parts. Fields unknown to prompts are kept unchanged.

/** A call in the form of a prompt, with its result, if any. */
export interface PromptParts {
  readonly part: JsonObject
  readonly result?: JsonObject | undefined
}

export function fromUiPart(part: JsonObject): PromptParts {
  const type = stringOr(part.type, '')
  if (type === 'dynamic-tool' || type.startsWith('tool-')) return fromTool(part, type)
  const { providerMetadata, ...rest } = part
  const shared = compact({ ...rest, providerOptions: providerMetadata })
  if (type === 'file' || type === 'reasoning-file') return { part: fromFile(shared) }
  if (!type.startsWith('source-')) return { part: shared }
  return { part: { ...renamed(shared, { sourceId: 'id' }), type: 'source', sourceType: type.slice(7) } }
}

/** Converts a prompt part to a UI part, except for calls and results. */
export function toUiPart(part: JsonObject): JsonObject {
  const { providerOptions, ...rest } = part
  const shared = compact({ ...rest, providerMetadata: providerOptions ?? rest.providerMetadata })
  if (part.type === 'file' || part.type === 'reasoning-file') return toFile(shared)
  if (part.type !== 'source') return shared
  const { sourceType, ...source } = renamed(shared, { id: 'sourceId' })
  return { ...source, type: `source-${sourceType}` }
}

/** Converts a file chunk of a model's stream, which already contains the data of the file. */
function fromFile({ url, providerReference, ...part }: JsonObject): JsonObject {
  if (providerReference === undefined) return compact({ data: url, ...part })
  return compact({ ...part, url, data: { type: 'reference', reference: providerReference } })
}

/**
 * Every file in a UI message has a URL. A provider's file is referenced next to the URL; other files may be
 * in a data URL.
 */
function toFile({ data = '', ...part }: JsonObject): JsonObject {
  const { type, data: base64 = data, url, text, reference } = objectIn(data)
  const mediaType = stringOr(part.mediaType, undefined)
  if (reference !== undefined) return { url: '', ...part, providerReference: reference }
  if (typeof url === 'string') return { ...part, url }
  if (type !== 'text' || typeof text !== 'string') return { ...part, url: fileUrl(base64, mediaType) }
  const options = objectIn(part.providerMetadata)
  return {
    ...part,
    url: dataUrl(mediaType, toBase64(new TextEncoder().encode(text))),
    providerMetadata: { ...options, [CARRIED]: { ...objectIn(options[CARRIED]), text: true } },
  }
}

function renamed(object: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [names[key] ?? key, value]))
}

function fromTool(native: JsonObject, type: string): PromptParts {
  const { callProviderMetadata, resultProviderMetadata, preliminary, ...part } = withOwnMetadata(native)
  const isDynamic = type === 'dynamic-tool'
  const toolName = isDynamic ? native.toolName : type.slice(5)
  const output = outputOf(part)
  const { output: _output, errorText: _error, ...waiting } = part
  const { toolCallId } = native
  return {
    part: compact({
      ...(output === undefined ? part : waiting),
      ...(part.state === 'input-streaming' && streamedInput(part)),
      type: 'tool-call',
      toolName,
      dynamic: isDynamic || native.dynamic,
      providerOptions: callProviderMetadata,
    }),
    result:
      output &&
      compact({
        type: 'tool-result',
        toolCallId,
        toolName,
        output,
        preliminary,
        providerOptions: resultProviderMetadata,
      }),
  }
}

/**
 * For an unusable call, the UI keeps the call's metadata in the field of the result. Moves the metadata back
 * to the call.
 */
function withOwnMetadata(native: JsonObject): JsonObject {
  const { resultProviderMetadata: options, errorText, ...rest } = native
  const isOfCall = native.state === 'output-error' && objectIn(objectIn(options)[CARRIED]).of === CALL
  if (!isOfCall || options === undefined) return native
  const call = { ...rest, input: {}, callProviderMetadata: options }
  return errorText === UNUSABLE ? { ...call, state: 'input-available' } : compact({ ...call, errorText })
}

/**
 * Converts an unfinished call: the partial input is in the marker object, with the original text next to it.
 */
function streamedInput({ input, rawInput }: JsonObject): JsonObject {
  const text = stringOr(rawInput, undefined) ?? (input === undefined ? '' : stringifyJson(input).slice(0, -1))
  return compact({
    input: { [INVALID_ARGUMENTS]: text, [INVALID_STATUS]: 'truncated' },
    rawInput: undefined,
    streamed: compact({ input, rawInput }),
  })
}

/** Returns the output of a tool in the form of a prompt, or undefined before there is an output. */
export function outputOf({ state, output = null, errorText, approval }: JsonObject): JsonObject | undefined {
  const isDenied = isObject(approval) && approval.approved === false
  if (state === 'output-available')
    return typeof output === 'string' ? { type: 'text', value: output } : { type: 'json', value: output }
  if (state === 'output-error') return { type: 'error-text', value: stringOr(errorText, '') }
  if (state !== 'output-denied' && !(state === 'approval-responded' && isDenied)) return undefined
  return compact({ type: 'execution-denied', reason: isObject(approval) ? approval.reason : undefined })
}

/** Builds the UI part of a call and its result. */
export function toTool(call: JsonObject, result: JsonObject | undefined): JsonObject {
  const { toolName, dynamic, providerOptions, streamed, state, input, ...rest } = call
  const isOpen = isObject(input) && input[INVALID_STATUS] === 'truncated'
  const isStreaming = state === 'input-streaming' && isOpen && result === undefined
  const isDynamic = dynamic === true
  return compact({
    ...rest,
    type: isDynamic ? 'dynamic-tool' : `tool-${toolName}`,
    toolName: isDynamic ? toolName : undefined,
    dynamic: isDynamic ? undefined : dynamic,
    state: waiting(state, isStreaming),
    ...(isStreaming ? objectOr(streamed, { input }) : { input }),
    callProviderMetadata: providerOptions,
    ...(result && outcome(result, call)),
  })
}

const WAITING = ['input-available', 'approval-requested', 'approval-responded']

function waiting(state: JsonValue | undefined, isStreaming: boolean): JsonValue {
  if (isStreaming) return 'input-streaming'
  return typeof state === 'string' && WAITING.includes(state) ? state : 'input-available'
}

/** Returns the displayed fields of a result. The remaining data is carried next to these fields. */
export function outcome(result: JsonObject, call: JsonObject): JsonObject {
  const tagged = objectIn(result.output)
  const said = { ...shown(tagged, call), preliminary: result.preliminary }
  const isWhole = equalJson(outputOf(compact(said)), tagged)
  const options = objectIn(result.providerOptions)
  const kept = { ...objectIn(options[CARRIED]), output: tagged }
  return compact({
    ...said,
    resultProviderMetadata: isWhole ? result.providerOptions : { ...options, [CARRIED]: kept },
  })
}

function shown(tagged: JsonObject, { state, approval, toolCallId = '' }: JsonObject): JsonObject {
  const bare = bareOf(tagged)
  const { type, reason } = tagged
  if (type === 'error-text' || type === 'error-json')
    return { state: 'output-error', errorText: typeof bare === 'string' ? bare : stringifyJson(bare) }
  if (type !== 'execution-denied') return { state: 'output-available', output: bare }
  const asked = objectOr(approval, { id: `denied_${toolCallId}` })
  return {
    state: state === 'approval-responded' ? state : 'output-denied',
    approval: compact({ ...asked, approved: false, reason }),
  }
}
