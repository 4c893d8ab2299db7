import { isAnyError } from '../../src/base/http/error-words.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, asJson, isArray, isObject, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, metadataUnder, wireMetadata } from '../../src/base/model/metadata.js'
import { failedFinish, finishOf, outcomeOf } from '../../src/base/model/outcome.js'
import type { ModelResponse, Part, ProviderError, TextPart } from '../../src/base/model/types.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import { failedAnswer, isFailed, unchangedBody } from '../../src/codec/shape/failed-answer.js'
import { extraFields, type Fields, innerExtras, withExtras } from '../../src/codec/shape/fields.js'
import { dropAnswerHead } from '../../src/codec/shape/losses.js'
import { decodeUsage, encodeUsage } from '../../src/codec/shape/usage-table.js'
import { decodeTurnEnd, encodeTurnEnd, USAGE } from './answer.js'
import {
  CallIds,
  decodeError,
  decodePart,
  ERROR_CODES,
  encodePart,
  freshError,
  type PartIds,
} from './family.js'
import { readNativeFrame, writeFrame } from './frames.js'

/** Fields that are decoded from the frames of a turn. */
export const TOP: Fields = { serverContent: 'object', toolCall: 'object', usageMetadata: 'object' }
export const CONTENT: Fields = {
  modelTurn: 'object',
  outputTranscription: 'object',
  turnComplete: 'boolean',
  generationComplete: 'boolean',
  interrupted: 'boolean',
  turnCompleteReason: 'string',
}

/** Builds a text that is the transcript of audio output. */
export function transcript(text: string, context: Context, more: JsonObject = {}): TextPart {
  const providerMetadata = metadataUnder(context, { type: 'outputTranscription', ...more })
  return { type: 'text', text, providerMetadata }
}

/** Decodes calls, which are next to the content and complete. */
export function decodeCalls(toolCall: JsonValue | undefined, ids: PartIds, context: Context): Part[] {
  return arrayOr(objectIn(toolCall).functionCalls, []).map((call, index) =>
    decodePart({ functionCall: call }, ids, contextAt(context, 'toolCall', 'functionCalls', index)),
  )
}

/**
 * Decodes a complete answer: one frame with all fields of the turn's frames. Only transcripts have these
 * frames.
 */
function decode(native: JsonObject, context: Context): ModelResponse {
  const { frame = {}, snake } = readNativeFrame(native) ?? {}
  const error = isObject(frame.error) ? decodeError(frame.error) : undefined
  const isSilent = frame.serverContent === undefined && frame.toolCall === undefined
  if (error !== undefined && isSilent) {
    const extra = extraFields(frame, { error: 'any' })
    return failedAnswer(error, context, wireMetadata(context, { extra, snake }))
  }
  if (isSilent && isAnyError(native))
    return failedAnswer(decodeError(native), context, wireMetadata(context, { form: 'body' }))
  if (isSilent)
    throw new AdapterError(
      'wrong-type',
      '',
      'not a frame of an answer: it has no serverContent and no toolCall',
    )
  const content = objectIn(frame.serverContent)
  const ids = new CallIds(undefined, true)
  const said = objectIn(content.outputTranscription)
  const turn = objectIn(content.modelTurn)
  const parts: Part[] = [
    ...(typeof said.text === 'string' ? [transcript(said.text, context, innerOf(said))] : []),
    ...arrayOr(turn.parts, []).map((part, index) =>
      decodePart(part, ids, contextAt(context, 'serverContent', 'modelTurn', 'parts', index)),
    ),
    ...decodeCalls(frame.toolCall, ids, context),
  ]
  const usage = isObject(frame.usageMetadata) ? frame.usageMetadata : undefined
  const extra = extraFields(content, CONTENT)
  const order = isArray(objectIn(frame.toolCall).functionCalls)
  return compact({
    message: { role: 'assistant' as const, parts, origin: { wire: context.wire } },
    finish: error === undefined ? decodeTurnEnd(content, parts) : failedFinish(),
    error,
    usage: usage && decodeUsage(usage, USAGE),
    providerMetadata: wireMetadata(context, {
      extra: extraFields(frame, { ...TOP, error: 'object' }),
      turn: innerExtras(turn, { role: 'string', parts: 'array' }),
      calls: innerExtras(objectIn(frame.toolCall), { functionCalls: 'array' }),
      body: extra && { extra },
      usage,
      snake,
      form: frame.serverContent === undefined && order ? 'calls' : undefined,
      absent: absentOf(content),
    }),
  })
}

