import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { AdapterError } from '../base/json/adapter-error.js'
import { failing, type InputOptions } from '../traffic/input/input-record.js'
import { readLines } from '../traffic/input/lines.js'
import { type InputSource, openText, type Peeked } from '../traffic/input/open-text.js'
import { CASSETTE } from '../traffic/replay/import/import-formats.js'
import { SQLITE_HEADER } from '../traffic/sessions/sqlite-header.js'
import { type Input, inputsAt } from './files.js'
import { following } from './following.js'
import { unlessUnknown } from './unknown-files.js'

/** Number of bytes read from a file at once. */
const CHUNK = 1 << 18

/**
 * Yields the inputs for the paths named by the user, in order. Each input is opened when it is reached. Files of
 * a folder in which no exchange is recognized are skipped with a notice.
 * @throws AdapterError at the end if all files of a folder were skipped.
 */
export async function* readSources(
  stdin: Readable,
  paths: readonly string[],
  options: InputOptions,
): AsyncGenerator<InputSource, void, undefined> {
  const [read, skipped] = [new Set<string>(), new Set<string>()]
  for await (const input of inputsAt(paths)) {
    const { folder } = input
    const opened = await openInput(input, stdin, options)
    const source =
      folder === undefined || input.type === 'case' ? opened : await unlessUnknown(opened, options)
    if (source !== undefined) yield source
    else if (input.type === 'file') options.onNotice?.(`${input.path} is skipped: it has no known form`)
    if (folder !== undefined) (source === undefined ? skipped : read).add(folder)
  }
  for (const folder of skipped)
    if (!read.has(folder)) throw new AdapterError('unknown-wire', '', `no file at ${folder} has a known form`)
}

async function openInput(input: Input, stdin: Readable, options: InputOptions): Promise<InputSource> {
  if (input.type === 'case') return { entries: (await kept()).caseEntries(input, options) }
  if (input.type === 'stdin') return openStream(stdin, undefined, options)
  const { path } = input
  try {
    return await openStream(createReadStream(path, { highWaterMark: CHUNK }), path, options)
  } catch (error) {
    return { entries: [failing({ file: path }, error)] }
  }
}

async function openStream(
  stream: Readable,
  file: string | undefined,
  options: InputOptions,
): Promise<InputSource> {
  if (options.jsonl) return { file, lines: readLines(stream) }
  const { start, chunks } = await peek(stream)
  if (file !== undefined && CASSETTE.test(start)) {
    stream.destroy()
    return { entries: (await kept()).cassetteEntries(file, options) }
  }
  if (file !== undefined && start.startsWith(SQLITE_HEADER)) {
    stream.destroy()
    return { entries: (await kept()).storedEntries(file, options) }
  }
  const source = await openText({ start, chunks }, file, options)
  if ('entries' in source && source.isRefused) stream.destroy()
  return source
}

/** Loaded on demand, because line-based input does not need it. */
const kept = () => import('./kept-files.js')

async function peek(stream: Readable): Promise<Peeked> {
  const iterator: AsyncIterator<Uint8Array | string> = stream[Symbol.asyncIterator]()
  const first = await iterator.next()
  return { start: first.done ? '' : asText(first.value), chunks: following(first, iterator) }
}

function asText(chunk: Uint8Array | string): string {
  return typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
}
