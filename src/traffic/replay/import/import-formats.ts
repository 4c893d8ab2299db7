import type { JsonValue } from '../../../base/json/json-types.js'
import { isArray, isObject } from '../../../base/json/read-json.js'
import type { Imported, ImportOptions } from './imported.js'

/** A pure function from a file's text, or its JSON, to exchanges. */
export type Importer = (content: string | JsonValue, options?: ImportOptions) => Imported

export interface ImportFormat {
  readonly name: string
  readonly title: string
  /** True for a tool's recording format. Other formats are bodies and streams in transferred form. */
  readonly isOfTool?: true
  /** Returns true if the content has this format. The file name is ignored. */
  matches(source: ImportFile): boolean
  /** Loads the importer. It is loaded on demand, because one importer needs an additional library. */
  load(): Promise<Importer>
}

/** The data that identifies the format of a file. */
export interface ImportFile {
  readonly text: string
  /** The parsed text. Present if the complete text is JSON. */
  readonly json: JsonValue | undefined
  /** The first non-empty line, if it is JSON. */
  readonly firstLine: JsonValue | undefined
}

/** All formats. The first match is used. */
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
    title: 'cassettes of VCR.py, pytest-recording, go-vcr, VCR for Ruby',
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
    matches: ({ text }) => EVENT_STREAM_START.test(text),
    load: async () => (await import('./chunks.js')).importSse,
  },
  {
    name: 'chunks',
    title: 'one stream, one event as JSON per line (.chunks.txt)',
    matches: ({ firstLine }) => isObject(firstLine),
    load: async () => (await import('./chunks.js')).importChunks,
  },
]

/** Matches the beginning of a text with server-sent events. */
export const EVENT_STREAM_START = /^\ufeff?(?:(?:event|data|id|retry)?:|(?:event|data|id|retry)(?=[\r\n]))/
const VCR = /^(?:http_)?interactions:/m
/**
 * The members by which an exchange is recognized. A bare response, for example in a batch, may have the
 * member `response`, but not the other members.
 */
const RECORD_KEYS = ['request', 'response', 'sse', 'chunks', 'eventStreamBase64']
/** Matches the beginning of this library's cassettes. */
export const CASSETTE = /^\{\s*"cassette":/

/** Returns true if the value is an exchange rather than a body or an event. */
export function isRecord(value: JsonValue | undefined): boolean {
  return (
    isObject(value) && typeof value.type !== 'string' && RECORD_KEYS.some((key) => Object.hasOwn(value, key))
  )
}

/** Returns the first non-empty line. */
export function firstLineOf(text: string): string {
  return /\S[^\r\n]*/.exec(text)?.[0] ?? ''
}
