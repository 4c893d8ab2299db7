import type { Registry } from '../../exchange/registry.js'
import { CassetteWriter } from '../../replay/cassette.js'
import { findAdapter } from '../../replay/recognise.js'
import { createRecorder, type Fetch } from '../../replay/record.js'

/** Both sides of a proxy, recorded to one cassette. */
export interface Recording {
  /** Gives what records all that passes through a fetch. */
  readonly around: (fetch: Fetch) => Fetch
  /** Waits for what is being recorded, and closes the file. */
  close(): Promise<void>
}

/** @throws AdapterError when there is a file that is no cassette. */
export async function openRecording(path: string, registry: Registry): Promise<Recording> {
  const writer = await CassetteWriter.open(path)
  const flushes: (() => Promise<void>)[] = []
  return {
    around(fetch) {
      const recorder = createRecorder({
        sink: writer,
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
