import type { JsonObject } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { valueAt } from '../../base/json/pointer.js'
import { isObject, numberOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { LogFormat, LogRecord } from './log-types.js'

/** The JSON Pointers to the two bodies of an exchange in a log. The first value that exists is used. */
interface BodyPair {
  readonly title: string
  readonly id: string
  readonly request: readonly string[]
  readonly response: readonly string[]
  readonly status?: string
  /** JSON Pointers of which one leads to a value in every log of this program. */
  readonly sign: readonly string[]
}

/**
 * Logs with both bodies of an exchange. Bodies may be text.
 * - Helicone: https://github.com/Helicone/helicone/blob/main/examples/export/typescript/index.ts
 * - WireMock: https://wiremock.org/docs/stubbing/ and /docs/verifying/
 * - Bedrock: https://docs.aws.amazon.com/bedrock/latest/userguide/model-invocation-logging.html
 */
const PAIRS: readonly BodyPair[] = [
  {
    title: 'a request of Helicone',
    id: '/request_id',
    request: ['/request_body'],
    response: ['/response_body'],
    status: '/response_status',
    sign: ['/request_body', '/response_body'],
  },
  {
    title: 'an HTTP exchange as one object, such as a stub mapping of WireMock',
    id: '/id',
    request: ['/request/body', '/request/bodyPatterns/0/equalToJson'],
    response: ['/response/jsonBody', '/response/body'],
    status: '/response/status',
    sign: ['/request/method'],
  },
  {
    title: 'an invocation log of Bedrock',
    id: '/requestId',
    request: ['/input/inputBodyJson'],
    response: ['/output/outputBodyJson'],
    sign: ['/input/inputBodyJson'],
  },
]

/** Formats with both bodies of an exchange. */
export const bodyPairs: readonly LogFormat[] = PAIRS.map((pair) => ({
  title: pair.title,
  read: (value) =>
    pair.sign.some((path) => valueAt(value, path) !== undefined) ? recordOf(value, pair) : undefined,
}))

function recordOf(value: JsonObject, { id, request, response, status }: BodyPair): LogRecord | undefined {
  const asked = bodyAt(value, request)
  const answered = bodyAt(value, response)
  if (asked === undefined && answered === undefined) return undefined
  return compact({
    id: valueAt(value, id),
    request: isObject(asked?.value) ? asked : undefined,
    response: isObject(answered?.value) ? answered : undefined,
    stream: answered && streamIn(answered),
    status: status === undefined ? undefined : numberOr(valueAt(value, status), undefined),
  })
}

/** Returns the first body at these paths. A text that is not JSON is an event stream; a request is never one. */
function bodyAt(value: JsonObject, paths: readonly string[]): Body | undefined {
  for (const path of paths) {
    const found = valueAt(value, path)
    const body = typeof found === 'string' ? (tryParseJson(found) ?? found) : found
    if (isObject(body) || (typeof body === 'string' && EVENT_STREAM.test(body))) return { path, value: body }
  }
  return undefined
}

function streamIn({ path, value }: Body): LogRecord['stream'] {
  return typeof value === 'string' ? { path, value } : undefined
}

const EVENT_STREAM = /^(?:event|data|id|retry)?:/
type Body = { readonly path: string; readonly value: JsonObject | string }
