import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject, isObject, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { equalJson } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { OpaquePart, ResultPart, ToolResult } from '../../src/base/model/types.js'
import { carriedOpaque, opaqueSlot } from '../../src/codec/format/carry.js'
import { resultOf } from '../../src/codec/shape/call-codec.js'
import { textBlock } from '../../src/codec/shape/common.js'
import {
  absentFields,
  type Fields,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { isErrorResult } from '../../src/codec/shape/results.js'
import { RESPONSE } from './approvals.js'
import { asTold, CALL, decodeHead, nativeName, switched } from './calls.js'
import { decodeMedia, encodeMedia } from './media.js'
import { bareOf, isShown } from './outputs.js'
import { ANTHROPIC } from './packages.js'
import { isAnswer, opened, type PartPlace, slotOf, TOLD, withKept } from './slots.js'
import { bareOutput, decodeTagged, encodeTagged, isErrorOutput, isTag, restOfTagged } from './tagged.js'

const FIELDS: Fields = {
  type: 'string',
  toolCallId: 'text',
  toolName: 'string',
  providerExecuted: 'boolean',
  preliminary: 'boolean',
}

/**
 * Fields for the output of a tool: tagged with the type, bare for provider-executed tools, or the thrown
 * error.
 */
const MEMBERS = ['output', 'result', 'error'] as const

/** Decodes a tool result. `tool-error` is used in answers of the SDK. */
export function decodeResult(part: JsonObject, place: PartPlace, context: Context): ToolResult {
  const { path } = context
  const [native, options, kept] = openedResult(part, place)
  const member = MEMBERS.find((name) => native[name] !== undefined)
  const field = member ?? 'output'
  const { ids, named, name } = decodeHead(native, path, kept)
  const switches = field === 'result' ? ['preliminary', 'isError'] : ['preliminary']
  const all: Fields = { ...FIELDS, [field]: 'any', isError: field === 'result' ? 'boolean' : undefined }
  const isExecuted = wasExecuted(native, place)
  const fields = switched(
    native,
    all,
    isExecuted === isUsuallyExecuted(place) ? [...switches, 'providerExecuted'] : switches,
  )
  const value = native[field]
  const told = toldOutput(kept, value)
  const isTagged = told !== undefined || isTag(value)
  const output = isTagged
    ? decodeTagged(told ?? expectObject(value, path), `${path}/${field}`, (item) => decodeItem(item, context))
    : bareOutput(value ?? null, native.type === 'tool-error' || native.isError === true)
  const said = {
    name,
    output,
    isError: kept.isError === true || isErrorOutput(output),
    providerExecuted: isExecuted,
    preliminary: native.preliminary === true ? (true as const) : undefined,
  }
  const providerMetadata = metadataFor(native, fields, context, {
    type: native.type === 'tool-result' ? undefined : native.type,
    field: member === undefined || field === usualField(isExecuted, place) ? undefined : field,
    form: isTagged || field === 'result' || member === undefined ? undefined : 'bare',
    body: isTagged ? restOfTagged(told ?? expectObject(value, path)) : undefined,
    executed: isExecuted && place.isTold !== true ? true : undefined,
    named,
    absent: absentFields(native, all, ['toolCallId', ...(member === undefined ? ['output'] : [])]),
  })
  return withKept(resultOf(ids, said, providerMetadata), options, kept)
}

/**
 * Separates the slot of a result. The SDK copies the call's metadata to the result of a tool that the SDK
 * ran.
 */
function openedResult(part: JsonObject, place: PartPlace): ReturnType<typeof opened> {
  const [native, options, kept] = opened(part, place.slot)
  const isOfCall = place.role === 'tool' && (kept.of === CALL || kept.origin !== undefined)
  return isOfCall ? [part, options, {}] : [native, options, kept]
}

/**
 * Returns the usual field of the output. In answers, results come from the provider and are bare. In prompts,
 * all results are tagged.
 */
function usualField(isExecuted: boolean, place: PartPlace): string {
  return isAnswer(place) && isExecuted ? 'result' : 'output'
}

/**
 * Default for results without `providerExecuted`: a result inside the model's message was executed by the
 * provider.
 */
function isUsuallyExecuted(place: PartPlace): boolean {
  return isAnswer(place) || place.role === 'assistant'
}

function wasExecuted({ providerExecuted }: JsonObject, place: PartPlace): boolean {
  return typeof providerExecuted === 'boolean' ? providerExecuted : isUsuallyExecuted(place)
}

/** Returns the carried complete output, if the displayed output was not changed. */
function toldOutput({ output }: JsonObject, value: JsonValue = null): JsonObject | undefined {
  if (!isObject(output)) return undefined
  const bare = isTag(value) ? bareOf(value) : value
  return isShown(output, bare) ? output : undefined
}

const ITEM: PartPlace = { slot: 'providerOptions', role: 'tool', isTagged: true }

/** A tool found by tool search, as named by the package and by its wire. */
const FOUND = { name: ANTHROPIC.names[0], type: 'tool-reference', wire: ANTHROPIC.wire } as const

function foundTool({ type, toolName, ...rest }: JsonObject): OpaquePart | undefined {
  if (type !== FOUND.type || typeof toolName !== 'string' || Object.keys(rest).length > 0) return undefined
  const value = { type: 'tool_reference', tool_name: toolName }
  return { type: 'opaque', wire: FOUND.wire, value, text: `(The tool ${toolName} was found.)\n` }
}

function decodeItem(part: JsonObject, context: Context): ResultPart {
  const [native, options, kept] = opened(part, ITEM.slot)
  const text = native.type === 'text' ? textBlock.decode(native, context) : undefined
  if (text !== undefined) return withKept(text, options, kept)
  const isCustom = native.type === 'custom'
  const told = isCustom ? (carriedOpaque(kept) ?? foundTool(objectIn(options[FOUND.name]))) : undefined
  if (told !== undefined) return told
  return decodeMedia(part, ITEM, context) ?? opaque(part, context)
}

/** Encodes the result. If only another provider would accept it, the result becomes a text description. */
export function encodeResult(result: ToolResult, place: PartPlace, context: Context): JsonObject {
  const metadata = metadataOf(result, context)
  const isForeign = result.providerExecuted && metadata?.executed !== true && place.isTold !== true
  if (isForeign && place.isPrompt === true) {
    const native = encodeResult(result, TOLD, context)
    return asTold(result, native, place, context)
  }
  if (metadata?.type === RESPONSE && result.output.type === 'denied' && metadata.source === result.callId)
    return withExtras({ type: RESPONSE, reason: result.output.reason }, metadata)
  const field = stringOr(metadata?.field, undefined) ?? usualField(result.providerExecuted, place)
  const named = nativeName(result, isForeign, place, context)
  const { native, output } = encodeOutput(result, field, context)
  const isBare = field === 'result'
  const isRenamed = named !== result.name
  const isNameless = result.minted === true && wasAbsent(metadata, 'toolCallId')
  const says = isErrorOutput(result.output) || (isBare && native.isError === true)
  return withExtras(
    {
      type: metadata?.type === 'tool-error' ? metadata.type : 'tool-result',
      toolCallId: isNameless ? undefined : result.callId,
      toolName: named,
      ...native,
      providerExecuted:
        result.providerExecuted === isUsuallyExecuted(place) ? undefined : result.providerExecuted,
      preliminary: result.preliminary,
      ...slotOf(
        result,
        place,
        context,
        { isError: isErrorResult(result) && !says ? true : undefined, output },
        ['preliminary', ...(isRenamed ? [] : ['name']), ...(isNameless ? ['minted'] : [])],
      ),
    },
    metadata,
  )
}

/**
 * Encodes the output of a result.
 * @returns the native fields, and the tagged output if these fields do not contain all of it.
 */
function encodeOutput(
  result: ToolResult,
  field: string,
  context: Context,
): { readonly native: Readonly<Record<string, JsonValue | undefined>>; readonly output?: JsonValue } {
  const { output } = result
  const metadata = metadataOf(result, context)
  if (wasAbsent(metadata, 'output') && equalJson(asJson(output), NOTHING)) return { native: {} }
  const tagged = withExtras(
    encodeTagged(output, (items) => items.map((item) => encodeItem(item, context))),
    metadata?.body,
  )
  if (field === 'output' && metadata?.form !== 'bare') return { native: { output: tagged } }
  const isError = isErrorOutput(output)
  const bare = bareOf(tagged)
  const isWhole = equalJson(asJson(bareOutput(bare, isError)), asJson(output)) && metadata?.body === undefined
  const native = field === 'result' ? { result: bare, isError: isError || undefined } : { [field]: bare }
  const isSaid = field !== 'output' || !isError
  return isWhole && isSaid && !isTag(bare) ? { native } : { native, output: tagged }
}

const NOTHING: JsonObject = { type: 'json', value: null }

function encodeItem(part: ResultPart, context: Context): JsonValue {
  if (part.type === 'media') return encodeMedia(part, ITEM, context)
  if (part.type === 'opaque') {
    if (part.wire === context.wire) return part.value
    const options = { type: FOUND.type, toolName: objectIn(part.value).tool_name ?? '' }
    const again = foundTool(options)
    if (again !== undefined && equalJson(asJson(again), asJson(part)))
      return { type: 'custom', providerOptions: { [FOUND.name]: options } }
    return { type: 'custom', ...slotOf({ type: 'opaque' }, ITEM, context, opaqueSlot(part)) }
  }
  return { ...textBlock.encode(part, context), ...slotOf(part, ITEM, context) }
}
