import { AdapterError } from '../../base/json/adapter-error.js'
import { SQLITE_HEADER } from './sqlite-header.js'

// Reads the tables of an SQLite file from its bytes. The program that owns the file may be writing it: a connection
// would take locks and write the index of the write-ahead log. https://www.sqlite.org/fileformat2.html

/** A file that is read at positions. */
export interface RandomAccessFile {
  readonly size: number
  /** Returns the bytes at a position; fewer at the end of the file. */
  read(position: number, length: number): Uint8Array
}

export type SqliteValue = string | number | Uint8Array | null

/** A row, with its values by the names of the columns. A value is read when it is needed. */
export type SqliteRow = (column: string) => SqliteValue

const LEAF = 13
const INTERIOR = 5
/** The numbers of bytes of integers by their serial type. */
const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8]

/** An SQLite file with its write-ahead log. */
export class SqliteFile {
  readonly #pageSize: number
  readonly #usable: number
  /** The positions of pages in the write-ahead log. */
  readonly #log: ReadonlyMap<number, number>
  /** The page that was read last. */
  #latest: { readonly number: number; readonly bytes: Uint8Array } | undefined

  /**
   * @param log the write-ahead log (the file with the ending `-wal`), if there is one.
   * @throws AdapterError for a file of another format, or in another encoding than UTF-8.
   */
  constructor(
    private readonly file: RandomAccessFile,
    private readonly log?: RandomAccessFile,
  ) {
    const header = view(file.read(0, 100))
    const isKnown = header.byteLength === 100 && textIn(header, 0, SQLITE_HEADER.length) === SQLITE_HEADER
    if (!isKnown) throw broken('the file is not an SQLite database')
    const size = header.getUint16(16)
    this.#pageSize = size === 1 ? 65_536 : size
    this.#usable = this.#pageSize - header.getUint8(20)
    if (this.#pageSize < 512 || this.#usable < 480) throw broken('the size of its pages is invalid')
    this.#log = log === undefined ? new Map() : committedPages(log, this.#pageSize)
    const encoding = view(this.#page(1)).getUint32(56)
    if (encoding > 1) throw broken('its texts are not UTF-8')
  }

  /**
   * Returns true if the file has the table.
   * @throws AdapterError for a damaged file.
   */
  has(table: string): boolean {
    try {
      return this.#tables().has(table)
    } catch (error) {
      throw damageIn(error)
    }
  }

  /**
   * Yields the rows of a table in order of their row ids. A missing table has no rows.
   * @throws AdapterError for a damaged file.
   */
  *rows(table: string): Generator<SqliteRow, void, undefined> {
    try {
      const found = this.#tables().get(table)
      if (found !== undefined) yield* this.#rowsOf(found)
    } catch (error) {
      throw damageIn(error)
    }
  }

  *#rowsOf({ root, columns, id: own }: Table): Generator<SqliteRow, void, undefined> {
    for (const { id, values } of this.#walk(root)) {
      yield (column) => {
        const index = columns.indexOf(column)
        if (index === -1) return null
        return index === own ? id() : values(index)
      }
    }
  }

  #tables(): Map<string, Table> {
    const tables = new Map<string, Table>()
    for (const { values } of this.#walk(1)) {
      const [type, name, root, sql] = [values(0), values(1), values(3), values(4)]
      if (type === 'table' && typeof name === 'string' && typeof root === 'number' && typeof sql === 'string')
        tables.set(name, { root, ...columnsOf(sql) })
    }
    return tables
  }

  *#walk(number: number, seen = new Set<number>()): Generator<StoredRow, void, undefined> {
    if (seen.has(number)) throw broken('its pages form a circle')
    seen.add(number)
    const page = view(this.#page(number))
    const start = number === 1 ? 100 : 0
    const type = page.getUint8(start)
    if (type !== LEAF && type !== INTERIOR) throw broken(`page ${number} is not part of a table`)
    const first = start + (type === LEAF ? 8 : 12)
    for (let cell = 0; cell < page.getUint16(start + 3); cell += 1) {
      const position = page.getUint16(first + 2 * cell)
      if (type === LEAF) yield this.#row(number, position)
      else yield* this.#walk(page.getUint32(position), seen)
    }
    if (type === INTERIOR) yield* this.#walk(page.getUint32(start + 8), seen)
  }

  /** Returns a row. It keeps only its position, so that many rows can be kept. */
  #row(number: number, position: number): StoredRow {
    const record = () => {
      const page = view(this.#page(number))
      const [length, afterLength] = varint(page, position)
      const [id, start] = varint(page, afterLength)
      const local = this.#page(number).subarray(start, start + this.#localLength(length))
      const next = start + local.length
      const whole = () =>
        local.length === length ? local : this.#withOverflow(local, length, page.getUint32(next))
      return { id, local, whole }
    }
    return {
      id: () => record().id,
      values(index) {
        const { local, whole } = record()
        return valueAt(view(local), () => view(whole()), index)
      },
    }
  }

