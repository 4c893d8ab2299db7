import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, expectObject, isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, unlessEmpty } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, withMetadata, withMore } from '../../src/base/model/metadata.js'
import type { Message, ToolResult } from '../../src/base/model/types.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { extraFields, type Fields, withExtras } from '../../src/codec/shape/fields.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { messages } from './messages.js'
import { carriedOfResult, decodeResult, encodeResult } from './results.js'

const FIELDS: Fields = { assistant_message: 'object', tool_results: 'array' }
const RESULT_FIELDS: Fields = { [CARRIED]: 'object' }
const NOTHING: JsonObject = {}
/** Possible values of `error_category`. */
const CATEGORIES = /^(WorkflowDependency|MissingContext|NotFound|Duplicate|Validation|Technical)$/

/** Decodes a `ToolCallingRound` as two messages. */
export function decodeRound(value: JsonValue | undefined, context: Context): Message[] {
  if (!isObject(value)) return []
  const asked = messages.decode([value.assistant_message ?? null], contextAt(context, 'assistant_message'))
  const listPath = `${context.path}/tool_results`
  const parts = expectArray(value.tool_results, listPath).map((result, index) =>
    decodeRoundResult(expectObject(result, at(listPath, index)), { ...context, path: at(listPath, index) }),
  )
  const answer: Message = { role: 'tool', parts }
  const round = compact({ extra: extraFields(value, FIELDS) })
  return nameResults([...asked, withMetadata(answer, { round }, context)])
}

function decodeRoundResult(native: JsonObject, context: Context): ToolResult {
  const slot = objectOr(native[CARRIED], NOTHING)
  const word = stringOr(native.error_category, '')
  const isKnown = CATEGORIES.test(word)
  const fields: Fields = isKnown ? { ...RESULT_FIELDS, error_category: 'text' } : RESULT_FIELDS
  const result = decodeResult(native, context, slot, fields)
  if ('error_category' in native) return isKnown ? { ...result, category: word } : result
  return withMore(result, { absent: ['error_category'] }, context)
}

interface EncodedRound {
  readonly history: readonly Message[]
  readonly round: JsonObject | undefined
}

/** Returns the round of a request if it is still at the end. Otherwise the round is part of the history. */
export function encodeRound(all: readonly Message[], context: Context): EncodedRound {
  const asked = all.at(-2)
  const answer = all.at(-1)
  const kept = answer && metadataOf(answer, context)?.round
  const results = answer?.parts.filter((part) => part.type === 'tool-result') ?? []
  if (!isObject(kept) || asked?.role !== 'assistant' || results.length !== answer?.parts.length)
    return { history: all, round: undefined }
  const [message, ...more] = messages.encode([asked], context).messages
  if (message === undefined || more.length > 0) return { history: all, round: undefined }
  const fresh = {
    assistant_message: message,
    tool_results: results.map((result) => encodeRoundResult(result, context)),
  }
  return { history: all.slice(0, -2), round: withExtras(fresh, kept) }
}

function encodeRoundResult({ category, ...result }: ToolResult, context: Context): JsonObject {
  const own = metadataOf(result, context)
  const isKnown = CATEGORIES.test(category ?? '')
  const slot = compact({
    ...carriedOfResult(result, true, context),
    category: isKnown ? undefined : category,
  })
  const fresh = compact({
    error_category: isKnown ? category : undefined,
    [CARRIED]: unlessEmpty(slot),
  })
  return withExtras(
    { ...encodeResult(result, context), ...fresh },
    { absent: own?.absent ?? [] },
    { error_category: null },
  )
}
