import type { JsonValue } from '../json/json-types.js'
import { stringifyJson } from '../json/write-json.js'
import { concatenate } from './recorded-body.js'
// Minimal request and response types. The web standard classes implement these types. Node servers create
// plain objects, which are cheaper. https://fetch.spec.whatwg.org

/** Headers by lower-case names. `Headers` implements this interface. */
export interface HeaderFields extends Iterable<readonly [name: string, value: string]> {
  get(name: string): string | null
  has(name: string): boolean
}

/** The next chunk of a body, or its end. */
export type ByteStep =
  | { readonly done?: false; readonly value: Uint8Array }
  | { readonly done: true; readonly value?: Uint8Array | undefined }

/** Reads a body on demand. */
export interface ByteReader {
  read(): Promise<ByteStep>
  /** Cancels the body; a pending read ends. */
  cancel(reason?: unknown): Promise<void>
}

/** A body that can be read only once. `ReadableStream` implements this interface. */
export interface ByteSource {
  getReader(): ByteReader
  cancel(reason?: unknown): Promise<void>
}

/** A request of a client. `Request` implements this interface. */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string
  readonly url: string
  readonly headers: HeaderFields
  readonly body: ByteSource | null
  /** Aborted when the client closes the connection. */
  readonly signal: AbortSignal
}

/** An answer, complete or streamed. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: HeaderFields
  readonly body: ByteSource | string | Uint8Array<ArrayBuffer> | null
}

/** A streamed answer. `Response` implements this interface. */
export interface StreamedAnswer extends HttpAnswer {
  readonly body: ByteSource | null
}

/** Returns true for a status of 200 to 299. */
export function isOk({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300
}

/**
 * Returns true for statuses of an invalid request (400, 422), as opposed to authentication or rate limit
 * errors.
 */
export function isRefusal({ status }: { readonly status?: number | undefined }): boolean {
  return status === 400 || status === 422
}

type GivenHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Headers by lower-case names, made from an object. */
export class HeaderMap implements HeaderFields {
  readonly #values: GivenHeaders

  constructor(values: GivenHeaders) {
    this.#values = values
  }

  get(name: string): string | null {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined
    return value === undefined ? null : joined(value)
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }

  *[Symbol.iterator](): Iterator<readonly [string, string]> {
    for (const [name, value] of Object.entries(this.#values))
      if (value !== undefined) yield [name, joined(value)]
  }
}

function joined(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ')
}

/** Creates an answer. */
export function answerOf(
  body: HttpAnswer['body'],
  { status = 200, headers = {} }: { readonly status?: number; readonly headers?: GivenHeaders } = {},
): HttpAnswer {
  return { status, headers: new HeaderMap(headers), body }
}

/** Creates an answer with a JSON body. */
export function jsonAnswer(body: JsonValue, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return answerOf(stringifyJson(body), { headers: { 'content-type': 'application/json', ...headers } })
}

/** Yields the chunks of a body on demand. Cancels the body when the generator is closed. */
export async function* piecesOf(body: ByteSource): AsyncGenerator<Uint8Array, undefined> {
  const reader = body.getReader()
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** The bytes of a complete body, in the pieces in which they arrived. */
export type BodyPieces = readonly Uint8Array[]

export function bytesInPieces(pieces: BodyPieces): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

/** Joins the pieces. A single piece is not copied. */
export function joinedBytes(pieces: BodyPieces): Uint8Array {
  const [first] = pieces
  return pieces.length === 1 && first !== undefined ? first : concatenate(pieces)
}

/**
 * Decodes the pieces of a text.
 * @throws TypeError for bytes that are not UTF-8.
 */
export function textOfPieces(pieces: BodyPieces): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for (const piece of pieces) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

/** Creates a body made of chunks that are generated on demand. */
export function byteSourceOf(pieces: AsyncGenerator<Uint8Array, undefined>): ByteSource {
  const cancel = async () => void (await pieces.return(undefined))
  return { getReader: () => ({ read: () => pieces.next(), cancel }), cancel }
}

/** Returns the headers as pairs, which web standard constructors accept. */
export function headerPairs(headers: Iterable<readonly [string, string]>): [string, string][] {
  return Array.from(headers, ([name, value]) => [name, value])
}

/** Returns the body as a web standard stream. */
export function webStream(source: ByteSource): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        const step = await reader.read()
        if (step.done) controller.close()
        else controller.enqueue(new Uint8Array(step.value))
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Converts the answer to a web standard `Response`. */
export function webResponse({ status, headers, body }: HttpAnswer): Response {
  const given = body === null || typeof body === 'string' || body instanceof Uint8Array
  const init = { status, headers: headerPairs(headers) }
  return new Response(given || body instanceof ReadableStream ? body : webStream(body), init)
}