  /** Returns the number of bytes of a record that are on its own page. */
  #localLength(length: number): number {
    const most = this.#usable - 35
    if (length <= most) return length
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23
    const rest = least + ((length - least) % (this.#usable - 4))
    return rest <= most ? rest : least
  }

  #withOverflow(local: Uint8Array, length: number, first: number): Uint8Array {
    if (length > this.file.size + (this.log?.size ?? 0)) throw broken('a row is longer than the file')
    const bytes = new Uint8Array(length)
    bytes.set(local)
    let filled = local.length
    for (let next = first; next !== 0 && filled < length; ) {
      const page = this.#page(next)
      const piece = page.subarray(4, Math.min(this.#usable, 4 + length - filled))
      bytes.set(piece, filled)
      filled += piece.length
      next = view(page).getUint32(0)
    }
    if (filled < length) throw broken('a row is incomplete')
    return bytes
  }

  #page(number: number): Uint8Array {
    if (this.#latest?.number === number) return this.#latest.bytes
    const inLog = this.#log.get(number)
    const bytes =
      inLog === undefined || this.log === undefined
        ? this.file.read((number - 1) * this.#pageSize, this.#pageSize)
        : this.log.read(inLog, this.#pageSize)
    if (number < 1 || bytes.length < this.#pageSize) throw broken(`page ${number} is missing`)
    this.#latest = { number, bytes }
    return bytes
  }
}

interface Table {
  readonly root: number
  readonly columns: readonly string[]
  /** The index of the column that is the row id; -1 without such a column. */
  readonly id: number
}

interface StoredRow {
  id(): number
  values(index: number): SqliteValue
}

/** Returns the positions of the pages in a write-ahead log, up to its last complete transaction. */
function committedPages(log: RandomAccessFile, pageSize: number): ReadonlyMap<number, number> {
  const pages = new Map<number, number>()
  const header = log.read(0, 32)
  if (header.length < 32 || view(header).getUint32(8) !== pageSize) return pages
  const salt = view(header).getBigUint64(16)
  const pending = new Map<number, number>()
  for (let position = 32; position + 24 + pageSize <= log.size; position += 24 + pageSize) {
    const frame = view(log.read(position, 24))
    // Frames with another salt were left by an earlier log.
    if (frame.byteLength < 24 || frame.getBigUint64(8) !== salt) break
    pending.set(frame.getUint32(0), position + 24)
    if (frame.getUint32(4) === 0) continue
    for (const [page, at] of pending) pages.set(page, at)
    pending.clear()
  }
  return pages
}

/** Returns the columns that a statement defines. */
function columnsOf(sql: string): Pick<Table, 'columns' | 'id'> {
  const body = sql.slice(sql.indexOf('(') + 1, sql.lastIndexOf(')'))
  const definitions = topLevel(body).filter(
    (text) => !/^(?:constraint|primary|unique|check|foreign)\b/i.test(text),
  )
  return {
    columns: definitions.map((text) => (/^["`[]?(\w+)/.exec(text)?.[1] ?? '').toLowerCase()),
    id: definitions.findIndex((text) => /^\S+\s+integer\s+primary\s+key\b/i.test(text)),
  }
}

/** Splits a list at the commas that are not in parentheses or quotes. */
function topLevel(text: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let quote = ''
  let start = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (quote !== '') quote = character === quote ? '' : quote
    else if (/["'`]/.test(character)) quote = character
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character === ',' && depth === 0) {
      pieces.push(text.slice(start, index).trim())
      start = index + 1
    }
  }
  return [...pieces, text.slice(start).trim()]
}

/** Returns the value of a column. A later column of a row that was written before the column existed is null. */
function valueAt(local: DataView, whole: () => DataView, column: number): SqliteValue {
  const [headerLength, first] = varint(local, 0)
  const header = headerLength <= local.byteLength ? local : whole()
  let type = 0
  let position = headerLength
  let at = first
  for (let index = 0; index <= column; index += 1) {
    if (at >= headerLength) return null
    position += index === 0 ? 0 : bytesOf(type)
    ;[type, at] = varint(header, at)
  }
  const record = position + bytesOf(type) <= local.byteLength ? local : whole()
  return decodedValue(record, position, type)
}

function bytesOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2)
  return type === 7 ? 8 : (INTEGER_BYTES[type] ?? 0)
}

function decodedValue(record: DataView, position: number, type: number): SqliteValue {
  if (type === 0) return null
  if (type === 7) return record.getFloat64(position)
  if (type === 8 || type === 9) return type - 8
  const length = bytesOf(type)
  if (type < 12) return integer(record, position, length)
  if (type % 2 === 1) return textIn(record, position, length)
  return new Uint8Array(record.buffer, record.byteOffset + position, length).slice()
}

function integer(record: DataView, position: number, length: number): number {
  let value = record.getInt8(position)
  for (let index = 1; index < length; index += 1) value = value * 256 + record.getUint8(position + index)
  return value
}

function varint(bytes: DataView, position: number): [value: number, next: number] {
  let value = 0
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes.getUint8(position + index)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, position + index + 1]
  }
  return [value * 256 + bytes.getUint8(position + 8), position + 9]
}

function textIn(record: DataView, position: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(record.buffer, record.byteOffset + position, length))
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Returns the error to throw: a damaged page has positions outside of its bytes. */
function damageIn(error: unknown): unknown {
  return error instanceof RangeError ? broken('the file is damaged') : error
}

function broken(reason: string): AdapterError {
  return new AdapterError('unsupported', '', reason)
}
