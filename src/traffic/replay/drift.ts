import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RecordedExchange } from '../../base/http/recorded-exchange.js'
import { type AdapterError, attempt } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { parseJson, tryParseJson } from '../../base/json/parse.js'
import { asJson } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { createContext } from '../../base/model/context.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { decodeAnswer } from '../../translate/exchange/decode-exchange.js'
import type { Registry } from '../../translate/exchange/registry.js'
import { writeAtomically } from './atomic.js'
import { readExchanges, rewriteCassette } from './cassette.js'
import { recordingPlaces } from './find-recordings.js'
import { type Difference, differences } from './match.js'
import { adapterOfRecording } from './recorded-answers.js'
import { decodeRecorded, decodeRecordedRequest } from './transcode.js'

/** The result of comparing one recording with its stored canonical value. */
export interface Drift {
  /** The file or folder, and the exchange in it. */
  readonly name: string
  readonly outcome: 'same' | 'changed' | 'not-stored' | 'unreadable'
  readonly differences: readonly Difference[]
  /** The reason, for unreadable recordings. */
  readonly error?: AdapterError
}

/** The current result of decoding a recording. */
type Decoded = ReturnType<typeof attempt<JsonValue>>

/** Maximum number of differences listed for one recording. */
const MOST = 50

/**
 * Decodes every recording below a path again and compares the result with the stored value. With `update`,
 * new values are stored.
 */
export async function* findDrift(
  path: string,
  registry: Registry,
  options: { readonly update?: boolean | undefined } = {},
): AsyncGenerator<Drift> {
  for await (const place of recordingPlaces(path)) {
    if (place.type === 'case') yield await caseDrift(place.path, registry, options.update ?? false)
    else {
      for await (const { exchange } of readExchanges(place.path)) {
        const now = attempt(() => decoded(exchange, registry))
        yield driftOf(`${place.path} ${exchange.id}`, exchange.canonical, now)
      }
      if (options.update) await rewriteCassette(place.path, (exchange) => withCanonical(exchange, registry))
    }
  }
}

function decoded(exchange: RecordedExchange, registry: Registry): JsonValue {
  const adapter = adapterOfRecording(exchange, registry)
  return asJson({
    request: decodeRecordedRequest(exchange.request, adapter),
    response: decodeRecorded(exchange, adapter),
  })
}

/** Returns the exchange with its canonical value. Unreadable recordings are unchanged. */
function withCanonical(exchange: RecordedExchange, registry: Registry): RecordedExchange {
  const now = attempt(() => decoded(exchange, registry))
  return 'value' in now ? { ...exchange, canonical: now.value } : exchange
}

async function caseDrift(folder: string, registry: Registry, update: boolean): Promise<Drift> {
  const file = join(folder, 'canonical.json')
  const text = await readIfThere(file)
  const stored = text === undefined ? undefined : parseJson(text)
  const adapter = registry.get(basename(dirname(folder)))
  const now = await decodedCase(folder, adapter)
  const drift = driftOf(folder, stored, now)
  if (update && 'value' in now && drift.outcome !== 'same')
    await writeAtomically(file, [`${JSON.stringify(now.value, null, 2)}\n`])
  return drift
}

async function decodedCase(folder: string, adapter: Adapter): Promise<Decoded> {
  const read = (name: string) => readIfThere(join(folder, name))
  const [request, response, stream, lines] = await Promise.all(
    ['request.json', 'response.json', 'stream.sse', 'stream.ndjson'].map(read),
  )
  const streamed = stream ?? lines
  return attempt(() => {
    const answer =
      response === undefined
        ? streamed && decodeAnswer({ stream: [streamed] }, adapter.codecs, createContext(adapter.id))
        : adapter.decodeResponse(response).value
    return asJson(compact({ request: request && adapter.decodeRequest(request).value, response: answer }))
  })
}

async function readIfThere(path: string): Promise<string | undefined> {
  const isThere = await stat(path).catch(() => undefined)
  return isThere && readFile(path, 'utf8')
}

function driftOf(name: string, stored: JsonValue | undefined, now: Decoded): Drift {
  if ('error' in now) return { name, outcome: 'unreadable', differences: [], error: now.error }
  if (stored === undefined) return { name, outcome: 'not-stored', differences: [] }
  // The value in its stored form.
  const found = differences(stored, tryParseJson(JSON.stringify(now.value)) ?? null, MOST)
  return { name, outcome: found.length === 0 ? 'same' : 'changed', differences: found }
}
