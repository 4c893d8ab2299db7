import type { JsonValue } from '../../../base/json/json-types.js'
import { isArray, isObject } from '../../../base/json/read-json.js'
import type { Imported, ImportOptions } from './imported.js'

/** A pure function from a file's text, or the JSON that it is, to exchanges. */
export type Importer = (content: string | JsonValue, options?: ImportOptions) => Imported

export interface ImportFormat {
  readonly name: string
  readonly title: string
  /** Whether it is a tool's own way to keep exchanges. The others are bodies and streams as they were sent. */
  readonly isOfTool?: true
  /** Whether the content is of this format, whatever the file is called. */
  matches(source: ImportFile): boolean
  /** Loaded on demand: one of them needs a library of its own. */
  load(): Promise<Importer>
}

/** A file as its format is recognized by. */
export interface ImportFile {
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
    isOfTool: true,
    title: 'HAR 1.2, as browsers and proxies save it',
    matches: ({ json }) => isObject(json) && isObject(json.log) && isArray(json.log.entries),
    load: async () => (await import('./har.js')).importHar,
  },
  {
    name: 'aimock',
    isOfTool: true,
    title: 'aimock fixtures; --wire names the wire to write',
    matches: ({ json }) => isObject(json) && isArray(json.fixtures),
    load: async () => (await import('./aimock.js')).importAimock,
  },
  {
    name: 'vcr',
    isOfTool: true,
    title: 'cassettes of VCR.py, pytest-recording, go-vcr and VCR for Ruby (YAML or JSON)',
    matches: ({ text, json }) =>
      isObject(json) ? isArray(json.interactions) || isArray(json.http_interactions) : VCR.test(text),
    load: async () => (await import('./vcr.js')).importVcr,
  },
  {
    name: 'jsonl',
    title: 'exchanges as JSON Lines, as a JSON list, or a single one',
    matches: ({ json, firstLine }) => isRecord(isArray(json) ? json[0] : (json ?? firstLine)),
    load: async () => (await import('./jsonl.js')).importJsonLines,
  },
  {
    name: 'sse',
    title: 'a saved event stream (.sse)',
    matches: ({ text }) => EVENT_STREAM.test(text),
    load: async () => (await import('./chunks.js')).importSse,
  },
  {
    name: 'chunks',
    title: 'one stream, one event as JSON per line (.chunks.txt)',
    matches: ({ firstLine }) => isObject(firstLine),
    load: async () => (await import('./chunks.js')).importChunks,
  },
]

/** How a text begins that holds server-sent events. */
export const EVENT_STREAM = /^\ufeff?(?:(?:event|data|id|retry)?:|(?:event|data|id|retry)(?=[\r\n]))/
const VCR = /^(?:http_)?interactions:/m
/** A bare response may have a member `response` as well (one of a batch, say), but none of the others. */
const RECORD_KEYS = ['request', 'response', 'sse', 'chunks', 'eventStreamBase64']
/** What cassettes of this library begin with. */
export const CASSETTE = /^\{\s*"cassette":/

/** Whether it is an exchange rather than a body or an event. */
export function isRecord(value: JsonValue | undefined): boolean {
  return (
    isObject(value) && typeof value.type !== 'string' && RECORD_KEYS.some((key) => Object.hasOwn(value, key))
  )
}

/** The first line that is not empty. */
export function firstLineOf(text: string): string {
  return /\S[^\r\n]*/.exec(text)?.[0] ?? ''
}
