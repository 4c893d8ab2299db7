import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, expectObject, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt, inform } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { Message, Part, ToolResult, WireMetadata } from '../../src/base/model/types.js'
import type { EncodedMessages, MessagesCodec } from '../../src/codec/shape/codecs.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropPart } from '../../src/codec/shape/losses.js'
import { nameResults, splitResults } from '../../src/codec/shape/results.js'
import { encodeAssistant } from './assistant.js'
import { decodeContent, encodeContent } from './content.js'
import { FUNCTION_RESULT, isContent, nativeType, USER_INPUT } from './maps.js'
import { decodeResult, encodeResult } from './results.js'
import { decodeStep } from './steps.js'

const INPUT_FIELDS: Fields = { type: 'any', content: 'array' }
const TURN_FIELDS: Fields = { role: 'string', content: 'any' }

export const messages: MessagesCodec = {
  decode: (native, context) => nameResults(decodeSteps(native, context)),
  encode: encodeMessages,
  encodeResults,
}

/**
 * Decodes steps. Consecutive steps of the same author become one message. Each user input is a separate
 * message.
 */
function decodeSteps(native: JsonArray, context: Context): Message[] {
  const decoded: Message[] = []
  const form = native.every((value) => isObject(value) && isContent(value)) ? 'bare' : 'bare-among'
  let open: { readonly key: string; readonly parts: Part[] } | undefined
  const add = (key: string, message: () => Omit<Message, 'parts'>, parts: readonly Part[]) => {
    if (open?.key !== key) {
      open = { key, parts: [] }
      decoded.push({ ...message(), parts: open.parts })
    }
    append(open.parts, parts)
  }
  native.forEach((value, index) => {
    const here = contextAt(context, index)
    const step = expectObject(value, here.path)
    const type = nativeType(step)
    if (type === USER_INPUT || (type === '' && typeof step.role === 'string')) {
      open = undefined
      append(decoded, type === USER_INPUT ? decodeInput(step, here) : decodeTurn(step, here))
    } else if (type === FUNCTION_RESULT) add('tool', toolMessage, [decodeResult(step, true, here)])
    else if (isContent(step)) add('bare', () => bareMessage(form, context), [decodeContent(step, here)])
    else add('assistant', () => answerMessage(context), decodeStep(step, here))
  })
  return decoded
}

function toolMessage(): Omit<Message, 'parts'> {
  return { role: 'tool' }
}

function answerMessage({ wire }: Context): Omit<Message, 'parts'> {
  return { role: 'assistant', origin: { wire } }
}

/** Builds a message for content without a step, with or without steps next to it. */
function bareMessage(form: string, context: Context): Omit<Message, 'parts'> {
  return compact({ role: 'user' as const, providerMetadata: wireMetadata(context, { form }) })
}

/** Decodes user input. Results in it, as sent by older clients, become separate messages. */
function decodeInput(step: JsonObject, context: Context): Message[] {
  const { content } = step
  const here = contextAt(context, 'content')
  const parts = isArray(content)
    ? content.map((native, index) => decodeInputPart(native, contextAt(here, index)))
    : []
  return splitResults(parts).map((run, index) =>
    compact({
      ...run,
      providerMetadata: metadataFor(index === 0 ? step : {}, INPUT_FIELDS, context, {
        form: run.role === 'tool' ? 'input' : undefined,
        absent: index > 0 || isArray(content) ? undefined : ['content'],
        continued: index > 0 ? true : undefined,
      }),
    }),
  )
}

function decodeInputPart(native: JsonValue, context: Context): Part {
  const content = expectObject(native, context.path)
  return nativeType(content) === FUNCTION_RESULT
    ? decodeResult(content, true, context)
    : decodeContent(content, context)
}

/** Decodes a turn, the older form of histories before steps: `{role, content}`. */
function decodeTurn(turn: JsonObject, context: Context): Message[] {
  const { content, role } = turn
  const isText = typeof content === 'string'
  const list = isText ? [{ type: 'text', text: content }] : expectArray(content, `${context.path}/content`)
  const isModels = role === 'model' || role === 'assistant'
  const here = contextAt(context, 'content')
  const parts = list.flatMap((native, index) => {
    const place = contextAt(here, index)
    return isModels ? decodeStep(native, place) : [decodeInputPart(native, place)]
  })
  const runs = isModels ? [{ role: 'assistant' as const, parts }] : splitResults(parts)
  return runs.map((run, index) =>
    compact({
      ...run,
      origin: isModels ? { wire: context.wire } : undefined,
      providerMetadata: metadataFor(index === 0 ? turn : {}, TURN_FIELDS, context, {
        form: isText ? 'turn-text' : 'turn',
        role,
        continued: index > 0 ? true : undefined,
      }),
    }),
  )
}

