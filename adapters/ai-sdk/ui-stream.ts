import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { objectIn, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson, stringifyJson } from '../../src/base/json/write-json.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { bareTag, UNUSABLE } from './outputs.js'
import { fromUiPart, outcome, outputOf, toUiPart } from './ui-parts.js'

// Conversion between UI chunks and the parts of a model's stream.

/** Facts from earlier chunks of a call. */
export interface KnownCall {
  readonly name: string
  readonly isExecuted: boolean
  /** The text of the input, as received. */
  readonly text: string
}

const TOOL_INPUT = /^tool-input-(?:start|delta)$/
const SOURCE_OR_FILE = /^source-(?:url|document)$|^(?:reasoning-)?file$/

/** Converts a chunk to stream parts. Parts of a model's stream are unchanged. */
export function fromChunk(
  chunk: JsonObject,
  known: (id: JsonValue | undefined) => KnownCall | undefined,
): readonly JsonObject[] {
  const { messageMetadata, toolCallId, ...rest } = chunk
  const type = stringOr(chunk.type, '')
  if (TOOL_INPUT.test(type) && toolCallId !== undefined)
    return [compact({ ...rest, id: toolCallId, delta: chunk.inputTextDelta })]
  if (type.startsWith('tool-output-')) return [fromOutput(chunk, type, known(toolCallId))]
  if (SOURCE_OR_FILE.test(type)) {
    const { providerOptions, ...part } = fromUiPart(chunk).part
    return [compact({ ...part, providerMetadata: providerOptions })]
  }
  switch (type) {
    case 'start':
      return [compact({ type: 'response-metadata', id: chunk.messageId, messageMetadata })]
    case 'message-metadata':
      return [compact({ type: 'stream-start', messageMetadata })]
    case 'tool-input-available':
      return [{ ...chunk, type: 'tool-call', input: textOf(chunk.input, known(toolCallId)) }]
    case 'tool-input-error':
      return fromInputError(chunk)
    case 'finish-step':
      // A part of `streamText`, with more fields for a step.
      return chunk.finishReason === undefined ? [] : [{ ...chunk, type: 'finish' }]
    case 'finish':
      return [{ ...rest, ...objectIn(objectIn(objectIn(messageMetadata)[CARRIED]).answer) }]
    case 'error':
      return [compact({ ...rest, error: chunk.error ?? chunk.errorText })]
    case 'abort':
      return [{ type: 'error', error: { ...rest, message: stringOr(chunk.reason, 'aborted') } }]
    default:
      return [chunk]
  }
}

/** Returns the streamed text if it is equal to the input. */
function textOf(input: JsonValue = {}, call: KnownCall | undefined): string {
  const text = call?.text ?? ''
  return text !== '' && equalJson(tryParseJson(text), input) ? text : stringifyJson(input)
}

/** Converts an unusable call to a call and an error result. */
function fromInputError(chunk: JsonObject): readonly JsonObject[] {
  const { errorText, input, ...rest } = chunk
  const text = typeof input === 'string' ? input : stringifyJson(input ?? {})
  const call = { ...rest, type: 'tool-call', input: text }
  // Toolwire's own chunks of this type are calls without a result.
  if (objectIn(objectIn(chunk.providerMetadata)[CARRIED]).rawArguments !== undefined) return [call]
  const { toolCallId = '', toolName = '' } = chunk
  const output = { type: 'error-text', value: stringOr(errorText, '') }
  return [call, { type: 'tool-result', toolCallId, toolName, output }]
}

function fromOutput(chunk: JsonObject, type: string, call: KnownCall | undefined): JsonObject {
  const { output: _output, errorText: _error, approval: _approval, ...rest } = chunk
  return {
    ...rest,
    type: 'tool-result',
    toolName: call?.name ?? '',
    output: outputOf({ ...chunk, state: type.slice(5) }) ?? null,
  }
}

/** Converts a part of a model's stream to chunks. */
export function toChunks(part: JsonObject): readonly JsonObject[] {
  const { id, ...rest } = part
  const type = stringOr(part.type, '')
  switch (type) {
    case 'stream-start':
    case 'tool-input-end':
      return []
    case 'response-metadata':
      return [compact({ type: 'start', messageId: id }), { type: 'start-step' }]
    case 'tool-input-start':
      return [{ ...rest, toolCallId: id ?? '' }]
    case 'tool-input-delta':
      return [{ type, toolCallId: id ?? '', inputTextDelta: part.delta ?? '' }]
    case 'tool-call':
      return [toInput(part)]
    case 'tool-result':
      return [toOutput(part)]
    case 'source':
    case 'file': {
      const { providerMetadata, ...bare } = part
      return [toUiPart(compact({ ...bare, providerOptions: providerMetadata }))]
    }
    case 'error':
      return [
        {
          type,
          errorText: stringOr(objectIn(part.error).message, undefined) ?? stringifyJson(part.error ?? null),
        },
      ]
    case 'finish': {
      const { type: _type, ...answer } = part
      const reason = objectIn(part.finishReason).unified ?? part.finishReason
      return [
        { type: 'finish-step' },
        compact({ type, finishReason: reason, messageMetadata: { [CARRIED]: { answer } } }),
      ]
    }
    default:
      return [part]
  }
}

/**
 * Converts a call to its input chunk.
 * @returns an error chunk for unusable input, so that the client does not run it.
 */
function toInput(call: JsonObject): JsonObject {
  const text = stringOr(call.input, '')
  const input = text.trim() === '' ? {} : tryParseJson(text)
  const isBroken = objectIn(objectIn(call.providerMetadata)[CARRIED]).rawArguments !== undefined
  if (input !== undefined && !isBroken) return { ...call, type: 'tool-input-available', input }
  return { ...call, type: 'tool-input-error', input: text, errorText: UNUSABLE }
}

function toOutput(result: JsonObject): JsonObject {
  const { toolCallId = '', providerExecuted, providerMetadata } = result
  const kept = objectIn(objectIn(providerMetadata)[CARRIED]).output
  const bare = bareTag(result.result ?? null, result.isError === true)
  const output = result.output ?? kept ?? bare
  const isExecuted = result.output === undefined || providerExecuted === true
  const said = outcome(
    compact({ output, providerOptions: providerMetadata, preliminary: result.preliminary }),
    { toolCallId },
  )
  const { state, resultProviderMetadata, ...fields } = said
  return compact({
    type: `tool-${stringOr(state, '')}`,
    toolCallId,
    ...fields,
    providerExecuted: isExecuted || undefined,
    dynamic: result.dynamic,
    providerMetadata: resultProviderMetadata,
  })
}
