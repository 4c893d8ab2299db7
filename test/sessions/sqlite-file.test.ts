import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import sqlite from 'node-sqlite3-wasm'
import { describe, expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import { type RandomAccessFile, SqliteFile } from '../../src/traffic/sessions/sqlite-file.js'
import { tries } from '../support/cases.js'
import { temporaryFolder } from '../support/replay.js'

function inMemory(bytes: Uint8Array): RandomAccessFile {
  return { size: bytes.length, read: (position, length) => bytes.subarray(position, position + length) }
}

/** Runs statements on a new database. Returns the bytes of its file after each of them. */
function filesAfter(statements: readonly string[], pageSize = 4096): Uint8Array[] {
  const path = join(temporaryFolder(), 'some.db')
  const database = new sqlite.Database(path)
  database.exec(`PRAGMA page_size = ${pageSize}`)
  const files = statements.map((statement) => {
    database.exec(statement)
    return new Uint8Array(readFileSync(path))
  })
  database.close()
  return files
}

const TABLE =
  'CREATE TABLE `t` (`id` integer PRIMARY KEY, `name` text NOT NULL, data blob, n, CHECK (n <> 7))'

function rowsIn(file: SqliteFile, columns = ['id', 'name', 'data', 'n']) {
  return [...file.rows('t')].map((row) => columns.map((column) => row(column)))
}

const value = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -(2 ** 47), max: 2 ** 47 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isInteger(number)),
  fc.constantFrom(0, 1, -1, 127, -128, 2 ** 31),
)
const bytes = fc.oneof(fc.uint8Array({ maxLength: 50 }), fc.uint8Array({ minLength: 300, maxLength: 9000 }))
const row = fc.tuple(fc.string({ unit: 'grapheme', maxLength: 600 }), bytes, value)

function inserted([name, data, n]: readonly [string, Uint8Array, number | null]): string {
  const quoted = name.replaceAll('\u0000', '').replaceAll("'", "''")
  return `('${quoted}', x'${Buffer.from(data).toString('hex')}', ${n === null ? 'NULL' : n})`
}

describe('a file of SQLite', () => {
  test('has the rows that its own library reads, of any lengths and page sizes', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(512, 1024, 4096, 65_536),
        (rows, pageSize) => {
          const insert = `INSERT INTO t (name, data, n) VALUES ${rows.map(inserted).join(',')}`
          const [file = new Uint8Array()] = filesAfter([`${TABLE};${insert}`], pageSize)
          const expected = rows.map(([name, data, n], index) => [
            index + 1,
            name.replaceAll('\u0000', ''),
            data,
            Object.is(n, -0) ? 0 : n,
          ])
          expect(rowsIn(new SqliteFile(inMemory(file)))).toEqual(expected)
        },
      ),
      tries(60),
    )
  })

  test('has the changes of complete transactions of its write-ahead log, and no others', () => {
    const insert = (name: string) => `INSERT INTO t (name) VALUES ('${name.repeat(900)}')`
    const [first, second, third] = filesAfter([TABLE, insert('b'), insert('c')])
    if (first === undefined || second === undefined || third === undefined) throw new Error('no files')
    const names = (...logs: Uint8Array[]) =>
      rowsIn(new SqliteFile(inMemory(first), inMemory(Buffer.concat([logHeader(), ...logs]))), ['name']).map(
        ([name]) => String(name).charAt(0),
      )
    expect(names()).toEqual([])
    expect(names(framesOf(first, second))).toEqual(['b'])
    expect(names(framesOf(first, second), framesOf(second, third))).toEqual(['b', 'c'])
    // An unfinished transaction has no frame with the size of the file.
    expect(names(framesOf(first, second), framesOf(second, third, { ends: false }))).toEqual(['b'])
    expect(names(framesOf(first, second), framesOf(second, third, { salt: 2n }))).toEqual(['b'])
    expect(names(framesOf(first, second), framesOf(second, third).subarray(0, 100))).toEqual(['b'])
  })

  test('has null in columns that were added later, and no rows in unknown tables', () => {
    const [file = new Uint8Array()] = filesAfter([
      `${TABLE};INSERT INTO t (name) VALUES ('x');ALTER TABLE t ADD COLUMN later text`,
    ])
    const open = new SqliteFile(inMemory(file))
    expect(rowsIn(open, ['name', 'later', 'unknown'])).toEqual([['x', null, null]])
    expect([...open.rows('other')]).toEqual([])
  })

  test.each(['', 'not a database', 'SQLite format 3\u0000'])('%j is refused', (text) => {
    expect(() => new SqliteFile(inMemory(new TextEncoder().encode(text)))).toThrow(AdapterError)
  })

  test('ends with rows or an error, also if its bytes are damaged', () => {
    const insert = `INSERT INTO t (name) VALUES ('${'x'.repeat(3000)}'), ('y')`
    const [file = new Uint8Array()] = filesAfter([`${TABLE};${insert}`], 512)
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.nat(255), fc.nat(file.length), (at, byte, length) => {
        const damaged = file.slice(0, length)
        damaged[at] = byte
        try {
          rowsIn(new SqliteFile(inMemory(damaged)))
        } catch (error) {
          expect(error).toBeInstanceOf(AdapterError)
        }
      }),
      tries(400),
    )
  })
})

function logHeader(): Uint8Array {
  const header = new DataView(new ArrayBuffer(32))
  header.setUint32(0, 0x377f0682)
  header.setUint32(8, 4096)
  header.setBigUint64(16, 1n)
  return new Uint8Array(header.buffer)
}

/** Returns a transaction of a write-ahead log that changes one file into the other. */
function framesOf(from: Uint8Array, to: Uint8Array, { ends = true, salt = 1n } = {}): Uint8Array {
  const changed = Array.from({ length: to.length / 4096 }, (_, page) => page).filter((page) => {
    const [before, after] = [from, to].map((file) => file.subarray(page * 4096, (page + 1) * 4096))
    return Buffer.compare(before ?? new Uint8Array(), after ?? new Uint8Array()) !== 0
  })
  const frames = changed.map((page, index) => {
    const header = new DataView(new ArrayBuffer(24))
    header.setUint32(0, page + 1)
    header.setUint32(4, ends && index === changed.length - 1 ? to.length / 4096 : 0)
    header.setBigUint64(8, salt)
    return Buffer.concat([new Uint8Array(header.buffer), to.subarray(page * 4096, (page + 1) * 4096)])
  })
  return new Uint8Array(Buffer.concat(frames))
}
