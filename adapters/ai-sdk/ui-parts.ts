import { toBase64 } from '../../src/base/json/base64.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, objectIn, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson, stringifyJson } from '../../src/base/json/write-json.js'
import { INVALID_ARGUMENTS, INVALID_STATUS } from '../../src/base/model/arguments.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { CALL } from './calls.js'
import { dataUrl, fileUrl } from './media.js'
import { bareOf, UNUSABLE } from './outputs.js'

// Parts of a user interface as those of a prompt, and back. What a prompt has no field for goes along as it is.

/** A call as it stands in a prompt, and its result, where there is one. */
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

/** The part of a user interface that a part of a prompt is, unless it is a call or a result. */
export function toUiPart(part: JsonObject): JsonObject {
  const { providerOptions, ...rest } = part
  const shared = compact({ ...rest, providerMetadata: providerOptions ?? rest.providerMetadata })
  if (part.type === 'file' || part.type === 'reasoning-file') return toFile(shared)
  if (part.type !== 'source') return shared
  const { sourceType, ...source } = renamed(shared, { id: 'sourceId' })
  return { ...source, type: `source-${sourceType}` }
}

/** A file of a model's stream, which comes along with chunks, has its data already. */
function fromFile({ url, providerReference, ...part }: JsonObject): JsonObject {
  if (providerReference === undefined) return compact({ data: url, ...part })
  return compact({ ...part, url, data: { type: 'reference', reference: providerReference } })
}

/** Interfaces have a URL for every file: one that the provider keeps is named beside it, and others may be in it. */
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

/** Of a call that cannot be run an interface keeps what stood beside it as if it were beside its result. */
function withOwnMetadata(native: JsonObject): JsonObject {
  const { resultProviderMetadata: options, errorText, ...rest } = native
  const isOfCall = native.state === 'output-error' && objectIn(objectIn(options)[CARRIED]).of === CALL
  if (!isOfCall || options === undefined) return native
  const call = { ...rest, input: {}, callProviderMetadata: options }
  return errorText === UNUSABLE ? { ...call, state: 'input-available' } : compact({ ...call, errorText })
}

/** A call that is still coming: what arrived of its input stands in the marker object, and as it was beside it. */
function streamedInput({ input, rawInput }: JsonObject): JsonObject {
  const text = stringOr(rawInput, undefined) ?? (input === undefined ? '' : stringifyJson(input).slice(0, -1))
  return compact({
    input: { [INVALID_ARGUMENTS]: text, [INVALID_STATUS]: 'truncated' },
    rawInput: undefined,
    streamed: compact({ input, rawInput }),
  })
}

/** What a tool gave, as a prompt tells it; undefined as long as there is nothing. */
export function outputOf({ state, output = null, errorText, approval }: JsonObject): JsonObject | undefined {
  const isDenied = isObject(approval) && approval.approved === false
  if (state === 'output-available')
    return typeof output === 'string' ? { type: 'text', value: output } : { type: 'json', value: output }
  if (state === 'output-error') return { type: 'error-text', value: stringOr(errorText, '') }
  if (state !== 'output-denied' && !(state === 'approval-responded' && isDenied)) return undefined
  return compact({ type: 'execution-denied', reason: isObject(approval) ? approval.reason : undefined })
}

/** The part that holds a call and its result. */
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

/** What an interface shows of a result; what that does not say stands beside it. */
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
