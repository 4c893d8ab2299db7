import { access, constants } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import type { RecordedExchange } from '../../base/http/recorded-exchange.js'
import { writeAtomically } from '../../traffic/replay/atomic.js'
import { readExchanges } from '../../traffic/replay/cassette.js'
import { writeHar } from '../../traffic/replay/export-har.js'
import { Progress } from '../progress.js'
import { FAILED_STATUS } from '../pump.js'
import type { CommandSession } from '../session.js'
import { OutputStream, writeMessage } from '../standard-streams.js'

interface Options {
  readonly to?: string
  readonly format: string
}

export function addExport(program: Command, session: CommandSession): void {
  program
    .command('export')
    .description('write cassettes in a format that other tools read')
    .argument('<cassettes...>', 'the cassette files to read')
    .addOption(new Option('--format <format>', 'the format to write').choices(['har']).default('har'))
    .option('--to <file>', 'the file to write or replace (default: standard output)')
    .addHelpText('after', EXAMPLE)
    .action(async (cassettes: readonly string[], { to }: Options) => {
      // No output is written if a file cannot be read, or is not a cassette.
      for (const cassette of cassettes) await access(cassette, constants.R_OK)
      if (to === undefined) for (const cassette of cassettes) await expectCassette(cassette)
      const text = writeHar(readCassettes(cassettes, session))
      if (to === undefined) await print(text, session)
      else await writeAtomically(to, text)
    })
}

const EXAMPLE = `
Example: look at a recording in the network tab of a browser
  toolwire export fixtures/traffic.cassette --format har --to traffic.har`

/** @throws the errors of reading, before the first output. Torn exchanges are reported when they are written. */
async function expectCassette(path: string): Promise<void> {
  const exchanges = readExchanges(path, () => undefined)
  while (!(await exchanges.next()).done);
}

async function* readCassettes(
  paths: readonly string[],
  session: CommandSession,
): AsyncGenerator<RecordedExchange, void, undefined> {
  const { stderr } = session.streams
  const progress = new Progress(stderr)
  for (const path of paths) {
    const onTorn = (start: number) => {
      session.exitCode = FAILED_STATUS
      writeMessage(stderr, `${path}: the exchange at byte ${start} is incomplete and skipped`)
    }
    for await (const { exchange } of readExchanges(path, onTorn)) {
      yield exchange
      progress.count(false)
    }
  }
  progress.finish()
}

async function print(pieces: AsyncIterable<string>, { streams }: CommandSession): Promise<void> {
  const output = new OutputStream(streams.stdout)
  for await (const piece of pieces) {
    await output.write(piece)
    if (output.closed) break
  }
  await output.finish()
}
