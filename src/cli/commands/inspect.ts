import type { Command } from 'commander'
import { located, look, type Seen } from '../../traffic/input/decode-entry.js'
import { writeAtomically } from '../../traffic/replay/atomic.js'
import { answerCost, dollars } from '../answer-cost.js'
import type { ConvertedEntry } from '../convert.js'
import type { PageRecord } from '../html/page.js'
import { reportNewFolder } from '../new-folder.js'
import type { Style } from '../printed-table.js'
import { Progress } from '../progress.js'
import { FAILED_STATUS } from '../pump.js'
import { withoutSecrets } from '../redacted-record.js'
import { renderFailure, renderReport } from '../report.js'
import { type CommandSession, type RecordOptions, recordCommand, WIRE_OPTION } from '../session.js'
import { writeMessage } from '../standard-streams.js'

/** Line length if the width of the output is unknown. */
const DEFAULT_WIDTH = 120

interface Options extends RecordOptions {
  readonly html?: string
}

export function addInspect(program: Command, session: CommandSession): void {
  recordCommand(program, 'inspect')
    .description('show each record in readable form: wire, calls, results, finish reason and notices')
    .option(...WIRE_OPTION)
    .option('--html <file>', 'write the conversations to a self-contained web page')
    .addHelpText('after', EXAMPLE)
    .action(async (files: readonly string[], { html, ...options }: Options) => {
      if (html === undefined) await print(files, options, session)
      else await writePage(html, files, options, session)
    })
}

const EXAMPLE = `
Example: look at a long recording page by page, in color
  FORCE_COLOR=1 toolwire inspect traffic.jsonl | less -R
Example: look at it in a browser, or show it to somebody
  toolwire inspect fixtures/weather.cassette --html weather.html`

async function print(
  files: readonly string[],
  options: RecordOptions,
  session: CommandSession,
): Promise<void> {
  const style = {
    paint: session.paint('stdout'),
    width: session.streams.stdout.columns ?? DEFAULT_WIDTH,
  }
  const costs: number[] = []
  await session.eachEntry(files, options, async () => {
    const registry = await session.registry()
    return (entry) => {
      const seen = look(entry, registry, options.wire)
      costs.push(...costsOf(seen))
      return printed(seen, style)
    }
  })
  if (costs.length > 1) session.streams.stdout.write(totalText(costs))
}

function costsOf(seen: Seen): number[] {
  const cost = 'failure' in seen ? undefined : answerCost(seen.report)
  return cost === undefined ? [] : [cost]
}

/** Returns the line with the total. Answers without a known price are not in it. */
function totalText(costs: readonly number[]): string {
  const total = costs.reduce((sum, cost) => sum + cost, 0)
  return `${costs.length} answers with a known price cost ${dollars(total)}\n`
}

function printed(seen: Seen, style: Style): ConvertedEntry {
  if ('failure' in seen)
    return { failed: true, text: renderFailure(located(seen.name, seen.place), seen.failure, style) }
  return { failed: seen.report.error !== undefined, text: renderReport(seen.report, style) }
}

async function writePage(
  path: string,
  files: readonly string[],
  options: RecordOptions,
  session: CommandSession,
): Promise<void> {
  const { pageOf } = await import('../html/page.js')
  const { stderr } = session.streams
  const progress = new Progress(stderr)
  reportNewFolder(path, stderr)
  await writeAtomically(path, pageOf(pageRecords(files, options, session, progress)))
  progress.finish(`on the page`)
  writeMessage(stderr, `wrote ${path}`)
  if (progress.failed > 0) session.exitCode = FAILED_STATUS
}

async function* pageRecords(
  files: readonly string[],
  options: RecordOptions,
  session: CommandSession,
  progress: Progress,
): AsyncGenerator<PageRecord> {
  const registry = await session.registry()
  const { recordMarkup, failureMarkup } = await import('../../traffic/html/record-markup.js')
  const { Threads } = await import('../../traffic/html/conversations.js')
  const threads = new Threads()
  for await (const record of session.entries(files, options)) {
    // Pages are shown to other people, so that their records have no secrets, wherever they come from.
    const entry = withoutSecrets(record)
    const seen = look(entry, registry, options.wire)
    const failed = 'failure' in seen || seen.report.error !== undefined
    progress.count(failed)
    if ('failure' in seen) {
      const name = located(seen.name, seen.place)
      yield { name, wire: undefined, failed, content: failureMarkup(name, seen.failure) }
    } else {
      const { report, native, time } = seen
      const thread = report.request && threads.of(report.request)
      const { name, wire } = report
      yield { name, wire, failed, thread, time, content: recordMarkup(report, native) }
    }
  }
}
