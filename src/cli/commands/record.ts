import type { Command } from 'commander'
import { counted } from '../../traffic/input/shown-text.js'
import { createReplay } from '../../traffic/replay/replay-fetch.js'
import { reportNewFolder } from '../new-folder.js'
import {
  type ServingOptions,
  servedReplay,
  serveUntilStopped,
  targetUrl,
  withServingOptions,
} from '../serve-until-stopped.js'
import type { CommandSession } from '../session.js'

interface Options extends ServingOptions {
  readonly target: string
  readonly to: string
  readonly redact?: readonly string[]
}

export function addRecord(program: Command, session: CommandSession): void {
  const command = program
    .command('record')
    .description('record the traffic of a local proxy; credentials are redacted before anything is written')
    .requiredOption('--target <url>', 'where requests are sent; the path comes from the client', targetUrl)
    .requiredOption('--to <file>', 'the cassette to append to')
    .option('--redact <pointers...>', 'more values of bodies to redact, as JSON Pointers (* for any token)')
  withServingOptions(command)
    .addHelpText('after', EXAMPLE)
    .action((options: Options) => record(options, session))
}

const EXAMPLE = `
Example: record a program that lets you set the base URL of its provider
  toolwire record --target https://api.example.com --port 4010 \\
    --to fixtures/weather.cassette
  BASE_URL=http://127.0.0.1:4010/v1 node agent.js`

async function record({ to, redact, ...options }: Options, session: CommandSession): Promise<void> {
  const { streams } = session
  const registry = await session.registry()
  const log = session.requestLog(options)
  const replay = await createReplay({
    from: to,
    mode: 'record',
    registry,
    redact: { bodyPaths: redact },
    onOutcome: log?.outcome,
  })
  reportNewFolder(to, streams.stderr)
  await serveUntilStopped(
    servedReplay(replay, log?.answered),
    options,
    { streams },
    `recording ${options.target} to ${to}`,
  )
  streams.stderr.write(`recorded ${counted(replay.size, 'exchange')} to ${to}\n`)
}
