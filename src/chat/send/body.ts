import { unlessAborted } from '../../base/http/abort.js'
import { createFieldDetector } from '../../base/http/comment-lines.js'
import { PatientReader, Silence } from '../../base/http/patient-reader.js'
import { reasonOf } from '../../base/http/reason.js'
import { withoutApiKey } from './read-refusal.js'
import { SendError } from './send-error.js'
import type { SendSettings } from './settings.js'

/** The settings and the key of the request. */
export interface Asked {
  readonly settings: SendSettings
  readonly key: string | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Returns the answer with a body that fails on an abort, on a silent server, and with a SendError if the
 * connection breaks.
 */
export function patientAnswer(response: Response, asked: Asked): Response {
  if (response.body === null) return response
  const { timer, idleTimeout } = asked.settings
  const isData = isEventStream(response) ? createFieldDetector() : undefined
  const patience = { timer, timeout: idleTimeout, interval: idleTimeout, isData }
  const reader = new PatientReader(response.body, patience)
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const chunk = reader.arrived(await unlessAborted(reader.next(), asked.signal))
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      } catch (error) {
        reader.cancel(error)
        asked.signal?.throwIfAborted()
        throw asCut(error, asked.key)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }
  // The body is not read ahead, so that timeouts run only while the caller reads.
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), response)
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('text/event-stream') === true
}

function asCut(error: unknown, key: string | undefined): SendError {
  if (error instanceof Silence) return new SendError('timeout', `the server fell silent: ${error.message}`)
  return new SendError('cut-off', `the answer was cut off: ${withoutApiKey(reasonOf(error), key)}`)
}
