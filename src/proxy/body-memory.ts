import { type BodyPieces, bytesInPieces, textOfPieces } from '../base/http/http-message.js'
import { concatenate } from '../base/http/recorded-body.js'
import type { JsonArray, JsonObject } from '../base/json/json-types.js'
import { type JsonDocument, parseDocument } from '../base/json/parse.js'
import { isArray, isObject } from '../base/json/read-json.js'
import { stableHash } from '../base/model/ids.js'
import { commonLength, type MessageBytes, messageBytes, sliceOf } from './body-pieces.js'
import { ConversationMemory } from './conversation-memory.js'

/** Size of the remembered bodies. */
export interface BodyMemoryOptions {
  /**
   * Maximum size of all remembered bodies in bytes. Beyond the limit, the least recently used conversations are
   * forgotten. The process needs several times as much memory. Default: 32 MiB.
   */
  readonly maxBytes?: number
}

/** The identity of a conversation: its client and the field of its messages. */
export interface BodyKey {
  readonly scope: string
  readonly field: string
}

/** A parsed body, and the memory of its conversation. */
export interface RememberedDocument extends JsonDocument {
  readonly memory?: ConversationMemory | undefined
}

interface RememberedBody extends MessageBytes {
  readonly key: string
  readonly pieces: BodyPieces
  readonly length: number
  readonly messages: JsonArray
  readonly memory: ConversationMemory
}

/** Maximum number of conversations of a client with the same first message. */
const MOST_BRANCHES = 4
/** The number of bytes of the first messages by which a conversation is found. */
const KEY_BYTES = 2048
/** The number of messages at the end that clients edit, for instance to move the marks of a prompt cache. */
const EDITED = 2

/**
 * Parses bodies that continue remembered ones: the messages with which both begin, byte by byte, are the same objects,
 * and only the rest is decoded and parsed. Bodies in which parsing loses something are not remembered.
 */
export class BodyMemory {
  readonly #maxBytes: number
  /** The bodies, the least recently used first. */
  readonly #bodies = new Set<RememberedBody>()
  readonly #byKey = new Map<string, RememberedBody[]>()
  #length = 0

  constructor({ maxBytes = 32 << 20 }: BodyMemoryOptions = {}) {
    this.#maxBytes = maxBytes
  }

  /** Parses a body. Returns undefined for a body that is not worth remembering, or is not a request. */
  parse(pieces: BodyPieces, { scope, field }: BodyKey): RememberedDocument | undefined {
    const length = bytesInPieces(pieces)
    if (length > this.#maxBytes / 4) return undefined
    const beginning = beginningOf(pieces, field)
    if (beginning === undefined) return undefined
    const key = stableHash(`${scope}\n${field}\n${beginning}`)
    const known = this.#known(key, pieces)
    const parsed = (known && continued(pieces, field, known)) ?? whole(pieces, field)
    if (parsed === undefined) return undefined
    const { value, list, bytes, old, isContinuation } = parsed
    const memory = (isContinuation ? known?.body.memory : undefined) ?? new ConversationMemory()
    const last = bytes.ends.at(-1) ?? bytes.start
    const added = [sliceOf(pieces, bytesInPieces(old), last), sliceOf(pieces, last)]
    // Copies, since pieces hold the larger buffers in which they arrived.
    const kept = [...old, ...added.map(concatenate)]
    if (isContinuation && known !== undefined) this.#forget(known.body)
    this.#keep({ ...bytes, key, pieces: kept, length, messages: list, memory })
    return { value, exactText: () => undefined, memory }
  }

  #known(key: string, pieces: BodyPieces): KnownBody | undefined {
    let best: KnownBody | undefined
    for (const body of this.#byKey.get(key) ?? []) {
      const common = commonLength(body.pieces, pieces)
      const count = body.ends.findLastIndex((end) => end <= common) + 1
      if (count > (best?.count ?? 0)) best = { body, count }
    }
    return best
  }

