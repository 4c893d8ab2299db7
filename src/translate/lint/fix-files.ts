import { attempt } from '../../base/json/adapter-error.js'
import { valueAt } from '../../base/json/pointer.js'
import { isObject } from '../../base/json/read-json.js'
import { createContext } from '../../base/model/context.js'
import { mediaKindOf } from '../../base/model/media-kind.js'
import type { MediaPart, Message, Part, ResultPart, TextPart } from '../../base/model/types.js'
import { holdsFile, splitFiles } from './files-in-text.js'
import { entryAround } from './fix-entries.js'
import type { Fix } from './rule.js'
import type { WireShapes } from './wire-shapes.js'
import { encodedEntries, inPlaceOf } from './written-entries.js'

/**
 * Creates the fix that replaces files in the texts of an entry with media, if the wire accepts media there.
 * Data without a known type has no fix.
 */
export function fixFiles(shapes: WireShapes): Fix {
  return (request, path) => {
    const { codecs, wire } = shapes
    const entryPath = entryAround(path)
    const entry = entryPath === undefined ? undefined : valueAt(request, entryPath)
    if (entryPath === undefined || !isObject(entry)) return undefined
    const decoded = attempt(() => codecs.messages.decode([entry], createContext(wire)))
    if ('error' in decoded) return undefined
    const split = decoded.value.map(withMedia)
    const natives = split.some((message, index) => message !== decoded.value[index])
      ? encodedEntries(split, shapes)
      : undefined
    return natives && inPlaceOf(entryPath, natives)
  }
}

/**
 * Replaces the files of a message with media; returns the same message if it has no file or a file of unknown
 * type.
 */
function withMedia(message: Message): Message {
  const parts = message.parts.flatMap(splitPart)
  return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
}

function splitPart(part: Part): readonly Part[] {
  if (part.type === 'text') return splitText(part)
  if (part.type !== 'tool-result') return [part]
  const { output } = part
  if (output.type === 'text') {
    const value = splitText({ type: 'text', text: output.value })
    return value.some(({ type }) => type === 'media')
      ? [{ ...part, output: { type: 'content', value } }]
      : [part]
  }
  if (output.type !== 'content') return [part]
  const value = output.value.flatMap((inner): readonly ResultPart[] =>
    inner.type === 'text' ? splitText(inner) : [inner],
  )
  const isSame = value.every((inner, index) => inner === output.value[index])
  return isSame ? [part] : [{ ...part, output: { type: 'content', value } }]
}

function splitText(part: TextPart): readonly (TextPart | MediaPart)[] {
  const pieces = holdsFile(part.text) ? splitFiles(part.text) : undefined
  if (pieces === undefined) return [part]
  return pieces.map((piece) =>
    typeof piece === 'string'
      ? { ...part, text: piece }
      : {
          ...{ type: 'media' as const, kind: mediaKindOf(piece.mediaType), mediaType: piece.mediaType },
          source: { type: 'data' as const, data: piece.data },
        },
  )
}
