import { open } from 'node:fs/promises'
import { failing, type InputOptions, type InputRecord } from '../traffic/input/input-record.js'
import { recordOf } from '../traffic/input/record-of.js'
import { databaseEntries, exchangesOf } from '../traffic/input/whole-input.js'
import { type RecordingSource, readCase } from '../traffic/replay/find-recordings.js'
import { openedDatabase } from './opened-database.js'

/** Yields the entries of a cassette, which is opened as a file. */
export async function* cassetteEntries(
  path: string,
  options: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  try {
    const file = await open(path, 'r')
    try {
      yield* exchangesOf(file, path, options)
    } finally {
      await file.close()
    }
  } catch (error) {
    yield failing({ file: path }, error)
  }
}

/** Yields the sessions of a database, which is opened as a file. */
export async function* storedEntries(
  path: string,
  options: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  try {
    yield* databaseEntries(openedDatabase(path), path, options)
  } catch (error) {
    yield failing({ file: path }, error)
  }
}

/** Yields the recordings of a fixture folder. */
export async function* caseEntries(
  { path, names }: RecordingSource,
  { registry }: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  try {
    for await (const { file, exchange } of readCase(path, names, await registry()))
      yield { place: { file }, read: () => recordOf(exchange) }
  } catch (error) {
    yield failing({ file: path }, error)
  }
}
