import { on } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { readLines } from '../traffic/input/lines.js'
import { lineEntries } from '../traffic/input/open-text.js'
import type { Convert } from './convert.js'
import { run } from './run-command-line.js'
import { CommandSession, type RecordOptions } from './session.js'
import type { ConvertedBatch, LineBatch, ThreadData } from './threads.js'

/**
 * The same run of the command line as in the main thread, except that it reads and writes batches of lines.
 */
class ThreadSession extends CommandSession {
  override async eachEntry(
    _files: readonly string[],
    _options: RecordOptions,
    prepare: () => Promise<Convert>,
  ): Promise<void> {
    if (parentPort === null) return
    const convert = await prepare()
    for await (const batch of batchesFrom(parentPort)) {
      const converted = await convertBatch(batch, convert)
      const bytes = new TextEncoder().encode(converted.text)
      const { exitCode } = this
      const answer: ConvertedBatch = { ...converted, text: bytes, exitCode }
      parentPort.postMessage(answer, [bytes.buffer])
    }
  }
}

async function* batchesFrom(port: MessagePort): AsyncGenerator<LineBatch, void, undefined> {
  for await (const [batch] of on(port, 'message')) yield batch
}

async function convertBatch({ file, first, bytes }: LineBatch, convert: Convert) {
  const texts: string[] = []
  let failed = 0
  for await (const entry of lineEntries(readLines([bytes], undefined, first), file)) {
    const converted = convert(entry)
    texts.push(converted.text)
    if (converted.failed) failed += 1
  }
  return { text: texts.join(''), records: texts.length, failed }
}

const { argv, adaptersFolder }: ThreadData = workerData
await run(argv, process, new URL(adaptersFolder), ThreadSession)
