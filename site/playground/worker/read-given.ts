import type { InputOptions, InputRecord } from '../../../src/traffic/input/input-record.js'
import { entriesOf, openText } from '../../../src/traffic/input/open-text.js'

/** Number of bytes used to detect a format. */
const BEGINNING = 1 << 18

/** Returns the records of an input, found in the same way as in files of the command line. */
export async function recordsIn(
  bytes: Uint8Array,
  name: string | undefined,
  options: InputOptions,
): Promise<readonly InputRecord[]> {
  const start = new TextDecoder().decode(bytes.subarray(0, BEGINNING))
  const records: InputRecord[] = []
  for await (const record of entriesOf(await openText({ start, chunks: [bytes] }, name, options)))
    records.push(record)
  return records
}
