import { stringifyExact, tryParseJson } from '../../../src/base/json/parse.js'
import { equalJson } from '../../../src/base/json/write-json.js'
import type { Notice } from '../../../src/base/model/context.js'
import { errorMarkup } from '../../../src/traffic/html/record-markup.js'
import { encodeExchange } from '../../../src/traffic/input/convert-exchange.js'
import type { InputRecord } from '../../../src/traffic/input/input-record.js'
import { type PrintedError, printedError } from '../../../src/traffic/input/printed-error.js'
import type { Registry } from '../../../src/translate/exchange/registry.js'
import type { Choice, Given, ListedNotice, Opened, Shown, Translation, View } from '../protocol.js'
import { conversationMarkup } from './conversation.js'
import { indented } from './indent.js'
import { listed, placesIn } from './listed-notices.js'
import { OpenedRecord, recordText } from './opened-record.js'
import { recordsIn } from './read-given.js'
import { shownText } from './shown-text.js'
import { syntaxPlace } from './syntax-place.js'
import { allWires, wireNames } from './wires.js'

/** The state of the worker: an input, its records, and the shown record. */
export class Workbench {
  #records: readonly InputRecord[] = []
  #text: string | undefined
  #registry: Registry | undefined
  #opened: OpenedRecord | undefined
  #source = ''

