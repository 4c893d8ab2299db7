import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import type { Conversation, ModelResponse } from '../../src/base/model/types.js'
import { adapters, allAdapters, folders } from './adapters.js'
import { projectRoot } from './project.js'

/** One request with its answer, from `fixtures/` or from the recorded corpus. */
export interface Exchange {
  readonly id: string
  readonly wire: string
  readonly request?: JsonObject | undefined
  readonly response?: JsonObject | undefined
  /** The streamed answer, as wire text. */
  readonly stream?: string | undefined
  readonly status: number
}

export interface Fixture extends Exchange {
  readonly folder: string
  readonly canonical: { readonly request?: Conversation; readonly response?: ModelResponse }
}

export interface ExpectedCall {
  readonly id: string | null
  readonly name: string
  readonly arguments: JsonValue
  readonly raw: string | null
  readonly providerExecuted: boolean
  readonly kind: string
  readonly emptyArgs?: boolean
}

export interface ExpectedResult {
  readonly callId: string | null
  readonly isError: boolean
  readonly providerExecuted: boolean
  readonly text: string | null
}

/** A recording of the corpus, with the interpretation of its curators (`expected`). */
export interface Recording extends Exchange {
  readonly tags: readonly string[]
  readonly expected: {
    readonly request: {
      readonly calls: readonly ExpectedCall[]
      readonly results: readonly ExpectedResult[]
      readonly tools: readonly string[]
    } | null
    readonly response: {
      readonly calls: readonly ExpectedCall[]
      readonly results: readonly ExpectedResult[]
      readonly text: string
      readonly finishAccept?: readonly string[]
    } | null
    readonly error?: { readonly message: string }
  }
}

export const fixturesFolder = join(projectRoot, 'fixtures')
export const corpusFolder = join(projectRoot, '..', 'shared', 'corpus')
export const hasCorpus = existsSync(corpusFolder)

if (!hasCorpus)
  console.info(`The recorded corpus is not at ${corpusFolder}: this file runs on fixtures only.`)

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function optional<Value>(path: string, read: (path: string) => Value): Value | undefined {
  return existsSync(path) ? read(path) : undefined
}

const readText = (path: string) => readFileSync(path, 'utf8')

/** Returns the status of an answer. A body with only an error means that the provider refused the request. */
function statusOf({ response }: Fixture['canonical']): number {
  return response?.error !== undefined && response.message.parts.length === 0 ? 400 : 200
}

function loadFixture(wire: string, name: string): Fixture {
  const folder = join(fixturesFolder, wire, name)
  const canonical = optional(join(folder, 'canonical.json'), readJson<Fixture['canonical']>) ?? {}
  return {
    id: `${wire}/${name}`,
    wire,
    folder,
    request: optional(join(folder, 'request.json'), readJson<JsonObject>),
    response: optional(join(folder, 'response.json'), readJson<JsonObject>),
    stream:
      optional(join(folder, 'stream.sse'), readText) ?? optional(join(folder, 'stream.ndjson'), readText),
    canonical,
    status: statusOf(canonical),
  }
}

interface RecordedFile extends Omit<Recording, 'request' | 'response' | 'stream'> {
  readonly request: JsonObject | null
  readonly response: JsonObject | null
  readonly sse?: string
  readonly chunks?: readonly JsonValue[]
}

function loadRecording(wire: string, name: string): Recording {
  const file = readJson<RecordedFile>(join(corpusFolder, wire, name))
  const { request, response, sse, chunks, ...rest } = file
  return {
    ...rest,
    request: request ?? undefined,
    response: response ?? undefined,
    stream: sse ?? chunks?.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''),
  }
}

const wires = adapters.map(({ wire }) => wire)

/** Fixtures of every adapter. */
export const allFixtures: readonly Fixture[] = allAdapters.flatMap(({ wire }) =>
  folders(join(fixturesFolder, wire)).map((name) => loadFixture(wire, name)),
)
/** Fixtures of providers' wires. */
export const fixtures = allFixtures.filter(({ wire }) => wires.includes(wire))

function recordingsOf(wire: string): Recording[] {
  const folder = join(corpusFolder, wire)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => loadRecording(wire, name))
}

interface Dispute {
  readonly id: string
}

const disputesFile = join(projectRoot, 'test', 'corpus-disputes.json')
const disputed = new Set((optional(disputesFile, readJson<Dispute[]>) ?? []).map(({ id }) => id))

/** All recordings of wires with an adapter, except those with a disputed `expected`. */
export const recordings: readonly Recording[] = wires
  .flatMap(recordingsOf)
  .filter(({ id }) => !disputed.has(id))

/** Endpoints that generate nothing (token counts…) have no relevant response. */
function generates(recording: Recording): Recording {
  const { request, response } = recording.expected
  const rest = request === null ? without(recording, 'request') : recording
  return response === null ? without(without(rest, 'response'), 'stream') : rest
}

function without<Key extends 'request' | 'response' | 'stream'>(recording: Recording, key: Key): Recording {
  return { ...recording, [key]: undefined }
}

/** All exchanges that the laws check. */
export const exchanges: readonly Exchange[] = [...allFixtures, ...recordings.map(generates)]

export function exchangesOf(wire: string): Exchange[] {
  return exchanges.filter((exchange) => exchange.wire === wire)
}
