import { PatientReader } from '../../base/http/patient-reader.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { ProviderError } from '../../base/model/types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { SendSettings } from './settings.js'

/** The rest of a longer refusal is not read: it is a web page instead of a provider's error. */
const LONGEST = 1 << 20

/** The error of a refused request, and the time until it may be sent again. */
export interface SendRefusal {
  readonly error: ResponseError
  /** The waiting time that the provider requests, in milliseconds. */
  readonly asked: number | undefined
}

/**
 * Reads the error response to a refused request, in the form of the wire's provider or of a gateway before
 * it.
 */
export async function readRefusal(
  adapter: Adapter,
  response: Response,
  { settings, key }: { readonly settings: SendSettings; readonly key: string | undefined },
): Promise<SendRefusal> {
  const text = withoutApiKey(await textOf(response, settings), key)
  const { status, headers } = response
  const answer = await adapter.collect(new Response(text, { status, headers }))
  const error = answer.error ?? { message: `the server answered with status ${status}`, status }
  const asked = askedWait(headers) ?? secondsAsked(adapter, error.raw)
  const retryAfter = asked === undefined ? error.retryAfter : asked / 1000
  const told: ProviderError = {
    ...error,
    ...(retryAfter !== undefined && { retryAfter }),
  }
  return { error: new ResponseError({ ...answer, error: told }, told), asked }
}

/** Shorter keys are not secrets, and occur in other words. */
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
    // The status already reports the refusal; a partial reason is sufficient.
  } finally {
    reader.cancel()
  }
  return text + decoder.decode()
}

/** Returns the waiting time in the headers `retry-after-ms`, and `retry-after` in seconds or as a date. */
function askedWait(headers: Headers): number | undefined {
  const exact = headers.get('retry-after-ms')
  const usual = headers.get('retry-after')
  const waits = [
    exact === null ? Number.NaN : Number(exact),
    usual === null ? Number.NaN : Number(usual) * 1000,
    usual === null ? Number.NaN : Math.max(0, Date.parse(usual) - Date.now()),
  ]
  return waits.find((wait) => wait >= 0)
}

function secondsAsked({ codecs }: Adapter, raw: JsonValue | undefined): number | undefined {
  const seconds = codecs.http.retryAfter?.(raw ?? null)
  return seconds === undefined ? undefined : seconds * 1000
}
