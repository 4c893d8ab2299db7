import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Registry } from '../exchange/registry.js'
import { AdapterError } from '../json/errors.js'
import { parseJson } from '../json/parse.js'
import { expectObject } from '../json/read.js'
import type { JsonObject } from '../json/types.js'
import { readExchangeAt, readExchanges } from './cassette.js'
import type { RecordedExchange } from './exchange.js'
import type { Recording } from './recordings.js'
import { recordAnswer } from './streams.js'

/** What names of cassette files end with. */
export const CASSETTE_EXTENSION = '.cassette'

/** A recording together with what it answers, while it is being shelved. */
export interface ListedRecording {
  readonly exchange: RecordedExchange
  readonly recording: Recording
}

/** A cassette file, or a fixture folder. */
export interface RecordingPlace {
  readonly type: 'cassette' | 'case'
  readonly path: string
  /** The names in a fixture folder. */
  readonly names: readonly string[]
}

/** Where there are recordings at or below a path, in order of file name. */
export async function* recordingPlaces(path: string): AsyncGenerator<RecordingPlace> {
  if (!(await stat(path)).isDirectory()) {
    yield { type: 'cassette', path, names: [] }
    return
  }
  const names = (await readdir(path)).sort()
  if (names.includes('meta.json') && names.includes('request.json')) yield { type: 'case', path, names }
  for (const name of names) {
    const child = join(path, name)
    if (name.endsWith(CASSETTE_EXTENSION) || (await stat(child)).isDirectory()) yield* recordingPlaces(child)
  }
}

/** Recordings on disk: cassette files and fixture folders, and folders of them. */
export class Library {
  private readonly files: FileHandle[] = []

  /** @param onTorn told what is left out because it is no whole exchange: a file, and the byte where it begins. */
  constructor(
    private readonly registry?: Registry,
    private readonly onTorn: (path: string, start: number) => void = () => undefined,
  ) {}

  /** Every recording below a path, in order of file name and then of recording. */
  async *list(path: string): AsyncGenerator<ListedRecording> {
    for await (const place of recordingPlaces(path)) {
      if (place.type === 'cassette') yield* this.listCassette(place.path)
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

  /** A fixture folder is two recordings: the whole answer and the streamed one. */
  private async *listCase(path: string, names: readonly string[]): AsyncGenerator<ListedRecording> {
    const wire = basename(dirname(path))
    const request = await readObject(join(path, 'request.json'))
    const meta = await readObject(join(path, 'meta.json'))
    for (const [file, stream] of ANSWERS) {
      if (!names.includes(file)) continue
      const answer = await readFile(join(path, file))
      const exchange = this.caseExchange(`${wire}/${basename(path)}/${file}`, wire, {
        request,
        meta,
        answer,
        stream,
      })
      yield { exchange, recording: { id: exchange.id, load: async () => exchange } }
    }
  }

  private caseExchange(
    id: string,
    wire: string,
    { request, meta, answer, stream }: CaseFiles,
  ): RecordedExchange {
    const { http } = this.adapter(wire, id).codecs
    const model = typeof meta.model === 'string' ? meta.model : undefined
    const asksForStream = http.streams(http.pathFor(model, stream), request) === stream
    const body: JsonObject = asksForStream ? request : { ...request, stream }
    const contentType = stream ? 'text/event-stream' : 'application/json'
    return {
      id,
      wire,
      request: {
        method: 'POST',
        url: http.pathFor(model, stream),
        headers: JSON_HEADERS,
        body: { json: body },
      },
      response: {
        status: typeof meta.status === 'number' ? meta.status : 200,
        headers: { 'content-type': contentType },
        body: recordAnswer(answer, contentType),
      },
    }
  }

  private adapter(wire: string, id: string) {
    if (this.registry === undefined) {
      throw new AdapterError(
        'unsupported',
        '',
        `the fixture ${id} can only be replayed when adapters are given`,
      )
    }
    return this.registry.get(wire)
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
  try {
    return expectObject(parseJson(text), '')
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
    throw new AdapterError(error.code, error.path, `${path}: ${error.message}`)
  }
}
