import { httpFacts } from '../../base/http/error-facts.js'
import { PatientReader } from '../../base/http/patient-reader.js'
import { withRequestedWait } from '../../base/http/retry-after.js'
import { type FailedRequest, ResponseError } from '../../base/model/response-error.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { SendSettings } from './settings.js'

/** Maximum length of a refusal that is read. A longer refusal is a web page, not a provider's error. */
const LONGEST = 1 << 20

interface RefusalContext {
  readonly settings: SendSettings
  readonly key: string | undefined
  /** The request, for the message. */
  readonly request: FailedRequest
}

/**
 * Reads the error response to a refused request, in the form of the wire's provider or of a gateway before
 * it.
 */
export async function readRefusal(
  adapter: Adapter,
  response: Response,
  { settings, key, request }: RefusalContext,
): Promise<ResponseError> {
  const text = withoutApiKey(await textOf(response, settings), key)
  const { status, headers } = response
  const answer = await adapter.collect(new Response(text, { status, headers }))
  const message = `the server answered with status ${status}`
  const error = withRequestedWait(answer.error ?? { message, ...httpFacts(response) }, response)
  return new ResponseError({ ...answer, error }, error, undefined, request)
}

/**
 * Minimum length of a key that is removed from texts. Shorter keys are not secret and occur in other words.
 */
const SHORTEST_KEY = 8

/** Removes the key from a text in which the server or the sender may have repeated it. */
export function withoutApiKey(text: string, key: string | undefined): string {
  return key === undefined || key.length < SHORTEST_KEY ? text : text.replaceAll(key, '[redacted]')
}

async function textOf({ body }: Response, { timer, idleTimeout }: SendSettings): Promise<string> {
  const reader = new PatientReader(body, { timer, timeout: idleTimeout, interval: idleTimeout })
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of reader.chunks()) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > LONGEST) break
    }
  } catch {
    // A partial reason is sufficient, since the status already reports the refusal.
  } finally {
    reader.cancel()
  }
  return text + decoder.decode()
}
