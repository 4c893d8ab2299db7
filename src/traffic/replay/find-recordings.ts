import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RecordedExchange } from '../../base/http/recorded-exchange.js'
import { AdapterError, attempt, reasonIn } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { parseJson } from '../../base/json/parse.js'
import { expectObject } from '../../base/json/read-json.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { Registry } from '../../translate/exchange/registry.js'
import { readExchangeAt, readExchanges } from './cassette.js'
import { recordAnswer } from './recorded-streams.js'
import type { Recording } from './recordings.js'

/** File extension of cassettes. */
export const CASSETTE_EXTENSION = '.cassette'

/** A recording and its exchange, while it is being indexed. */
export interface ListedRecording {
  readonly exchange: RecordedExchange
  readonly recording: Recording
}

/** A fixture folder, or a file whose content was not checked yet. */
export interface RecordingSource {
  readonly type: 'case' | 'file'
  readonly path: string
  /** The names in a fixture folder. */
  readonly names: readonly string[]
}

/**
 * Yields fixture folders and files at or below a path, in order of file name. The files of a fixture folder
 * are not yielded separately.
 * @param isPassedOver returns true for names of files and folders below the path to skip.
 */
export async function* placesBelow(
  path: string,
  isPassedOver: (name: string) => boolean = () => false,
): AsyncGenerator<RecordingSource> {
  if (!(await stat(path)).isDirectory()) {
    yield { type: 'file', path, names: [] }
    return
  }
  const names = (await readdir(path)).sort()
  const isCase = names.includes('meta.json') && names.includes('request.json')
  if (isCase) yield { type: 'case', path, names }
  for (const name of names) {
    if (isPassedOver(name)) continue
    const child = join(path, name)
    if (!isCase || name.endsWith(CASSETTE_EXTENSION) || (await stat(child)).isDirectory())
      yield* placesBelow(child, isPassedOver)
  }
}

/** Yields cassette files and fixture folders at or below a path, in order of file name. */
export async function* recordingPlaces(path: string): AsyncGenerator<RecordingSource> {
  for await (const place of placesBelow(path))
    if (place.type === 'case' || place.path === path || place.path.endsWith(CASSETTE_EXTENSION)) yield place
}

/** Recordings on disk: cassette files, fixture folders, and folders of both. */
export class RecordingLibrary {
  private readonly files: FileHandle[] = []

  /** @param onTorn called with the file and the start byte of each incomplete exchange that is skipped. */
  constructor(
    private readonly registry?: Registry,
    private readonly onTorn: (path: string, start: number) => void = () => undefined,
  ) {}

  /** Yields every recording below a path, in order of file name and then of position. */
  async *list(path: string): AsyncGenerator<ListedRecording> {
    for await (const place of recordingPlaces(path)) {
      if (place.type === 'file') yield* this.listCassette(place.path)
      else yield* this.listCase(place.path, place.names)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.files.splice(0).map((file) => file.close()))
  }

  private async *listCassette(path: string): AsyncGenerator<ListedRecording> {
    const file = await open(path, 'r')
    this.files.push(file)
    for await (const { position, exchange } of readExchanges(path, (start) => this.onTorn(path, start))) {
      const recording = { id: exchange.id, load: () => readExchangeAt(file, position) }
      yield { exchange, recording }
    }
  }

  private async *listCase(path: string, names: readonly string[]): AsyncGenerator<ListedRecording> {
    for await (const { exchange } of readCase(path, names, this.registry))
      yield { exchange, recording: { id: exchange.id, load: async () => exchange } }
  }
}

/** An answer of a fixture folder, and its file. */
export interface CaseExchange {
  readonly file: string
  readonly exchange: RecordedExchange
}

/** Yields the two recordings of a fixture folder: the complete answer and the streamed one. */
export async function* readCase(
  path: string,
  names: readonly string[],
  registry: Registry | undefined,
): AsyncGenerator<CaseExchange> {
  const wire = basename(dirname(path))
  const request = await readObject(join(path, 'request.json'))
  const meta = await readObject(join(path, 'meta.json'))
  for (const [name, stream] of ANSWERS) {
    if (!names.includes(name)) continue
    const file = join(path, name)
    const answer = await readFile(file)
    const id = `${wire}/${basename(path)}/${name}`
    const adapter = adapterOf(wire, id, registry)
    yield { file, exchange: caseExchange(id, adapter, { request, meta, answer, stream }) }
  }
}

function adapterOf(wire: string, id: string, registry: Registry | undefined): Adapter {
  if (registry !== undefined) return registry.get(wire)
  const reason = `replaying the fixture ${id} requires adapters: pass registry`
  throw new AdapterError('unsupported', '', reason)
}

function caseExchange(
  id: string,
  { id: wire, codecs }: Adapter,
  { request, meta, answer, stream }: CaseFiles,
): RecordedExchange {
  const { http } = codecs
  const model = typeof meta.model === 'string' ? meta.model : undefined
  const url = http.pathFor(model, stream)
  const asksForStream = http.streams(url, request) === stream
  const body: JsonObject = asksForStream ? request : { ...request, stream }
  const contentType = stream ? 'text/event-stream' : 'application/json'
  const recorded = recordAnswer(answer, contentType)
  return {
    id,
    wire,
    request: { method: 'POST', url, headers: JSON_HEADERS, body: { json: body } },
    response: {
      status: typeof meta.status === 'number' ? meta.status : 200,
      headers: { 'content-type': contentType },
      ...(recorded !== undefined && { body: recorded }),
    },
  }
}

interface CaseFiles {
  readonly request: JsonObject
  readonly meta: JsonObject
  readonly answer: Uint8Array
  readonly stream: boolean
}

const ANSWERS = [
  ['response.json', false],
  ['stream.sse', true],
] as const

const JSON_HEADERS = { 'content-type': 'application/json' }

async function readObject(path: string): Promise<JsonObject> {
  const text = await readFile(path, 'utf8')
  const read = attempt(() => expectObject(parseJson(text), ''))
  if ('value' in read) return read.value
  throw new AdapterError(read.error.code, read.error.path, `${path}: ${reasonIn(read.error)}`)
}
