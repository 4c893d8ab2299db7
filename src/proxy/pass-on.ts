import { httpFacts } from '../http/error-facts.js'
import { PatientReader } from '../http/patient-reader.js'
import { compact } from '../json/write-json.js'
import type { Adapter } from '../wire/define-adapter.js'
import { ProxyFailure } from './proxy-failure.js'
import { headersFor, type Target } from './proxy-target.js'
import { textOf, type WholeBody } from './reading.js'

// Requests that mean nothing to the proxy (files, batches, embeddings): to a target of the client's own wire they can go as
// they are, with the target's key in place of the client's.

/** What is said of a body, and of what the client can take. */
const ABOUT_BODY = ['accept', 'content-type', 'content-encoding', 'range']

/** The headers of a request that is passed on. */
export function passedHeaders(target: Target, key: string | undefined, own: Headers): Headers {
  const headers = headersFor(target, key, own)
  headers.delete('content-type')
  for (const name of ABOUT_BODY) {
    const value = own.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

/** The path of a request with its query, but for the client's key. */
export function passedPath(url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('key')
  const query = searchParams.toString()
  return query === '' ? pathname : `${pathname}?${query}`
}

/**
 * What a target says to whoever asked it, and not to the client of a proxy: of one connection, of a body that is unpacked by
 * now, and to browsers.
 */
const UNTOLD =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-(encoding|length|security-policy.*)|set-cookie2?|www-authenticate|access-control-.*|cross-origin-.*|location|refresh|link|alt-svc|strict-transport-security|clear-site-data|nel|report-to|reporting-endpoints|sourcemap|service-worker-.*|x-toolwire-.*)$/

/** What an answer of the client's own wire says of itself, but for the key that it was shown. */
export function ownHeaders({ headers }: Response, key: string | undefined): Readonly<Record<string, string>> {
  const told = [...headers].filter(([name, value]) => !UNTOLD.test(name) && !(key && value.includes(key)))
  return Object.fromEntries(told)
}

/** An answer that is given as it comes. */
export interface PassedAnswer extends WholeBody {
  readonly client: Adapter
  /** Called once, when it is over. */
  release(): void
}

/** @throws ProxyFailure for a redirect: it may lead to another host. */
export async function passedAnswer(answer: PassedAnswer): Promise<Response> {
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
  if (response.ok) return new Response(passedBody(answer), { status, headers })
  const refusal = await textOf(answer)
  notes.note({ error: `error of the target: ${status}` })
  notes.end()
  answer.release()
  return new Response(refusal, { status, headers })
}

function passedBody({
  response,
  signal,
  patience,
  notes,
  release,
}: PassedAnswer): ReadableStream<Uint8Array> | null {
  const end = (facts: { readonly aborted?: boolean; readonly error?: string } = {}) => {
    signal.removeEventListener('abort', cancelReader)
    notes.note(facts)
    notes.end()
    release()
  }
  const reader = new PatientReader(response.body, patience)
  const cancelReader = () => {
    reader.cancel(signal.reason)
    end({ aborted: true })
  }
  if (response.body === null) {
    end()
    return null
  }
  signal.addEventListener('abort', cancelReader)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = reader.arrived(await reader.next())
          notes.noteEvent()
          if (signal.aborted) throw signal.reason
          if (chunk !== undefined) return controller.enqueue(chunk)
          end()
          controller.close()
        } catch (error) {
          end({ error: 'the answer of the target was cut off' })
          throw error
        }
      },
      cancel: cancelReader,
    },
    { highWaterMark: 0 },
  )
}
