import { existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { type RandomAccessFile, SqliteFile } from '../traffic/sessions/sqlite-file.js'

/** Opens a database with its write-ahead log, for reading without locks. The files are closed with the process. */
export function openedDatabase(path: string): SqliteFile {
  const log = `${path}-wal`
  return new SqliteFile(opened(path), existsSync(log) ? opened(log) : undefined)
}

function opened(path: string): RandomAccessFile {
  const file = openSync(path, 'r')
  return {
    size: fstatSync(file).size,
    read(position, length) {
      const bytes = new Uint8Array(length)
      return bytes.subarray(0, readSync(file, bytes, 0, length, position))
    },
  }
}
