import { type Answerer, MAX_BODY_BYTES } from '../../proxy/create-proxy.js'
import type { Send } from '../../proxy/proxy-target.js'
import { CassetteWriter } from '../../traffic/replay/cassette.js'
import { findAdapter } from '../../traffic/replay/recorded-answers.js'
import { createRecorder, type ExchangeSink, type Fetch } from '../../traffic/replay/recorder.js'
import type { Registry } from '../../translate/exchange/registry.js'
import { answererAround, sendAround } from './web-edges.js'

/** Records both sides of a proxy to one cassette. */
export interface ProxyRecording {
  /** Records the requests of clients and their answers. */
  beside(answer: Answerer): Answerer
  /** Records the requests to targets and their answers. */
  behind(send: Send): Send
  /** Waits for pending exchanges, and closes the file. */
  close(): Promise<void>
}

/**
 * Opens the recording of a proxy.
 * @param maxBodyBytes the maximum length of a recorded body.
 * @throws AdapterError if the file exists and is not a cassette.
 */
export async function openRecording(
  path: string,
  registry: Registry,
  maxBodyBytes = MAX_BODY_BYTES,
): Promise<ProxyRecording> {
  const writer = await CassetteWriter.open(path)
  const clientSide: ExchangeSink = {
    append: (exchange) => writer.append({ ...exchange, side: 'client' }),
  }
  const flushes: (() => Promise<void>)[] = []
  const around = (fetch: Fetch, sink: ExchangeSink): Fetch => {
    const recorder = createRecorder({
      sink,
      maxBodyBytes,
      fetch,
      recognise: (exchange) => findAdapter(exchange, registry)?.id,
    })
    flushes.push(() => recorder.flush())
    return recorder.fetch
  }
  return {
    beside: (answer) => answererAround(answer, (fetch) => around(fetch, clientSide)),
    behind: (send) => sendAround(send, (fetch) => around(fetch, writer)),
    async close() {
      await Promise.all(flushes.map((flush) => flush()))
      await writer.close()
    },
  }
}
