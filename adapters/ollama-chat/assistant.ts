import type { JsonObject } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt, inform } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, Part, ReasoningPart } from '../../src/base/model/types.js'
import { absentFields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropExecutedResult, dropSource } from '../../src/codec/shape/losses.js'
import { decodeCall, encodeCall } from './calls.js'
import {
  addListed,
  CONTENT_FIELDS,
  contentOf,
  decodeImages,
  decodeTexts,
  fieldsOf,
  filled,
  formOf,
  holds,
  type Lists,
} from './content.js'

/**
 * Decodes an assistant message, of a request's history or of an answer.
 * @param place distinguishes the message from other messages, for calls without an id.
 */
export function decodeAssistant(
  native: JsonObject,
  context: Context,
  place: string,
  model?: string,
): Message {
  const { tool_calls: calls } = native
  const parts: Part[] = []
  const thinking = stringOr(native.thinking, '')
  if (thinking !== '') parts.push({ type: 'reasoning', text: thinking })
  if (native.content !== '') append(parts, decodeTexts(native) ?? [])
  if (holds(calls))
    calls.forEach((call, index) => {
      parts.push(decodeCall(call, contextAt(context, 'tool_calls', index), callPlace(place, index)))
    })
  append(parts, decodeImages(native, context))
  return compact({
    role: 'assistant' as const,
    parts,
    origin: compact({ wire: context.wire, model }),
    providerMetadata: assistantMetadata(native, context),
  })
}

/** Returns the kept data of the message, in addition to its parts. */
export function assistantMetadata(native: JsonObject, context: Context) {
  const { role } = native
  const fields = { ...fieldsOf(native, 'images', 'tool_calls'), thinking: 'text' as const }
  return metadataFor(native, fields, context, {
    role: role === 'assistant' ? undefined : role,
    form: formOf(native),
    absent: absentFields(native, CONTENT_FIELDS, formOf(native) ? ['role'] : ['role', 'content']),
  })
}

/** Returns a text that distinguishes a call without an id from other calls of the answer. */
export function callPlace(place: string, index: number): string {
  return `${place}/${index}`
}

function wordsOf({ text }: ReasoningPart, context: Context): string {
  if (text === '')
    inform(
      'reasoning-held-back',
      'the reasoning has no text, and this wire has no other field for reasoning',
      context,
    )
  return text
}

export function encodeAssistant(message: Message, context: Context): JsonObject {
  const metadata = metadataOf(message, context)
  const lists: Lists = { images: [], tool_calls: [] }
  let thinking = ''
  message.parts.forEach((part, index) => {
    const place = contextAt(context, 'parts', index)
    if (part.type === 'reasoning') thinking += wordsOf(part, place)
    else if (part.type !== 'text') addBeside(part, lists, place)
  })
  return withExtras(
    {
      role: metadata?.role,
      content: contentOf(message.parts, metadata?.form),
      thinking: thinking || undefined,
      ...filled(lists),
    },
    metadata,
    { role: 'assistant', content: '' },
  )
}

function addBeside(part: Part, lists: Lists, context: Context): void {
  if (part.type === 'tool-call') {
    const call = encodeCall(part, context)
    if (call !== undefined) lists.tool_calls.push(call)
  } else if (part.type === 'source') dropSource(part, context)
  else if (part.type === 'tool-result') dropExecutedResult(part, context)
  else addListed(part, lists, context)
}
