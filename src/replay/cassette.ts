import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AdapterError } from '../json/errors.js'
import { parseJson, tryParseJson } from '../json/parse.js'
import { expectObject, isObject } from '../json/read.js'
import type { JsonObject } from '../json/types.js'
import type { RecordedExchange } from './exchange.js'
import { checkExchange } from './schema.js'

/**
 * The cassette file: pretty-printed JSON values one after the other (what `jq` reads), a header first, then one
 * exchange each. A value starts with a line `{` and ends with a line `}`; JSON.stringify indents every other brace, so
 * the file can be cut into exchanges without parsing, appended to without rewriting, and a half-written last exchange
 * is recognized and passed over.
 */
export const CASSETTE_VERSION = 1
export const HEADER = { cassette: CASSETTE_VERSION, format: 'toolwire' }

/** Where an exchange stands in its file, in bytes. */
export interface Position {
  readonly start: number
  readonly length: number
}

export function encodeDocument(value: object): string {
  return `${JSON.stringify(value, null, 1)}\n`
}

/** Appends exchanges to a cassette file. Several writers, also of several processes, may append to the same one. */
export class CassetteWriter {
  private constructor(private readonly file: FileHandle) {}

  static async open(path: string): Promise<CassetteWriter> {
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'a+')
    const writer = new CassetteWriter(file)
    if ((await file.stat()).size === 0) await writer.write(HEADER)
    else await writer.closeTornLine()
    return writer
  }

  /** Resolves once the exchange is safely in the file. */
  async append(exchange: RecordedExchange): Promise<void> {
    await this.write(exchange)
  }

  async close(): Promise<void> {
    await this.file.close()
  }

  /** One write call in append mode: the system keeps concurrent appends whole and apart. */
  private async write(document: object): Promise<void> {
    const bytes = new TextEncoder().encode(encodeDocument(document))
    const { bytesWritten } = await this.file.write(bytes)
    if (bytesWritten !== bytes.length)
      throw new Error(`only ${bytesWritten} of ${bytes.length} bytes could be written`)
    await this.file.datasync()
  }

  /** After a crash the file may end inside a line; the next exchange must start on its own. */
  private async closeTornLine(): Promise<void> {
    const { size } = await this.file.stat()
    const last = new Uint8Array(1)
    await this.file.read(last, 0, 1, size - 1)
    if (last[0] !== 0x0a) await this.file.write('\n')
  }
}

interface CassetteDocument {
  readonly position: Position
  readonly text: string
}

const LINE_FEED = 0x0a
const MEGABYTE = 1 << 20

/** The documents of a cassette file in order. Torn ones are reported to `onTorn` and passed over. */
export async function* readDocuments(
  file: FileHandle,
  onTorn: (start: number) => void,
): AsyncGenerator<CassetteDocument> {
  let buffer = Buffer.alloc(0)
  let bufferStart = 0
  let documentStart = -1
  let lineStart = 0
  for (;;) {
    // Reading at least as much as is held keeps one huge document linear.
    const chunk = Buffer.alloc(Math.max(MEGABYTE, buffer.length))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, bufferStart + buffer.length)
    if (bytesRead === 0) break
    const searchFrom = buffer.length
    buffer = Buffer.concat([buffer, chunk.subarray(0, bytesRead)])
    for (
      let end = buffer.indexOf(LINE_FEED, searchFrom);
      end !== -1;
      end = buffer.indexOf(LINE_FEED, lineStart)
    ) {
      const line = end - lineStart === 1 ? String.fromCharCode(buffer[lineStart] ?? 0) : ''
      if (line === '{') {
        if (documentStart !== -1) onTorn(bufferStart + documentStart)
        documentStart = lineStart
      } else if (line === '}' && documentStart !== -1) {
        const position = { start: bufferStart + documentStart, length: end + 1 - documentStart }
        yield { position, text: buffer.toString('utf8', documentStart, end + 1) }
        documentStart = -1
      }
      lineStart = end + 1
    }
    const keep = documentStart === -1 ? lineStart : documentStart
    buffer = buffer.subarray(keep)
    bufferStart += keep
    lineStart -= keep
    if (documentStart !== -1) documentStart = 0
  }
  if (documentStart !== -1 || lineStart < buffer.length) onTorn(bufferStart)
}

/** An exchange in an open cassette: what is needed to find it is in memory, the rest is read when it is asked for. */
export interface IndexedExchange {
  readonly position: Position
  readonly exchange: RecordedExchange
}

export async function* readExchanges(
  path: string,
  onTorn: (start: number) => void = () => undefined,
): AsyncGenerator<IndexedExchange> {
  const file = await open(path, 'r')
  try {
    let isHeader = true
    for await (const { position, text } of readDocuments(file, onTorn)) {
      const value = tryParseJson(text)
      // Two writers' first writes may both be headers; a document that is not JSON was torn inside a line.
      if (!isObject(value)) onTorn(position.start)
      else if ('cassette' in value) checkHeader(value, path)
      else if (isHeader) throw notACassette(path)
      else yield { position, exchange: checkExchange(value, `${path}@${position.start}`) }
      isHeader = false
    }
  } finally {
    await file.close()
  }
}

/** Reads one exchange of an open file again. */
export async function readExchangeAt(file: FileHandle, position: Position): Promise<RecordedExchange> {
  const bytes = Buffer.alloc(position.length)
  await file.read(bytes, 0, position.length, position.start)
  return checkExchange(expectObject(parseJson(bytes.toString('utf8')), ''), '')
}

function checkHeader(header: JsonObject, path: string): void {
  if (header.cassette === CASSETTE_VERSION) return
  throw new AdapterError(
    'unsupported',
    '/cassette',
    `${path} is a cassette of version ${String(header.cassette)}; this library reads version ${CASSETTE_VERSION}`,
  )
}

function notACassette(path: string): AdapterError {
  return new AdapterError(
    'wrong-type',
    '',
    `${path} is not a cassette: it does not begin with {"cassette": ${CASSETTE_VERSION}}`,
  )
}
