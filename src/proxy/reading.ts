import { isOk, type StreamedAnswer } from '../base/http/http-message.js'
import { type Patience, PatientReader } from '../base/http/patient-reader.js'
import { reasonOf } from '../base/http/reason.js'
import { REDACTED } from '../traffic/redaction/secrets-in-text.js'
import { ProxyFailure } from './proxy-failure.js'
import { SHORTEST_KEY } from './proxy-target.js'
import type { RequestNotes } from './request-notes.js'

/** The body of an answer that is read completely. */
export interface AnswerBody {
  readonly response: StreamedAnswer
  /** The key that was sent to the target. A refusal may repeat it, so it is removed from texts. */
  readonly key: string | undefined
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  readonly patience: Patience
  readonly notes: RequestNotes
}

/**
 * Reads a complete body as text.
 * @throws ProxyFailure if the body is interrupted or too long.
 */
export async function answerText(answer: AnswerBody): Promise<string> {
  const { response, key = '' } = answer
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bodyChunks(answer)) text += decoder.decode(chunk, { stream: true })
  text += decoder.decode()
  return isOk(response) || key.length < SHORTEST_KEY ? text : text.replaceAll(key, REDACTED)
}

/** Maximum number of bytes in a complete answer, the same as for one event of a stream. */
const LONGEST_ANSWER = 64 << 20
/** The rest of a longer refusal is not read, because it is a web page instead of a provider's error. */
const LONGEST_REFUSAL = 1 << 20

/**
 * Reads a body in chunks.
 * @throws ProxyFailure if the body is interrupted or too long.
 */
export async function* bodyChunks({
  response,
  patience,
  signal,
  notes,
}: AnswerBody): AsyncGenerator<Uint8Array> {
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
