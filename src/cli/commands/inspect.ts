import type { Command } from 'commander'
import type { Registry } from '../../exchange/registry.js'
import { isObject } from '../../json/read.js'
import type { ConvertedEntry } from '../convert.js'
import { decodeExchange } from '../exchange.js'
import { failureOf } from '../failure.js'
import type { Entry, Position } from '../input.js'
import { paintFor } from '../paint.js'
import { resolveRecord } from '../record.js'
import { type ReportStyle, renderFailure, renderReport } from '../report.js'
import { type RecordOptions, recordCommand, type Session, WIRE_OPTION } from '../session.js'

/** Characters in a line when nobody says how wide the output is. */
const DEFAULT_WIDTH = 120

export function addInspect(program: Command, session: Session): void {
  recordCommand(program, 'inspect')
    .description('show each record to a person: its wire, calls, results, finish and notices')
    .option(...WIRE_OPTION)
    .addHelpText('after', EXAMPLE)
    .action(async (files: readonly string[], options: RecordOptions) => {
      const style = {
        paint: paintFor(session.streams),
        width: session.streams.stdout.columns ?? DEFAULT_WIDTH,
      }
      await session.eachEntry(files, options, async () => {
        const registry = await session.registry()
        return (entry) => inspect(entry, registry, options.wire, style)
      })
    })
}

const EXAMPLE = `
Example: look at a long recording page by page, in colour
  FORCE_COLOR=1 toolwire inspect traffic.jsonl | less -R`

function inspect(
  entry: Entry,
  registry: Registry,
  wire: string | undefined,
  style: ReportStyle,
): ConvertedEntry {
  const place = placeName(entry.place)
  let name = place
  try {
    const { value, exactText } = entry.read()
    const id = isObject(value) ? value.id : undefined
    if (typeof id === 'string') name = entry.place.file === undefined ? id : `${place}: ${id}`
    const record = resolveRecord(value, { registry, wire })
    const decoded = decodeExchange(record, { exactText })
    const report = { ...decoded, name, wire: record.adapter.id, reason: record.reason }
    return { failed: decoded.error !== undefined, text: renderReport(report, style) }
  } catch (error) {
    return { failed: true, text: renderFailure(name, failureOf(error), style) }
  }
}

/** Where a record stood. */
function placeName({ file, line, item }: Position): string {
  const part = line === undefined ? item && `record ${item}` : `line ${line}`
  return [file ?? [], part ?? []].flat().join(', ') || 'the input'
}