  async open(given: Given): Promise<Opened> {
    const registry = await allWires()
    this.#registry = registry
    const bytes =
      'text' in given ? new TextEncoder().encode(given.text) : new Uint8Array(await given.file.arrayBuffer())
    const told: string[] = []
    const options = { registry: async () => registry, onNotice: (message: string) => told.push(message) }
    this.#text = 'text' in given ? given.text : textIn(bytes)
    this.#records = await recordsIn(bytes, 'name' in given ? given.name : undefined, options)
    const shown = this.show({ record: 0, wire: undefined })
    return { text: this.#text, count: this.#records.length, told, wires: wireNames(registry), shown }
  }

  /**
   * The last opened record.
   * @throws Error if no record was opened, or the record could not be decoded.
   */
  get opened(): OpenedRecord {
    if (this.#opened === undefined) throw new Error('There is nothing to show: the record was not read.')
    return this.#opened
  }

  get registry(): Registry {
    if (this.#registry === undefined) throw new Error('There is no input yet.')
    return this.#registry
  }

  get source(): string {
    return this.#source
  }

  /** True if the input contains only the shown record. */
  get isAlone(): boolean {
    return this.#records.length === 1 && this.#records[0]?.place.line === undefined
  }

  show({ record: number, wire }: Choice): Shown {
    this.#opened = undefined
    const record = this.#records[number]
    if (record === undefined)
      return failed(
        'the input',
        { code: 'invalid-json', path: '', message: 'The input is empty.' },
        this.#text ?? '',
      )
    const name = nameOf(record, number)
    const read = attemptOf(() => new OpenedRecord(record, this.registry, wire))
    if ('failure' in read) return failed(name, told(read.failure), this.#sourceOf(record, undefined).text)
    const opened = read.value
    this.#opened = opened
    const source = this.#sourceOf(record, opened)
    this.#source = source.text
    const { resolved, decoded, value, canonical } = opened
    const places = placesIn(source, { notices: decoded.notices, value, canonical })
    const report = { ...decoded, name, wire: resolved.adapter.id, reason: resolved.reason }
    return {
      name,
      wire: resolved.adapter.id,
      summary: summaryOf(opened),
      isFailed: decoded.error !== undefined,
      source: shownText(source.text),
      notices: [...failureNotices(decoded.error), ...listed(decoded.notices, places)],
      conversation: conversationMarkup(report, value).text,
      sides: opened.sides,
      isStreamed: resolved.stream !== undefined,
      tools: (decoded.request?.tools ?? []).flatMap((tool) => (tool.type === 'function' ? tool.name : [])),
    }
  }

  canonical(): View {
    const { decoded, value, canonical, canonicalText: text } = this.opened
    const told = { notices: decoded.notices, value, canonical }
    const inSource = placesIn({ text: this.#source, isExact: true }, told)
    return {
      view: shownText(text),
      notices: [
        ...failureNotices(decoded.error),
        ...listed(decoded.notices, inSource, placesIn({ text, isExact: false }, told)),
      ],
    }
  }

  translate({ to, side }: Translation): View {
    const { decoded, resolved, canonical, value } = this.opened
    const { request, response } = decoded
    const input =
      side === 'request'
        ? { request: request && (() => request) }
        : { response: response && (() => response) }
    const options = { to: this.registry.get(to), from: resolved.adapter.codecs, stream: side === 'stream' }
    const encoded = encodeExchange(input, options)
    const written = encoded.request ?? encoded.response ?? encoded.chunks
    const text = encoded.sse ?? (written === undefined ? '' : indented(stringifyExact(written)))
    const beginning = side === 'request' ? '/request' : '/response'
    const ownNotices = decoded.notices.filter(
      ({ path }) => path.startsWith('/request') === (side === 'request') || !path.startsWith('/re'),
    )
    const own = { notices: ownNotices, value, canonical }
    const told = { notices: encoded.notices, value: canonical, canonical }
    const inner = {
      notices: encoded.notices.map((notice) => within(notice, beginning)),
      value: written ?? null,
      canonical,
    }
    const inView = placesIn({ text, isExact: false }, told)
    const exact = side === 'stream' ? [] : placesIn({ text, isExact: true }, inner)
    return {
      view: shownText(text),
      notices: [
        ...failureNotices(encoded.error),
        ...listed(
          ownNotices,
          placesIn({ text: this.#source, isExact: true }, own),
          placesIn({ text, isExact: false }, own),
        ),
        ...listed(
          encoded.notices,
          placesIn({ text: this.#source, isExact: false }, told),
          inView.map((place, index) => place ?? exact[index]),
        ),
      ],
    }
  }

  #sourceOf(
    record: InputRecord,
    opened: OpenedRecord | undefined,
  ): { readonly text: string; readonly isExact: boolean } {
    const text = this.#text ?? ''
    const stream = opened?.streamText
    if (stream !== undefined) return { text: stream, isExact: false }
    if (opened === undefined) return { text: failedText(record, text, this.#records.length), isExact: false }
    if (this.isAlone && /^\s*\{[^\n]*\n/.test(text) && isOwnText(opened, text)) return { text, isExact: true }
    return { text: recordText(opened.content), isExact: true }
  }
}

/** Returns true if the record is the complete text rather than a part of it. */
function isOwnText({ value }: OpenedRecord, text: string): boolean {
  const parsed = tryParseJson(text)
  return parsed !== undefined && equalJson(parsed, value)
}

function failedText(record: InputRecord, text: string, count: number): string {
  if (count === 1) return text
  const read = attemptOf(() => recordText(record.read()))
  if ('value' in read) return read.value
  const { line } = record.place
  return line === undefined ? text : (text.split('\n')[line - 1] ?? '')
}

function within(notice: Notice, beginning: string): Notice {
  const path = notice.path.startsWith(beginning) ? notice.path.slice(beginning.length) : notice.path
  return { ...notice, path }
}

/** Returns the kind of the record and the reason for its wire. */
function summaryOf({ resolved, sides }: OpenedRecord): string {
  const kinds = [
    sides.includes('request') ? 'a request' : [],
    resolved.stream !== undefined ? 'a stream' : resolved.response !== undefined ? 'an answer' : [],
  ].flat()
  const { adapter, isNamed, reason } = resolved
  return `${upperFirst(kinds.join(' and ') || 'a record')} of ${adapter.title}${isNamed ? '' : ', recognized'}: ${reason}`
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function nameOf({ place }: InputRecord, index: number): string {
  return place.line === undefined ? `record ${place.item ?? index + 1}` : `line ${place.line}`
}

function textIn(bytes: Uint8Array): string | undefined {
  const decoded = attemptOf(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  return 'value' in decoded ? decoded.value : undefined
}

function attemptOf<Value>(run: () => Value): { readonly value: Value } | { readonly failure: PrintedError } {
  try {
    return { value: run() }
  } catch (error) {
    return { failure: printedError(error) }
  }
}

function failureNotices(error: PrintedError | undefined): ListedNotice[] {
  return error === undefined ? [] : [{ severity: 'error', ...error }]
}

/** Replaces a message that names command-line options by one for the playground. */
function told(failure: PrintedError): PrintedError {
  return failure.code === 'unknown-wire' ? { ...failure, message: UNKNOWN } : failure
}

const UNKNOWN =
  'No wire is recognized in this. Choose one under “Read as”, or wrap it in a record: {"request": …} or {"response": …}.'

function failed(name: string, failure: PrintedError, source: string): Shown {
  return {
    ...{ name, wire: undefined, summary: failure.message, isFailed: true },
    source: shownText(source),
    notices: failureNotices(failure).map((notice) => ({
      ...notice,
      inSource: failure.code === 'invalid-json' ? syntaxPlace(source) : undefined,
    })),
    conversation: errorMarkup(failure).text,
    ...{ sides: [], tools: [], isStreamed: false },
  }
}
