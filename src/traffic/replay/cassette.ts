import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { RecordedExchange } from '../../base/http/recorded-exchange.js'
import { parseJson } from '../../base/json/parse.js'
import { expectObject } from '../../base/json/read-json.js'
import { expectCreatable, writeAtomically } from './atomic.js'
import { checkExchange } from './check-exchange.js'
import {
  type ByteRange,
  cassetteText,
  documentText,
  HEADER,
  hasHeader,
  readCassette,
} from './read-cassette.js'

/**
 * Appends exchanges to a cassette file. Several writers, also in several processes, may append to the same
 * file. Each document is one write in append mode, which the system keeps complete and separate. It begins on
 * a new line even if another writer was interrupted in the middle of a line.
 */
export class CassetteWriter {
  private last: Promise<void> = Promise.resolve()
  private closed = false

  private constructor(
    private readonly path: string,
    private file: FileHandle | undefined,
  ) {}

  /**
   * Opens a cassette for writing. A file that does not exist is created with the first exchange, so that a run that
   * fails before it leaves no empty cassette.
   * @throws AdapterError if the file is not a cassette, or is a cassette of another version; errors of the file
   * system if the file cannot be created.
   */
  static async open(path: string): Promise<CassetteWriter> {
    if (existsSync(path)) return new CassetteWriter(path, await openWithHeader(path))
    await expectCreatable(path)
    return new CassetteWriter(path, undefined)
  }

  /** Resolves once the exchange is safely in the file. Exchanges are stored in the order of the calls. */
  append(exchange: RecordedExchange): Promise<void> {
    if (this.closed) return Promise.reject(new Error('the cassette was closed before the exchange ended'))
    return this.enqueue(exchange)
  }

  /** Waits for pending writes, then closes the file. */
  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    await this.last.catch(() => undefined)
    await this.file?.close()
  }

  private enqueue(document: object): Promise<void> {
    const bytes = encodeBetween('\n', documentText(document), '\n')
    this.last = this.last.catch(() => undefined).then(() => this.write(bytes))
    return this.last
  }

  private async write(bytes: Uint8Array): Promise<void> {
    this.file ??= await openWithHeader(this.path)
    await writeSafely(this.file, bytes)
  }
}

/** Opens a cassette file, and creates it with its header if it does not exist. */
async function openWithHeader(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'a+')
  try {
    if (!(await hasHeader(file, path))) {
      const isEmpty = (await file.stat()).size === 0
      await writeSafely(file, encodeBetween(isEmpty ? '' : '\n', documentText(HEADER), '\n'))
    }
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

async function writeSafely(file: FileHandle, bytes: Uint8Array): Promise<void> {
  const { bytesWritten } = await file.write(bytes)
  if (bytesWritten !== bytes.length)
    throw new Error(`only ${bytesWritten} of ${bytes.length} bytes could be written to the cassette`)
  await file.datasync()
}

/**
 * Encodes a text as UTF-8 between a prefix and a suffix. Joining them first would need the memory of a long
 * text twice.
 */
function encodeBetween(before: string, text: string, after: string): Buffer {
  const length = Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafe(before.length + length + after.length)
  bytes.write(before)
  bytes.write(text, before.length)
  bytes.write(after, before.length + length)
  return bytes
}

/** An exchange in an open cassette. The data needed to find it is in memory; the rest is read on demand. */
export interface IndexedExchange {
  /** The byte range of the exchange in the file. */
  readonly position: ByteRange
  /** The exchange. Bodies are read from the file on demand. */
  readonly exchange: RecordedExchange
}

/**
 * Yields the exchanges of a cassette file in order. Torn exchanges are reported to `onTorn` and skipped.
 * @throws AdapterError if the file is not a cassette, or an exchange is invalid.
 * @example for await (const { exchange } of readExchanges('talk.cassette')) console.log(exchange.request.url)
 */
export async function* readExchanges(
  path: string,
  onTorn: (start: number) => void = () => undefined,
): AsyncGenerator<IndexedExchange> {
  const file = await open(path, 'r')
  try {
    for await (const { position, read } of readCassette(file, path, onTorn))
      yield { position, exchange: read() }
  } finally {
    await file.close()
  }
}

/** Rewrites a cassette with each exchange changed. */
export async function rewriteCassette(
  path: string,
  change: (exchange: RecordedExchange) => RecordedExchange,
): Promise<void> {
  async function* changed() {
    for await (const { exchange } of readExchanges(path)) yield change(exchange)
  }
  await writeAtomically(path, cassetteText(changed()))
}

/** Reads one exchange of an open file again. */
export async function readExchangeAt(file: FileHandle, position: ByteRange): Promise<RecordedExchange> {
  const bytes = Buffer.alloc(position.length)
  await file.read(bytes, 0, position.length, position.start)
  return checkExchange(expectObject(parseJson(bytes.toString('utf8')), ''), '')
}