function innerOf(said: JsonObject): JsonObject {
  const extra = extraFields(said, { text: 'string' })
  return extra === undefined ? {} : { extra }
}

/** Returns the marks of a usual end that the frame lacks. */
function absentOf(content: JsonObject): JsonArray | undefined {
  const isUsual = content.turnComplete === true && content.generationComplete !== true
  return isUsual && content.interrupted !== true ? ['generationComplete'] : undefined
}

function encode(response: ModelResponse, context: Context): JsonObject {
  const own = metadataOf(response, context)
  dropAnswerHead(response, context)
  const kept = own?.form === 'body' && response.error && unchangedBody(response.error, ERROR_CODES)
  if (kept) return kept
  if (isFailed(response))
    return writeFrame(withExtras({ error: encodeError(response.error) }, own), own?.snake)
  const { said, turn, calls } = dividedParts(response.message.parts, context)
  const isOver = calls.length === 0 && outcomeOf(response.finish) === 'tool-calls' && own === undefined
  const ended: JsonObject = encodeTurnEnd(isOver ? finishOf('complete') : response.finish)
  const isShort = isArray(own?.absent) && own.absent.includes('generationComplete')
  const { generationComplete, ...short } = ended
  const content = withExtras(
    {
      outputTranscription: said,
      modelTurn: turn.length === 0 ? undefined : withExtras({ role: 'model', parts: turn }, own?.turn),
      ...(isShort || generationComplete === undefined ? short : ended),
    },
    own?.body,
  )
  const hasContent = Object.keys(content).length > 0 || (calls.length === 0 && own?.form !== 'calls')
  const frame = withExtras(
    {
      serverContent: hasContent ? content : undefined,
      toolCall: calls.length === 0 ? undefined : withExtras({ functionCalls: calls }, own?.calls),
      usageMetadata: encodeUsage(response, USAGE, context),
      ...(response.error !== undefined && { error: encodeError(response.error) }),
    },
    own,
  )
  return writeFrame(frame, own?.snake)
}

interface DividedParts {
  readonly said: JsonObject | undefined
  readonly turn: JsonArray
  readonly calls: JsonArray
}

/** Divides an answer into the transcript of its audio, the parts of the model's turn, and the calls. */
function dividedParts(parts: readonly Part[], context: Context): DividedParts {
  let said: JsonObject | undefined
  const turn: JsonValue[] = []
  const calls: JsonValue[] = []
  for (const [index, part] of parts.entries()) {
    const own = 'providerMetadata' in part ? metadataOf(part, context) : undefined
    if (part.type === 'text' && own?.type === 'outputTranscription') {
      const before = stringOr(said?.text, '')
      said = withExtras({ text: before + part.text }, own)
      continue
    }
    const native = encodePart(part, true, contextAt({ ...context, path: '/message' }, 'parts', index))
    if (native === undefined) continue
    const call = isObject(native) ? native.functionCall : undefined
    if (call === undefined) turn.push(native)
    else calls.push(call)
  }
  return { said, turn, calls }
}

/** Encodes `{code, message, status}`. Clients of real servers only see the code of the closed socket. */
export function encodeError(error: ProviderError): JsonValue {
  const { raw } = error
  if (raw !== undefined && isWritten(raw) && equalJson(asJson(decodeError(raw)), asJson(error))) return raw
  return freshError(error)
}

/** Returns true if every client recognizes the error. */
function isWritten(raw: JsonValue): boolean {
  return typeof raw === 'string' ? raw !== '' : isObject(raw) && Object.keys(raw).length > 0
}

export const response: ResponseCodec = { decode, encode }
export { decode as decodeResponse }
