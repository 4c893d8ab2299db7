import { httpFacts } from '../base/http/error-facts.js'
import {
  answerOf,
  type ByteReader,
  type ByteSource,
  type ByteStep,
  type HeaderFields,
  type HttpAnswer,
  isOk,
} from '../base/http/http-message.js'
import { PatientReader } from '../base/http/patient-reader.js'
import { compact } from '../base/json/write-json.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { ProxyFailure } from './proxy-failure.js'
import { headersFor, type SentHeaders, type Target } from './proxy-target.js'
import { type AnswerBody, answerText } from './reading.js'

// Requests that the proxy does not handle (files, batches, embeddings). These requests can be passed
// unchanged to a target of the client's wire, with the target's key instead of the client's.

/** Headers about the body and about the types that the client accepts. */
const ABOUT_BODY = ['accept', 'content-type', 'content-encoding', 'range']

/** Returns the headers of a request that is passed on. */
export function passedHeaders(target: Target, key: string | undefined, own: HeaderFields): SentHeaders {
  const { 'content-type': _json, ...headers } = headersFor(target, key, own)
  const said = ABOUT_BODY.map((name) => [name, own.get(name) ?? undefined])
  return compact({ ...headers, ...Object.fromEntries(said) })
}

/** Returns the path and the query of a request, without the client's key. */
export function passedPath(url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('key')
  const query = searchParams.toString()
  return query === '' ? pathname : `${pathname}?${query}`
}

/**
 * Answer headers that are not passed to the client: headers of one connection, of the decompressed body, and
 * for browsers.
 */
const UNTOLD =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-(encoding|length|security-policy.*)|set-cookie2?|www-authenticate|access-control-.*|cross-origin-.*|location|refresh|link|alt-svc|strict-transport-security|clear-site-data|nel|report-to|reporting-endpoints|sourcemap|service-worker-.*|x-toolwire-.*)$/

/** Returns the headers of an answer of the client's wire, without the key that was sent. */
export function ownHeaders(
  { headers }: HttpAnswer,
  key: string | undefined,
): Readonly<Record<string, string>> {
  const told = [...headers].filter(([name, value]) => !UNTOLD.test(name) && !(key && value.includes(key)))
  return Object.fromEntries(told)
}

/** An answer that is passed on unchanged. */
export interface PassedAnswer extends AnswerBody {
  readonly client: Adapter
  /** Called once when the answer has ended. */
  release(): void
}

/**
 * Passes an answer on to the client.
 * @throws ProxyFailure for a redirect, because it may lead to another host.
 */
export async function passedAnswer(answer: PassedAnswer): Promise<HttpAnswer> {
  const { response, client, notes } = answer
  const { status } = response
  if (status >= 300 && status < 400) {
    void response.body?.cancel().catch(() => undefined)
    throw new ProxyFailure(
      'target-answer',
      `the target answered with status ${status}, which is not forwarded`,
    )
  }
  const requestId = { [client.codecs.http.requestId ?? 'x-request-id']: httpFacts(response).requestId }
  const headers = compact({ ...ownHeaders(response, answer.key), ...requestId })
  notes.note({ status })
  if (isOk(response)) return answerOf(passedBody(answer), { status, headers })
  const refusal = await answerText(answer)
  notes.note({ error: `error of the target: ${status}` })
  notes.end()
  answer.release()
  return answerOf(refusal, { status, headers })
}

function passedBody(answer: PassedAnswer): ByteSource | null {
  const { response, notes } = answer
  if (response.body !== null) return new PassedBody(response.body, answer)
  notes.end()
  answer.release()
  return null
}

/** Streams the bytes of an answer on demand. */
class PassedBody implements ByteSource, ByteReader {
  readonly #answer: PassedAnswer
  readonly #reader: PatientReader

  constructor(body: ByteSource, answer: PassedAnswer) {
    this.#answer = answer
    this.#reader = new PatientReader(body, answer.patience)
    answer.signal.addEventListener('abort', this.#onAbort)
  }

  getReader(): ByteReader {
    return this
  }

  async read(): Promise<ByteStep> {
    const { signal, notes } = this.#answer
    try {
      const value = this.#reader.arrived(await this.#reader.next())
      notes.noteEvent()
      signal.throwIfAborted()
      if (value !== undefined) return { done: false, value }
      this.#end()
      return { done: true }
    } catch (error) {
      this.#end({ error: 'the answer of the target was cut off' })
      throw error
    }
  }

  async cancel(reason?: unknown): Promise<void> {
    this.#reader.cancel(reason)
    this.#end({ aborted: true })
  }

  readonly #onAbort = () => void this.cancel(this.#answer.signal.reason)

  #end(facts: { readonly aborted?: boolean; readonly error?: string } = {}): void {
    const { signal, notes, release } = this.#answer
    signal.removeEventListener('abort', this.#onAbort)
    notes.note(facts)
    notes.end()
    release()
  }
}
