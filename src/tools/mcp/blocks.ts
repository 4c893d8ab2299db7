import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, objectOr, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { mediaKindOf } from '../../base/model/media-kind.js'
import type { MediaKind, MediaPart, ResultPart, TextPart } from '../../base/model/types.js'

/** Converts one block of a result's `content` for the model. A block of unknown kind becomes a note. */
export function partOf(block: JsonValue): ResultPart {
  return readBlock(objectOr(block, {})) ?? inWords(isObject(block) ? block.type : undefined)
}

/** Returns true if the part contains everything in the block. */
export function isWhole(block: JsonValue): boolean {
  if (!isObject(block)) return false
  const known = PLAIN[stringOr(block.type, '')] ?? []
  return readBlock(block) !== undefined && Object.keys(block).every((key) => known.includes(key))
}

const PLAIN: Readonly<Record<string, readonly string[] | undefined>> = {
  text: ['type', 'text'],
  image: ['type', 'data', 'mimeType'],
  audio: ['type', 'data', 'mimeType'],
}

/** Converts a block of an MCP server's content to text, for targets that accept only text. */
export function mcpWords(block: JsonValue): string {
  const part = partOf(block)
  if (part.type === 'text') return part.text
  return part.type === 'media' ? `[${part.kind}${part.mediaType ? `, ${part.mediaType}` : ''}]` : ''
}

/**
 * Converts a block of a known kind:
 * https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result
 */
function readBlock(block: JsonObject): ResultPart | undefined {
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' ? textPart(block.text) : undefined
    case 'image':
    case 'audio':
      return mediaPart(block.type, block.data, block.mimeType)
    case 'resource':
      return resourcePart(objectOr(block.resource, {}))
    case 'resource_link':
      return linkPart(block)
    default:
      return undefined
  }
}

function textPart(text: string): TextPart {
  return { type: 'text', text }
}

function inWords(type: JsonValue | undefined): TextPart {
  return textPart(
    typeof type === 'string' ? `[content of type "${type.slice(0, 100)}"]` : '[content without a type]',
  )
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * Converts media. Clients of the 1.x SDK are configured not to check base64, so the data is checked here:
 * providers reject invalid base64, including line breaks.
 */
function mediaPart(
  kind: MediaKind,
  data: JsonValue | undefined,
  mimeType: JsonValue | undefined,
  filename?: string,
): MediaPart | undefined {
  const base64 = stringOr(data, '-').replace(/\s+/g, '')
  if (!BASE64.test(base64)) return undefined
  const mediaType = stringOr(mimeType, undefined)
  const source = { type: 'data' as const, data: base64 }
  return compact({ type: 'media' as const, kind, mediaType, source, filename })
}

function resourcePart({ uri, text, blob, mimeType }: JsonObject): ResultPart | undefined {
  const address = stringOr(uri, '')
  if (typeof text === 'string') return textPart(address === '' ? text : `${address}\n${text}`)
  return mediaPart(mediaKindOf(stringOr(mimeType, '')), blob, mimeType, fileNameIn(address))
}

/** Returns the last segment of an address: the file name, if any. */
export function fileNameIn(uri: string): string | undefined {
  const [path = ''] = uri.split(/[?#]/, 1)
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name === '' ? undefined : name
}

function linkPart({ uri, name, title, description, mimeType }: JsonObject): TextPart | undefined {
  if (typeof uri !== 'string') return undefined
  const lines = [title ?? name, uri, mimeType, description]
  return textPart(lines.filter((line) => typeof line === 'string' && line !== '').join('\n'))
}
