import type { JsonValue } from '../json/json-types.js'
import { stringifyJson } from '../json/write-json.js'
// Requests and answers as small as they can be: those of web standards are such, and servers of Node make them without the
// cost of those. https://fetch.spec.whatwg.org

/** Headers by lower-case names. `Headers` are such. */
export interface HeaderFields extends Iterable<readonly [name: string, value: string]> {
  get(name: string): string | null
  has(name: string): boolean
}

/** What comes next of a body. */
export type ByteStep =
  | { readonly done?: false; readonly value: Uint8Array }
  | { readonly done: true; readonly value?: Uint8Array | undefined }

/** Reads a body as it is wanted. */
export interface ByteReader {
  read(): Promise<ByteStep>
  /** Lets go of the body; a read that waits ends. */
  cancel(reason?: unknown): Promise<void>
}

/** A body that is read once. `ReadableStream` is such. */
export interface ByteSource {
  getReader(): ByteReader
  cancel(reason?: unknown): Promise<void>
}

/** A request of a client. `Request` is such. */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string
  readonly url: string
  readonly headers: HeaderFields
  readonly body: ByteSource | null
  /** Aborted when the client lets go. */
  readonly signal: AbortSignal
}

/** An answer, whole or as it comes. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: HeaderFields
  readonly body: ByteSource | string | Uint8Array<ArrayBuffer> | null
}

/** An answer as it comes. `Response` is such. */
export interface StreamedAnswer extends HttpAnswer {
  readonly body: ByteSource | null
}

/** Whether it is no error. */
export function isOk({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300
}

/** Whether it says that something is wrong with the request, and not with who asks or when. */
export function isRefusal({ status }: { readonly status?: number | undefined }): boolean {
  return status === 400 || status === 422
}

type GivenHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Headers that are given by lower-case names. */
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

/** An answer that is made here. */
export function answerOf(
  body: HttpAnswer['body'],
  { status = 200, headers = {} }: { readonly status?: number; readonly headers?: GivenHeaders } = {},
): HttpAnswer {
  return { status, headers: new HeaderMap(headers), body }
}

/** An answer with a JSON body. */
export function jsonAnswer(body: JsonValue, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return answerOf(stringifyJson(body), { headers: { 'content-type': 'application/json', ...headers } })
}

/** The pieces of a body as they are asked for. The body is let go when no more of them are. */
export async function* piecesOf(body: ByteSource): AsyncGenerator<Uint8Array, undefined> {
  const reader = body.getReader()
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** A body of pieces that are made as they are asked for. */
export function sourceOf(pieces: AsyncGenerator<Uint8Array, undefined>): ByteSource {
  const cancel = async () => void (await pieces.return(undefined))
  return { getReader: () => ({ read: () => pieces.next(), cancel }), cancel }
}

/** Headers as web standards take them. */
export function headerPairs(headers: Iterable<readonly [string, string]>): [string, string][] {
  return Array.from(headers, ([name, value]) => [name, value])
}

/** A body as streams of web standards have it. */
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

/** An answer as web standards have it. */
export function webResponse({ status, headers, body }: HttpAnswer): Response {
  const given = body === null || typeof body === 'string' || body instanceof Uint8Array
  const init = { status, headers: headerPairs(headers) }
  return new Response(given || body instanceof ReadableStream ? body : webStream(body), init)
}
