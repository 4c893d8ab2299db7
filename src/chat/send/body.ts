import { unlessAborted } from '../../base/http/abort.js'
import { PatientReader, Silence } from '../../base/http/patient-reader.js'
import { reasonOf } from '../../base/http/reason.js'
import { withoutKey } from './read-refusal.js'
import { SendError } from './send-error.js'
import type { SendSettings } from './settings.js'

/** Whose answer it is. */
export interface Asked {
  readonly settings: SendSettings
  readonly key: string | undefined
  readonly signal: AbortSignal | undefined
}

/** The answer, whose body breaks off at an abort, when the server falls silent, and with an error of ours when it was cut. */
export function patientAnswer(response: Response, asked: Asked): Response {
  if (response.body === null) return response
  const { timer, idleTimeout } = asked.settings
  const reader = new PatientReader(response.body, { timer, timeout: idleTimeout, interval: idleTimeout })
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
  // Nothing is read ahead: as long as nobody reads, the server is not waited for.
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), response)
}

function asCut(error: unknown, key: string | undefined): SendError {
  if (error instanceof Silence) return new SendError('timeout', `the server fell silent: ${error.message}`)
  return new SendError('cut-off', `the answer was cut off: ${withoutKey(reasonOf(error), key)}`)
}