/** Encodes messages as steps. The next message may continue a message. */
function encodeMessages(canonical: readonly Message[], context: Context): EncodedMessages {
  const native: JsonValue[] = []
  const instructions: string[] = []
  // The input is a list of contents or a list of steps. Contents are wrapped in steps if the history has
  // other messages.
  const areBare = canonical.every(
    (message) => message.role === 'system' || metadataOf(message, context)?.form === 'bare',
  )
  let content: JsonValue[] | undefined
  canonical.forEach((message, index) => {
    const here = { ...context, path: at('/messages', index) }
    const own = metadataOf(message, context)
    if (message.role === 'system' && native.length === 0) {
      append(instructions, textsOf(message, here))
      return
    }
    const parts = encodeParts(message, here)
    if (own?.continued === true && content !== undefined) append(content, parts)
    else content = undefined
    if (content !== undefined) return
    if (message.role === 'assistant' && own?.role === undefined) append(native, parts)
    else if (isBare(message, areBare, context)) append(native, parts)
    else if (parts.length > 0 || message.parts.length === 0) {
      content = [...parts]
      native.push(stepAround(content, message, own))
    }
  })
  return compact({
    messages: native,
    system: instructions.length === 0 ? undefined : instructions.join('\n\n'),
  })
}

/** Returns true if the message's content is put into the input without a step. */
function isBare(message: Message, areBare: boolean, context: Context): boolean {
  const { form } = metadataOf(message, context) ?? {}
  if (message.role === 'tool') return form === undefined
  return form === 'bare-among' || (form === 'bare' && areBare)
}

/** Builds the step or turn around the content of a message. */
function stepAround(content: JsonArray, { parts }: Message, own: WireMetadata = {}): JsonObject {
  const { form, role } = own
  const [only] = content
  if (form === 'turn-text' && content.length === 1 && isObject(only) && typeof only.text === 'string')
    return withExtras({ role, content: only.text }, own)
  if (form === 'turn' || form === 'turn-text') return withExtras({ role, content }, own)
  const isAbsent = isArray(own.absent) && parts.length === 0
  return withExtras({ type: USER_INPUT, content: isAbsent ? undefined : content }, own)
}

function textsOf({ parts }: Message, context: Context): string[] {
  return parts.flatMap((part, index) => {
    if (part.type === 'text') return [part.text]
    return dropPart(`${part.type} in instructions`, contextAt(context, 'parts', index)) ?? []
  })
}

function encodeParts(message: Message, context: Context): JsonArray {
  if (message.role === 'assistant') return encodeAssistant(message, { isAnswer: false }, context)
  if (message.role === 'system') reportLateSystem(context)
  return message.parts.flatMap((part, index) => {
    const here = contextAt(context, 'parts', index)
    return encodeInputPart(part, here) ?? []
  })
}

function encodeInputPart(part: Part, context: Context): JsonValue | undefined {
  switch (part.type) {
    case 'tool-result':
      return encodeResult(part, context)
    case 'text':
    case 'media':
    case 'opaque':
      return encodeContent(part, context)
    default:
      return dropPart(part.type, context)
  }
}

function reportLateSystem(context: Context): void {
  const message = 'this wire has no instructions among the steps; these are sent as input of the user'
  inform('system-message-moved', message, context)
}

/** Encodes only results, each as a step. */
export function encodeResults(results: readonly ToolResult[], context: Context): JsonArray {
  return results.flatMap((result, index) => encodeResult(result, { ...context, path: at('', index) }) ?? [])
}

/** Returns the text if the history is a single message with only a bare text. */
export function bareText(native: JsonArray): string | undefined {
  const [only] = native
  const content = isObject(only) && nativeType(only) === USER_INPUT ? only.content : undefined
  const [text] = isArray(content) && content.length === 1 ? content : []
  const isText = isObject(text) && nativeType(text) === 'text' && Object.keys(text).length === 2
  return native.length === 1 && isText ? stringOr(text.text, undefined) : undefined
}

/** Metadata keys of this wire, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'step' | 'summary' | 'verbatimInput', unknown> {}
}
