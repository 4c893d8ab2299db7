import type { Registry } from '../../exchange/registry.js'
import { MAX_BODY_BYTES } from '../../proxy/create-proxy.js'
import { CassetteWriter } from '../../replay/cassette.js'
import { findAdapter } from '../../replay/recorded-answers.js'
import { createRecorder, type Fetch } from '../../replay/recorder.js'

/** Both sides of a proxy, recorded to one cassette. */
export interface Recording {
  /** Gives what records all that passes through a fetch. */
  readonly around: (fetch: Fetch) => Fetch
  /** Waits for what is being recorded, and closes the file. */
  close(): Promise<void>
}

/**
 * @param maxBodyBytes the longest body that is kept.
 * @throws AdapterError when there is a file that is no cassette.
 */
export async function openRecording(
  path: string,
  registry: Registry,
  maxBodyBytes = MAX_BODY_BYTES,
): Promise<Recording> {
  const writer = await CassetteWriter.open(path)
  const flushes: (() => Promise<void>)[] = []
  return {
    around(fetch) {
      const recorder = createRecorder({
        sink: writer,
        maxBodyBytes,
        fetch,
        recognise: (exchange) => findAdapter(exchange, registry)?.id,
      })
      flushes.push(() => recorder.flush())
      return recorder.fetch
    },
    async close() {
      await Promise.all(flushes.map((flush) => flush()))
      await writer.close()
    },
  }
}
