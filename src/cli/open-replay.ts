import { existsSync } from 'node:fs'
import { AdapterError } from '../base/json/adapter-error.js'
import { createReplay, type Replay, type ReplayOptions } from '../traffic/replay/replay-fetch.js'

/** The ways to get an answer for a request without a recording. */
const ADVICE =
  'Name differences that do not count with --ignore, accept the nearest recording with --match best, or record the request with --mode auto --target URL'

/**
 * Opens the recordings.
 * @throws AdapterError for a path without recordings, with the commands that record.
 */
export async function openReplay(options: ReplayOptions): Promise<Replay> {
  const { from, mode } = options
  try {
    return await createReplay({ advice: ADVICE, ...options })
  } catch (error) {
    if (mode !== 'replay' || !(error instanceof AdapterError) || error.code !== 'missing-field') throw error
    const found = existsSync(from)
      ? `there are no recordings at ${from}`
      : `there is no file or folder ${from}`
    const message = `${found}. Record some (toolwire record --to FILE --target URL), or replay with --mode auto --target URL`
    throw new AdapterError(error.code, '', message)
  }
}
