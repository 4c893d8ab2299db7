import type { JsonObject } from '../../base/json/json-types.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { fill, fillText, type Values } from './fill.js'
import type { ErrorBodyForm, ServerWords } from './server-row.js'

/** An error of the mock, before it is an HTTP answer. */
export interface MockError {
  readonly words: Pick<ServerWords, 'status' | 'type' | 'code' | 'param' | 'body' | 'headers'>
  /** The complete message. */
  readonly message: string
  /** The placeholders of the body. */
  readonly values: Values
}

/** Creates the error of a server for these findings. */
export function serverError(words: ServerWords, findings: readonly Values[], join?: string): MockError {
  const [values = {}] = findings
  const { text } = words
  const texts = (join === undefined ? [values] : findings).map((found) =>
    text === null ? unknownText(found.at) : fillText(text, { ...found, count: findings.length }),
  )
  return { words, message: texts.join(join ?? ''), values }
}

/** Returns the text for a server whose words are not known. It names only the path. */
function unknownText(at: Values[string] = ''): string {
  return `text unknown: this server refuses ${at === '' ? 'the request' : String(at)} (words of the mock)`
}

/** Returns the values of an error's placeholders. */
export function errorValues({ words, message, values }: MockError, form: ErrorBodyForm): Values {
  const { status } = words
  const given: Values = { ...values, message, status, statusText: String(status) }
  const member = (value: ServerWords['type'], usual: ServerWords['type']) =>
    value === undefined ? (usual ?? null) : fill(value, given)
  return {
    ...given,
    type: member(words.type, form.types?.[status]),
    code: member(words.code, form.codes?.[status]),
    param: member(words.param, null),
  }
}

/** Creates the HTTP answer to an error, in the form of the server. */
export function serverErrorResponse(error: MockError, form: ErrorBodyForm, requestId: string): Response {
  const { words } = error
  const values = { ...errorValues(error, form), requestId }
  const body = fill(words.body ?? form.body, values)
  const given = { ...form.headers, ...words.headers }
  const headers = Object.fromEntries(
    Object.entries(given).map(([key, text]) => [key, fillText(text, values)]),
  )
  return new Response(typeof body === 'string' ? body : stringifyJson(body), {
    status: words.status,
    headers: { 'content-type': form.contentType ?? 'application/json', ...headers },
  })
}

/** Creates the error of the mock itself. Its status is not retried by clients. */
export function mockError(message: string, status = 404): MockError {
  const words = { status, type: 'toolwire_mock', code: 'toolwire_mock' }
  return { words, message: `toolwire mock: ${message}`, values: {} satisfies JsonObject }
}
