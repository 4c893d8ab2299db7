import { isOk, type StreamedAnswer } from '../base/http/http-message.js'
import { type Patience, PatientReader } from '../base/http/patient-reader.js'
import { reasonOf } from '../base/http/reason.js'
import { REDACTED } from '../traffic/redaction/secrets-in-text.js'
import { ProxyFailure } from './proxy-failure.js'
import { SHORTEST_KEY } from './proxy-target.js'
import type { RequestNotes } from './request-notes.js'

/** The body of an answer that is wanted whole. */
export interface WholeBody {
  readonly response: StreamedAnswer
  /** What the target was shown. It may repeat it where it refuses; nobody else is to see it. */
  readonly key: string | undefined
  /** Aborted when the client lets go. */
  readonly signal: AbortSignal
  readonly patience: Patience
  readonly notes: RequestNotes
}

/** @throws ProxyFailure when it breaks off, or is too long. */
export async function textOf(answer: WholeBody): Promise<string> {
  const { response, key = '' } = answer
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunksOf(answer)) text += decoder.decode(chunk, { stream: true })
  text += decoder.decode()
  return isOk(response) || key.length < SHORTEST_KEY ? text : text.replaceAll(key, REDACTED)
}

/** Bytes that a whole answer may have, as one event of a stream may. */
const LONGEST_ANSWER = 64 << 20
/** Of a longer refusal the rest is not read: it is no error of a provider, but some page. */
const LONGEST_REFUSAL = 1 << 20

/** @throws ProxyFailure when they break off, or are too many. */
export async function* chunksOf({
  response,
  patience,
  signal,
  notes,
}: WholeBody): AsyncGenerator<Uint8Array> {
  const reader = new PatientReader(response.body, patience)
  const cancelReader = () => reader.cancel(signal.reason)
  signal.addEventListener('abort', cancelReader)
  let length = 0
  try {
    for await (const chunk of reader.chunks()) {
      notes.noteEvent()
      length += chunk.length
      if (isOk(response) && length > LONGEST_ANSWER)
        throw new Error(`it has more than ${LONGEST_ANSWER} bytes`)
      yield chunk
      if (!isOk(response) && length > LONGEST_REFUSAL) break
    }
  } catch (error) {
    throw new ProxyFailure('target-answer', `the answer of the target was cut off: ${reasonOf(error)}`)
  } finally {
    signal.removeEventListener('abort', cancelReader)
    reader.cancel()
  }
  signal.throwIfAborted()
}
