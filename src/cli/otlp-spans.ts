import { isObject } from '../base/json/read-json.js'
import { compact } from '../base/json/write-json.js'
import {
  type ExchangeTime,
  exchangeSpans,
  type RecordedSpan,
  type TracedExchange,
} from '../tools/telemetry/exchange-spans.js'
import { decodeExchange } from '../traffic/input/convert-exchange.js'
import { placeName } from '../traffic/input/decode-entry.js'
import type { InputRecord, RecordContent } from '../traffic/input/input-record.js'
import { type PrintedError, printedError } from '../traffic/input/printed-error.js'
import { timeOf, timesIn } from '../traffic/input/record-times.js'
import { resolveRecord } from '../traffic/input/traffic-record.js'
import type { Registry } from '../translate/exchange/registry.js'
import { Progress } from './progress.js'
import { FAILED_STATUS } from './pump.js'
import type { CommandSession, RecordOptions } from './session.js'
import { writeMessage } from './standard-streams.js'

export interface SpanOptions extends RecordOptions {
  /** True to include the content of conversations. */
  readonly content?: boolean | undefined
  /** The time of the first span without a recorded time, in milliseconds since 1970. */
  readonly start?: number | undefined
}

/** Yields the spans of every record. Errors of records are reported, and the other records are converted. */
export async function* recordedSpans(
  files: readonly string[],
  options: SpanOptions,
  session: CommandSession,
): AsyncGenerator<RecordedSpan, void, undefined> {
  const { stderr } = session.streams
  const registry = await session.registry()
  const progress = new Progress(stderr)
  const writer = new SpanWriter(options)
  for await (const entry of session.entries(files, options)) {
    const { exchange, error } = readExchange(entry, registry, options.wire)
    progress.count(error !== undefined)
    if (error !== undefined) {
      session.exitCode = FAILED_STATUS
      writeMessage(stderr, `${placeName(entry.place)}: ${error.message}`)
    }
    if (exchange !== undefined) yield* writer.spansOf(exchange)
  }
  progress.finish('in the messages')
  if (writer.undated > 0) writeMessage(stderr, undatedMessage(writer.undated))
}

function undatedMessage(count: number): string {
  const spans = count === 1 ? '1 span has' : `${count} spans have`
  return `${spans} no recorded time; --start 2026-11-29T12:00:00Z adds a time, marked as given`
}

/** Gives every exchange its own ids, and times to exchanges without a recorded time. */
class SpanWriter {
  /** The number of spans without a time. */
  undated = 0
  readonly #options: SpanOptions
  readonly #traces = new Set<string>()
  #given = 0

  constructor(options: SpanOptions) {
    this.#options = options
  }

  spansOf(exchange: TracedExchange): RecordedSpan[] {
    const time = exchange.time ?? this.#givenTime()
    const spans = this.#distinct({ ...exchange, time })
    if (time === undefined) this.undated += spans.length
    else if (time.isGiven) this.#given += spans.length
    return spans
  }

  #givenTime(): ExchangeTime | undefined {
    const { start } = this.#options
    return start === undefined ? undefined : { start: start + this.#given, isGiven: true }
  }

  /** An exchange that is equal to an earlier one is counted in its key. */
  #distinct(exchange: TracedExchange): RecordedSpan[] {
    const content = { recordContent: this.#options.content, maxContentCharacters: Number.POSITIVE_INFINITY }
    let spans = exchangeSpans(exchange, content)
    for (let repeated = 1; this.#isKnown(spans); repeated += 1)
      spans = exchangeSpans(exchange, { ...content, key: String(repeated) })
    const [first] = spans
    if (first !== undefined) this.#traces.add(first.traceId)
    return spans
  }

  #isKnown([first]: readonly RecordedSpan[]): boolean {
    return first !== undefined && this.#traces.has(first.traceId)
  }
}

interface ReadEntry {
  readonly exchange?: TracedExchange
  readonly error?: PrintedError
}

function readExchange(entry: InputRecord, registry: Registry, wire: string | undefined): ReadEntry {
  try {
    const content = entry.read()
    const { value, exactText, url } = content
    const record = resolveRecord(value, { registry, wire })
    const { request, response, error } = decodeExchange(record, { exactText })
    const { adapter } = record
    const exchange = { wire: adapter.id, adapter, request, response, url, time: timeIn(content) }
    return compact({ exchange, error })
  } catch (error) {
    return { error: printedError(error) }
  }
}

function timeIn({ value, recordedAt }: RecordContent): ExchangeTime | undefined {
  const start = recordedAt === undefined ? undefined : timeOf(recordedAt)
  if (start !== undefined) return { start }
  return isObject(value) ? timesIn(value) : undefined
}
