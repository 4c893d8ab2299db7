import type { InputRecord } from '../traffic/input/input-record.js'
import { entriesOf, type InputSource } from '../traffic/input/open-text.js'
import type { Convert } from './convert.js'
import { Progress } from './progress.js'
import { OutputStream, type Streams } from './standard-streams.js'

/** The exit status of a run with a failed record. */
export const FAILED_STATUS = 1

/** Converts entries in order, with one in memory at a time. Returns the exit status. */
export async function pump(
  sources: AsyncIterable<InputSource>,
  convert: Convert,
  { stdout, stderr }: Streams,
): Promise<number> {
  const output = new OutputStream(stdout)
  const progress = new Progress(stderr)
  for await (const entry of allEntries(sources)) {
    const { text, failed, told } = convert(entry)
    progress.count(failed)
    if (told) stderr.write(told)
    await output.write(text)
    if (output.closed) break
  }
  await output.finish().finally(() => progress.finish())
  return progress.failed > 0 ? FAILED_STATUS : 0
}

async function* allEntries(
  sources: AsyncIterable<InputSource>,
): AsyncGenerator<InputRecord, void, undefined> {
  for await (const source of sources) yield* entriesOf(source)
}