  #keep(body: RememberedBody): void {
    const branches = this.#byKey.get(body.key) ?? []
    const [first] = branches
    if (branches.length >= MOST_BRANCHES && first !== undefined) this.#forget(first)
    this.#byKey.set(body.key, [...(this.#byKey.get(body.key) ?? []), body])
    this.#bodies.add(body)
    this.#length += body.length
    for (const oldest of this.#bodies) {
      if (this.#length <= this.#maxBytes) break
      this.#forget(oldest)
    }
  }

  #forget(body: RememberedBody): void {
    if (!this.#bodies.delete(body)) return
    this.#length -= body.length
    const others = (this.#byKey.get(body.key) ?? []).filter((one) => one !== body)
    if (others.length > 0) this.#byKey.set(body.key, others)
    else this.#byKey.delete(body.key)
  }
}

/** A remembered body, and the number of messages with which it and another body begin. */
interface KnownBody {
  readonly body: RememberedBody
  readonly count: number
}

/** A parsed body, and the positions of its messages. */
interface ParsedBody {
  readonly value: JsonObject
  readonly list: JsonArray
  readonly bytes: MessageBytes
  /** The bytes that the remembered body has, too. */
  readonly old: BodyPieces
  readonly isContinuation?: boolean
}

function whole(pieces: BodyPieces, field: string): ParsedBody | undefined {
  const document = parsed(textOfPieces(pieces))
  const list = document?.[field]
  if (document === undefined || !isArray(list)) return undefined
  const bytes = messageBytes(pieces, field)
  return bytes?.ends.length === list.length ? { value: document, list, bytes, old: [] } : undefined
}

/** Stands for the remembered messages in the parsed rest, at the position of which they are inserted. */
const MARK = 'toolwire-remembered-messages'

/** Parses the rest of a body. Returns undefined if its messages cannot be found safely. */
function continued(pieces: BodyPieces, field: string, { body, count }: KnownBody): ParsedBody | undefined {
  const { start } = body
  const ends = body.ends.slice(0, count)
  const end = ends.at(-1) ?? start
  const text = `${textOfPieces(sliceOf(pieces, 0, start))}"${MARK}"${textOfPieces(sliceOf(pieces, end))}`
  const rest = parsed(text)
  const list = rest?.[field]
  if (rest === undefined || !isArray(list) || list[0] !== MARK) return undefined
  const bytes = messageBytes(pieces, field, { start, ends })
  if (bytes?.ends.length !== count + list.length - 1) return undefined
  const messages = [...body.messages.slice(0, count), ...list.slice(1)]
  const old = sliceOf(body.pieces, 0, end)
  const isContinuation = count + EDITED >= body.ends.length
  return { value: { ...rest, [field]: messages }, list: messages, bytes, old, isContinuation }
}

/** Parses a text. Returns undefined for other texts than objects, and if parsing loses something. */
function parsed(text: string): JsonObject | undefined {
  try {
    const { value, exactText } = parseDocument(text)
    return isObject(value) && exactText(value) === undefined ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the beginning of the messages of a body, as one character for each byte. */
function beginningOf(pieces: BodyPieces, field: string): string | undefined {
  const name = `"${field}"`
  let offset = 0
  for (const piece of pieces) {
    for (let at = piece.indexOf(QUOTE); at !== -1; at = piece.indexOf(QUOTE, at + 1)) {
      const end = at + name.length
      // Only a name at the end of a piece continues in the next one.
      const bytes =
        end <= piece.length ? [piece.subarray(at, end)] : sliceOf(pieces, offset + at, offset + end)
      if (isText(bytes, name)) return latin(sliceOf(pieces, offset + at, offset + at + KEY_BYTES))
    }
    offset += piece.length
  }
  return undefined
}

const QUOTE = 0x22

function isText(pieces: BodyPieces, text: string): boolean {
  let index = 0
  for (const piece of pieces) for (const byte of piece) if (byte !== text.charCodeAt(index++)) return false
  return index === text.length
}

function latin(pieces: BodyPieces): string {
  return pieces.map((piece) => String.fromCharCode(...piece)).join('')
}
