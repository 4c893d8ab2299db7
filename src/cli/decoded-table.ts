import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { stringifyExact } from '../base/json/parse.js'
import { isObject, objectIn, objectsIn, stringOr } from '../base/json/read-json.js'
import type { RecordTable } from './record-table.js'

/** The canonical request and answer of a record, part by part. */
export const DECODED_TABLE: RecordTable = {
  head: ['in', 'who', 'part', 'content'],
  empty: 'no messages',
  hasNotices: true,
  rows: ({ request, response }) => [
    ...(isObject(request) ? requestRows(request) : []),
    ...(isObject(response) ? answerRows(response) : []),
  ],
}

type Row = readonly (JsonValue | undefined)[]

function requestRows({ messages, tools, providerMetadata: _, ...settings }: JsonObject): Row[] {
  const names = objectsIn(tools).map(({ name }) => stringOr(name, ''))
  return [
    ...summaryRow('request', 'settings', settings),
    ...(names.length === 0 ? [] : [['request', '', 'tools', names.join(', ')]]),
    ...objectsIn(messages).flatMap((message) => partRows('request', message)),
  ]
}

function answerRows({ message, providerMetadata: _, ...facts }: JsonObject): Row[] {
  const { finish, usage, error, ...others } = facts
  return [
    ...partRows('answer', objectIn(message)),
    ...summaryRow('answer', 'finish', finish),
    ...summaryRow('answer', 'usage', usage),
    ...summaryRow('answer', 'error', error),
    ...summaryRow('answer', 'facts', others),
  ]
}

/** Returns a row with the members of an object, `model: gpt-5.4, temperature: 0.2`. */
function summaryRow(side: string, part: string, facts: JsonValue | undefined): Row[] {
  const texts = Object.entries(objectIn(facts)).map(([name, value]) => `${name}: ${wordOf(value)}`)
  return texts.length === 0 ? [] : [[side, '', part, texts.join(', ')]]
}

function wordOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyExact(value)
}

function partRows(side: string, { role, parts }: JsonObject): Row[] {
  return objectsIn(parts).map((part) => [side, role, part.type, contentOf(part)])
}

function contentOf(part: JsonObject): JsonValue | undefined {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'tool-call':
      return worded(part.name, unlessComplete(part.status), part.arguments ?? part.rawArguments)
    case 'tool-result': {
      const { output, name, callId, isError } = part
      return worded(name || callId, isError === true ? 'error' : '', objectIn(output).value ?? output)
    }
    case 'media':
      return worded(part.kind, part.mediaType, part.source)
    case 'source':
      return worded(part.title, '', part.url)
    default:
      return part.value
  }
}

function unlessComplete(status: JsonValue | undefined): JsonValue | undefined {
  return status === 'complete' ? '' : status
}

function worded(...values: readonly (JsonValue | undefined)[]): string {
  return values
    .filter((value) => value !== undefined && value !== '')
    .map((value) => wordOf(value ?? ''))
    .join(' ')
}
