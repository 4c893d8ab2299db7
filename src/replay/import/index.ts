import { AdapterError } from '../../json/errors.js'
import { tryParseJson } from '../../json/parse.js'
import { isArray, isObject } from '../../json/read.js'
import type { JsonValue } from '../../json/types.js'
import { type RedactOptions, redactExchange } from '../redact.js'
import type { Imported, ImportOptions } from './imported.js'

export type { Imported, ImportOptions } from './imported.js'

/** A pure function from a file's text to exchanges. */
export type Importer = (text: string, options?: ImportOptions) => Imported

export interface ImportFormat {
  readonly name: string
  readonly title: string
  /** Whether the content is of this format, whatever the file is called. */
  matches(source: Source): boolean
  /** Loaded on demand: one of them needs a library of its own. */
  load(): Promise<Importer>
}

/** A file as its format is recognised by. */
interface Source {
  readonly text: string
  /** When the whole text is JSON. */
  readonly json: JsonValue | undefined
  /** The first line that is not empty, when it is JSON. */
  readonly firstLine: JsonValue | undefined
}

/** All formats; the first that matches is taken. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  {
    name: 'har',
    title: 'HAR 1.2, as browsers and proxies save it',
    matches: ({ json }) => isObject(json) && isObject(json.log) && isArray(json.log.entries),
    load: async () => (await import('./har.js')).importHar,
  },
  {
    name: 'aimock',
    title: 'aimock fixtures; --wire says for which wire they are written',
    matches: ({ json }) => isObject(json) && isArray(json.fixtures),
    load: async () => (await import('./aimock.js')).importAimock,
  },
  {
    name: 'vcr',
    title: 'cassettes of VCR.py, pytest-recording, go-vcr and VCR for Ruby (YAML or JSON)',
    matches: ({ text, json }) =>
      isObject(json) ? isArray(json.interactions) || isArray(json.http_interactions) : VCR.test(text),
    load: async () => (await import('./vcr.js')).importVcr,
  },
  {
    name: 'jsonl',
    title: 'exchanges as JSON Lines, or one or a list of them as JSON',
    matches: ({ json, firstLine }) => isRecord(isArray(json) ? json[0] : (json ?? firstLine)),
    load: async () => (await import('./jsonl.js')).importJsonLines,
  },
  {
    name: 'chunks',
    title: 'one stream, one event as JSON per line (.chunks.txt)',
    matches: ({ firstLine }) => isObject(firstLine),
    load: async () => (await import('./chunks.js')).importChunks,
  },
]

const VCR = /^(?:http_)?interactions:/m
/** A bare response may have a member `response` as well (one of a batch, say), but none of the others. */
const RECORD_KEYS = ['request', 'response', 'sse', 'chunks', 'eventStreamBase64']
/** What cassettes of this library begin with. */
const CASSETTE = /^\{\s*"cassette":/

function isRecord(value: JsonValue | undefined): boolean {
  return (
    isObject(value) && typeof value.type !== 'string' && RECORD_KEYS.some((key) => Object.hasOwn(value, key))
  )
}

/** @throws AdapterError('unsupported') when the content is of no known format. */
export function detectFormat(text: string): ImportFormat {
  const source = sourceOf(text)
  const found = IMPORT_FORMATS.find((format) => format.matches(source))
  if (found !== undefined && !CASSETTE.test(text)) return found
  const known = IMPORT_FORMATS.map(({ name }) => name).join(', ')
  const reason = CASSETTE.test(text)
    ? 'the file is a cassette already'
    : `the content is of no known format (${known}); if it is one of them, name it`
  throw new AdapterError('unsupported', '', reason)
}

function sourceOf(text: string): Source {
  const firstLine = /\S[^\r\n]*/.exec(text)?.[0] ?? ''
  return { text, json: tryParseJson(text), firstLine: tryParseJson(firstLine) }
}

/** @throws AdapterError('unsupported') that lists the formats. */
export function formatNamed(name: string): ImportFormat {
  const found = IMPORT_FORMATS.find((format) => format.name === name)
  if (found !== undefined) return found
  const known = IMPORT_FORMATS.map((format) => format.name).join(', ')
  throw new AdapterError('unsupported', '', `unknown format "${name}"; known are ${known}`)
}

export interface ImportRecordingsOptions extends ImportOptions {
  /** The name of a format. Default: recognised by the content. */
  readonly format?: string
  /** What is redacted beyond the usual secrets. */
  readonly redact?: RedactOptions
}

/**
 * Reads recordings that another tool made, ready to be written to disk: secrets are redacted.
 * @throws AdapterError when nothing of the text can be read.
 */
export async function importRecordings(
  text: string,
  options: ImportRecordingsOptions = {},
): Promise<Imported> {
  const { format: name, redact, ...rest } = options
  const content = text.startsWith('\ufeff') ? text.slice(1) : text
  const format = name === undefined ? detectFormat(content) : formatNamed(name)
  const imported = (await format.load())(content, rest)
  return { ...imported, exchanges: imported.exchanges.map((exchange) => redactExchange(exchange, redact)) }
}
