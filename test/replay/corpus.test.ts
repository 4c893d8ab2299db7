import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { bodyBytes, bodyJson } from '../../src/base/http/recorded-body.js'
import type { RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectOr } from '../../src/base/json/read-json.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { callsOf } from '../../src/codec/wire/define-adapter.js'
import { importRecordings } from '../../src/traffic/replay/import/index.js'
import { PLACEHOLDER } from '../../src/traffic/replay/import/wire.js'
import { createExactAnswerer } from '../../src/traffic/replay/recorded-answers.js'
import type { Fetch } from '../../src/traffic/replay/recorder.js'
import type { Matching } from '../../src/traffic/replay/recordings.js'
import { createReplayFetch } from '../../src/traffic/replay/replay-fetch.js'
import { adapterOf, registry } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { corpusFolder, hasCorpus } from '../support/exchanges.js'
import { comparable, type Play, type ReplayClient, replayClients } from '../support/replay-clients.js'
import { parsedEvents } from '../support/streams.js'
import { difference } from '../support/values.js'

async function importCorpus(wire: string): Promise<RecordedExchange[]> {
  const folder = join(corpusFolder, wire)
  // Some wires have no recordings.
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  const imported = await Promise.all(
    names.sort().map((name) => importRecordings(readFileSync(join(folder, name), 'utf8'), { registry })),
  )
  expect(imported.flatMap(({ failures, notices }) => [...failures, ...notices])).toEqual([])
  return imported.flatMap(({ exchanges }) => exchanges)
}

function replayOf(exchanges: readonly RecordedExchange[], matching: Matching): Fetch {
  const answerer = createExactAnswerer({ matching })
  for (const exchange of exchanges) answerer.add(exchange, { id: exchange.id, load: async () => exchange })
  return createReplayFetch({ answerer })
}

const isStream = ({ response }: RecordedExchange) => response.body !== undefined && 'chunks' in response.body
const isPlaceholder = ({ notes }: RecordedExchange) => notes?.includes(PLACEHOLDER) ?? false

/** Replays of all recordings of the wire, if the SDK sends the recorded body, and of only this recording. */
interface Fetches {
  readonly shared: Fetch
  readonly alone: Fetch
}

function playOf(exchange: RecordedExchange, fetch: Fetch): Play {
  const recorded: JsonObject = objectOr(bodyJson(exchange.request.body), {})
  // Some SDKs reject the empty conversation of a placeholder before they send it.
  const body =
    isArray(recorded.contents) && recorded.contents.length === 0
      ? { ...recorded, contents: QUESTION }
      : recorded
  return { url: exchange.request.url, body, fetch }
}

const QUESTION = [{ role: 'user', parts: [{ text: '?' }] }]

/** Returns the problems of a client with this recording, as text. */
async function problemsOf(
  client: ReplayClient,
  exchange: RecordedExchange,
  fetches: Fetches,
): Promise<string[]> {
  const run = exchange.response.status >= 400 ? replayError : isStream(exchange) ? replayStream : replayWhole
  try {
    return (await run(client, exchange, fetches)).filter((problem) => problem !== undefined)
  } catch (error) {
    return [String(error)]
  }
}

type Problems = Promise<(string | undefined)[]>

async function replayWhole(client: ReplayClient, exchange: RecordedExchange, fetches: Fetches): Problems {
  const answer = await client.whole(playOf(exchange, fetches.shared))
  const recorded = bodyJson(exchange.response.body)
  return [difference(comparable(recorded, client), comparable(answer, client))]
}

async function replayError(client: ReplayClient, exchange: RecordedExchange, fetches: Fetches): Problems {
  const { status, body } = exchange.response
  try {
    await client.whole(playOf(exchange, fetches.shared))
  } catch (error) {
    return compareError(client, error, status, bodyJson(body) ?? null)
  }
  return [`the SDK threw nothing, though the status is ${status}`]
}

function compareError(client: ReplayClient, error: unknown, status: number | undefined, recorded: JsonValue) {
  const shown = client.errorOf(error, recorded)
  return [difference(status, shown.status), difference(recorded, shown.body)]
}

async function replayStream(client: ReplayClient, exchange: RecordedExchange, fetches: Fetches): Problems {
  const { adapter } = adapterOf(client.wire)
  const recorded = parsedEvents(adapter, bodyBytes(exchange.response.body)).filter(
    ({ type }) => !Object.hasOwn(client.swallows ?? {}, String(type)),
  )
  const failure = recorded.find((event) => isObject(event.error))
  const { events, error } = await client.events(playOf(exchange, fetches.shared))
  if (failure !== undefined) return compareError(client, error, undefined, failure)
  if (error !== undefined) throw error
  const problem = difference(comparable(recorded, client), comparable(events, client))
  return [problem, await finalProblem(client, exchange, fetches.alone)]
}

/** Compares the final result of the stream helper with the recording: text, calls and finish. */
async function finalProblem(client: ReplayClient, exchange: RecordedExchange, fetch: Fetch) {
  const { final, refuses = {} } = client
  if (final === undefined || Object.hasOwn(refuses, exchange.id)) return undefined
  const { adapter } = adapterOf(client.wire)
  const recorded = await adapter.collect(bodyBytes(exchange.response.body))
  const answer: JsonObject = objectOr(comparable(await final(playOf(exchange, fetch)), client), {})
  return difference(summary(recorded, client), summary(adapter.decodeResponse(answer).value, client))
}

function summary({ message, finish }: ModelResponse, { finalLacks = {} }: ReplayClient): unknown {
  const known = ([key]: readonly [string, unknown]) => !Object.hasOwn(finalLacks, key)
  const calls = callsOf(message).map((call) => Object.fromEntries(Object.entries(call).filter(known)))
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return { text, calls, finish }
}

describe.skipIf(!hasCorpus)(
  'recordings, replayed through the official SDK (needs the recorded corpus)',
  () => {
    test.each(replayClients)('$title', async (client) => {
      // The SDKs warn about models that are now deprecated.
      vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      // Recordings of one request are answered in order, so recordings that are not requested must be
      // excluded.
      const exchanges = someOf(await importCorpus(client.wire), 40)
      const shared = replayOf(exchanges, 'exact')
      const problems: string[] = []
      for (const exchange of exchanges) {
        const finds = client.sendsBodyAsGiven && !isPlaceholder(exchange)
        const alone = replayOf([exchange], finds ? 'exact' : 'in-order')
        const found = await problemsOf(client, exchange, { shared: finds ? shared : alone, alone })
        problems.push(...found.map((problem) => `${exchange.id}: ${problem}`))
      }
      expect(problems).toEqual([])
    })
  },
)
