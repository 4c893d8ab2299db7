import { unlessAborted } from '../../base/http/abort.js'
import { createFieldDetector } from '../../base/http/comment-lines.js'
import type { ByteStep, StreamedAnswer } from '../../base/http/http-message.js'
import { PatientReader, Silence } from '../../base/http/patient-reader.js'
import { reasonOf } from '../../base/http/reason.js'
import { withoutApiKey } from './read-refusal.js'
import { SendError } from './send-error.js'
import type { SendSettings } from './settings.js'

/** An answer of `fetch` with another body. */
export interface PatientAnswer extends StreamedAnswer {
  readonly statusText: string
  readonly headers: Headers
}

/** The settings and the key of the request. */
export interface Asked {
  readonly settings: SendSettings
  readonly key: string | undefined
  readonly signal: AbortSignal | undefined
  /** Called when the body has ended. */
  readonly onEnd: () => void
}

/**
 * Returns the answer with a body that fails on a silent server, and with a SendError if the connection
 * breaks. The reader cancels the body on an abort.
 */
export function patientAnswer(response: Response, asked: Asked): PatientAnswer {
  const { status, statusText, headers } = response
  const { timer, idleTimeout } = asked.settings
  if (response.body === null) {
    asked.onEnd()
    return { status, statusText, headers, body: null }
  }
  const isData = isEventStream(response) ? createFieldDetector() : undefined
  const reader = new PatientReader(response.body, {
    ...{ timer, timeout: idleTimeout, interval: idleTimeout },
    isData,
  })
  const cancel = async (reason?: unknown) => {
    asked.onEnd()
    reader.cancel(reason)
  }
  const read = async (): Promise<ByteStep> => {
    try {
      const value = reader.arrived(await reader.next())
      if (value !== undefined) return { done: false, value }
      asked.onEnd()
      return { done: true }
    } catch (error) {
      void cancel(error)
      asked.signal?.throwIfAborted()
      throw asCut(error, asked.key)
    }
  }
  return { status, statusText, headers, body: { getReader: () => ({ read, cancel }), cancel } }
}

/**
 * Returns the answer as a Response whose body also fails on an abort. The body is not read ahead, so that
 * timeouts run only while the caller reads.
 */
export function asResponse({ body, ...head }: PatientAnswer, signal: AbortSignal | undefined): Response {
  const reader = body?.getReader()
  const stream =
    reader &&
    new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await unlessAborted(reader.read(), signal).catch((error: unknown) => {
            void reader.cancel(error)
            throw error
          })
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    )
  return new Response(stream, head)
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('text/event-stream') === true
}

function asCut(error: unknown, key: string | undefined): SendError {
  if (error instanceof Silence) return new SendError('timeout', `the server fell silent: ${error.message}`)
  return new SendError('cut-off', `the answer was cut off: ${withoutApiKey(reasonOf(error), key)}`)
}
