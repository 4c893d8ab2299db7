import type { JsonObject } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { compact } from '../../base/json/write-json.js'

/**
 * Matches the beginning of a text with raw HTTP requests and answers, as printed by `curl -i` and `curl -v`.
 */
const DUMP = /^(?:[*<>] )?(?:HTTP\/[\d.]+ \d{3}|[A-Z]+ \S+ HTTP\/[\d.]+)/m
const BEGIN = /^(?:[<>] )?(?:HTTP\/[\d.]+ (?<status>\d{3})|(?<method>[A-Z]+) \S+ HTTP\/[\d.]+)/
/** Matches status lines of `curl -v`. */
const OWN = /^(?:\*|[{}] \[)/
const EVENTS = /^\s*(?:event|data|id|retry)?:/

/** Returns true if the first lines are HTTP. */
export function isHttpDump(text: string): boolean {
  const first = text.split('\n').find((line) => line.trim() !== '' && !OWN.test(line))
  return first !== undefined && BEGIN.test(first) && DUMP.test(text)
}

/**
 * Returns the exchanges of a dump as records. An answer without a body, such as `100 Continue`, is skipped.
 */
export function httpRecords(text: string): JsonObject[] {
  const records: JsonObject[] = []
  let request: JsonObject | undefined
  for (const { status, body } of messagesIn(text)) {
    if (body.trim() === '') continue
    if (status === undefined) request = bodyOf(body, 'request')
    else {
      records.push(compact({ ...request, status: Number(status), ...bodyOf(body, 'response') }))
      request = undefined
    }
  }
  return request === undefined ? records : [...records, request]
}

interface HttpMessage {
  /** The status. Only present in an answer. */
  readonly status: string | undefined
  readonly body: string
}

/** Splits a dump. The headers end with an empty line. A body ends where the next start line begins. */
function messagesIn(text: string): HttpMessage[] {
  const messages: { status: string | undefined; lines: string[]; isHead: boolean }[] = []
  for (const line of text.split(/\r?\n/)) {
    const begin = BEGIN.exec(line)
    const last = messages.at(-1)
    if (begin !== null) messages.push({ status: begin.groups?.status, lines: [], isHead: true })
    else if (last?.isHead) last.isHead = !/^(?:[<>] ?)?$/.test(line)
    else if (!OWN.test(line)) last?.lines.push(line)
  }
  return messages.map(({ status, lines }) => ({ status, body: lines.join('\n') }))
}

/** Reads a body. A body that is neither JSON nor an event stream is reported as broken when it is decoded. */
function bodyOf(body: string, side: 'request' | 'response'): JsonObject {
  if (EVENTS.test(body)) return { sse: body }
  return { [side]: tryParseJson(body) ?? body }
}
