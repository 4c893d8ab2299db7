import { Composer, type CST, Lexer, LineCounter, Parser, type TagId, type Tags } from 'yaml'
import { bodyBytes, recordBody, recordText } from '../../../base/http/recorded-body.js'
import type {
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from '../../../base/http/recorded-exchange.js'
import { AdapterError } from '../../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../../base/json/json-types.js'
import {
  asJson,
  at,
  expectArray,
  expectObject,
  expectString,
  isArray,
  isObject,
} from '../../../base/json/read-json.js'
import { compact, stringifyJson } from '../../../base/json/write-json.js'
import { recordAnswer } from '../recorded-streams.js'
import { bytesOf } from './bytes.js'
import { decompressRecorded } from './decompress.js'
import { recordHeaders } from './headers.js'
import {
  checkMethod,
  checkStatus,
  checkUrl,
  type Imported,
  type ImportOptions,
  importEntries,
} from './imported.js'
import { nameWire } from './wire.js'

/**
 * Imports cassettes of VCR.py and similar tools, in YAML or JSON: `interactions` (VCR.py, pytest-recording,
 * go-vcr) or `http_interactions` (VCR for Ruby). https://vcrpy.readthedocs.io/
 * @throws AdapterError if the file is not such a cassette.
 */
export function importVcr(cassette: string | JsonValue, options: ImportOptions = {}): Imported {
  const value = expectObject(typeof cassette === 'string' ? parseYaml(cassette) : cassette, '')
  const list = value.interactions === undefined ? 'http_interactions' : 'interactions'
  const name = options.name ?? 'vcr'
  return importEntries(expectArray(value[list], `/${list}`), `/${list}`, (entry, { path, index }) => [
    nameWire(readInteraction(expectObject(entry, path), path, `${name}#${index}`), options),
  ])
}

/**
 * Parses YAML in the dialect of PyYAML, which is version 1.1 with two differences: a number with an exponent
 * needs a dot (so that the hash `12e34567` is text), and dates are not recognized.
 */
function parseYaml(text: string): JsonValue {
  const lineCounter = new LineCounter()
  // The library's own pretty errors copy the line of each error: a long line of errors would take quadratic time.
  const composer = new Composer({
    prettyErrors: false,
    version: '1.1',
    uniqueKeys: false,
    logLevel: 'silent',
    customTags: (tags) => pythonTags(tags),
  })
  const [document, second] = composer.compose(tokensOf(text, lineCounter), true, text.length)
  if (document === undefined || second !== undefined)
    throw new AdapterError('wrong-type', '', 'not YAML: the text has to be one document')
  const [problem] = document.errors
  if (problem !== undefined) {
    const { line, col } = lineCounter.linePos(problem.pos[0])
    throw new AdapterError('wrong-type', '', `not YAML: ${problem.message} at line ${line}, column ${col}`)
  }
  try {
    return asJson(document.toJS({ maxAliasCount: 10_000 }))
  } catch (error) {
    throw new AdapterError('wrong-type', '', `not usable YAML: ${String(error)}`)
  }
}

/** Deeper than any cassette. The composer of `yaml` is recursive, and on deep documents aborts the process. */
const MAX_DEPTH = 200

/**
 * Returns the tokens of a text.
 * @throws AdapterError `too-deep` before the composer receives a deep token.
 */
function* tokensOf(text: string, { addNewLine }: LineCounter): Generator<CST.Token> {
  const parser = new Parser(addNewLine)
  addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > MAX_DEPTH)
      throw new AdapterError('too-deep', '', `nested deeper than ${MAX_DEPTH} levels`)
  }
  yield* parser.end()
}

const EXPONENT: Exclude<Tags[number], TagId> = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  test: /^[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)[eE][-+][0-9]+$/,
  resolve: (text: string) => Number.parseFloat(text.replaceAll('_', '')),
}

function pythonTags(tags: Tags): Tags {
  const kept = tags.filter((tag) => {
    if (typeof tag === 'string') return true
    return !('format' in tag && tag.format === 'EXP') && tag.tag !== 'tag:yaml.org,2002:timestamp'
  })
  return [...kept, EXPONENT]
}

function readInteraction(entry: JsonObject, path: string, id: string): RecordedExchange {
  const { recorded_at: recordedAt } = entry
  return compact({
    id,
    recordedAt: typeof recordedAt === 'string' ? isoDate(recordedAt) : undefined,
    request: readRequest(expectObject(entry.request, `${path}/request`), `${path}/request`),
    response: readResponse(expectObject(entry.response, `${path}/response`), `${path}/response`),
  })
}

function isoDate(text: string): string | undefined {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function readRequest(request: JsonObject, path: string): RecordedRequest {
  const bytes = readBytes(request, path)
  return compact({
    method: checkMethod(request.method, `${path}/method`),
    url: checkUrl(request.uri ?? request.url, `${path}/uri`),
    headers: recordHeaders(readHeaders(request.headers, `${path}/headers`)),
    body: bytes === undefined ? readParsed(request, path) : recordBody(bytes),
  })
}

function readResponse(response: JsonObject, path: string): RecordedResponse {
  const headers = readHeaders(response.headers, `${path}/headers`)
  const header = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''
  const bytes = readBytes(response, path)
  const unpacked = bytes && decompressRecorded(bytes, header('content-encoding'), `${path}/body`)
  return compact({
    status: checkStatus(readStatus(response), `${path}/status`),
    headers: recordHeaders(headers),
    body:
      unpacked === undefined ? readParsed(response, path) : recordAnswer(unpacked, header('content-type')),
  })
}

/** Reads `status: {code}`, or a code next to or in place of a status text. */
function readStatus({ status, code, status_code: statusCode }: JsonObject): number {
  const found = [isObject(status) ? status.code : status, code, statusCode].find(
    (candidate) => typeof candidate === 'number',
  )
  return typeof found === 'number' ? found : 0
}

/** Reads a body in parsed form: pytest-recording writes a JSON body as YAML. */
function readParsed({ parsed_body: parsed }: JsonObject, path: string): RecordedBody | undefined {
  return parsed === undefined ? undefined : recordText(stringifyJson(parsed, `${path}/parsed_body`))
}

/** Returns the recorded bytes: a text or `!!binary`, either bare or in an object. */
function readBytes({ body, content, parsed_body: parsed }: JsonObject, path: string): Uint8Array | undefined {
  const value = body ?? content
  if (value === undefined || value === null || parsed !== undefined) return undefined
  const place = `${path}/body`
  const direct = asBytes(value)
  if (direct !== undefined) return direct
  const { string, base64_string: base64 } = expectObject(value, place)
  if (typeof base64 === 'string') return bytesOf(base64.replace(/\s/g, ''), true, place)
  if (string === undefined || string === null) return undefined
  return asBytes(string) ?? new TextEncoder().encode(expectString(string, `${place}/string`))
}

function asBytes(value: JsonValue | Uint8Array): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value
  return typeof value === 'string' ? bodyBytes({ text: value }) : undefined
}

/** Returns the headers. Each header has one value or a list of values. */
function readHeaders(value: JsonValue | undefined, path: string): [name: string, value: string][] {
  if (value === undefined || value === null) return []
  return Object.entries(expectObject(value, path)).flatMap(([name, values]) =>
    (isArray(values) ? values : [values]).map((text): [string, string] => [
      name,
      headerText(text, at(path, name)),
    ]),
  )
}

function headerText(value: JsonValue, path: string): string {
  const bytes = asBytes(value)
  if (bytes !== undefined) return new TextDecoder().decode(bytes)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new AdapterError('wrong-type', path, 'a header has to be a text or a list of texts')
}
