import type { RecordedExchange } from '../../base/http/recorded-exchange.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import {
  asNative,
  at,
  expectArray,
  expectObject,
  expectString,
  isObject,
  wrongType,
} from '../../base/json/read-json.js'

/**
 * Returns the value as an exchange.
 * @throws AdapterError with the path of the invalid part.
 */
export function checkExchange(value: JsonObject, path: string): RecordedExchange {
  expectString(value.id, `${path}/id`)
  checkRequest(value.request, `${path}/request`)
  checkResponse(value.response, `${path}/response`)
  return asNative<RecordedExchange>(value)
}

function checkRequest(value: JsonValue | undefined, path: string): void {
  const request = expectObject(value, path)
  expectString(request.method, `${path}/method`)
  expectString(request.url, `${path}/url`)
  checkMessage(request, path)
}

function checkResponse(value: JsonValue | undefined, path: string): void {
  const response = expectObject(value, path)
  checkStatus(response.status, `${path}/status`)
  checkMessage(response, path)
}

/** Checks that a fetch Response can have this status. */
function checkStatus(status: JsonValue | undefined, path: string): void {
  if (typeof status !== 'number') throw wrongType('a status number', status, path)
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new AdapterError('wrong-type', path, 'expected a status from 200 to 599')
}

function checkMessage(message: JsonObject, path: string): void {
  const headers = expectObject(message.headers, `${path}/headers`)
  for (const [name, header] of Object.entries(headers)) expectString(header, at(`${path}/headers`, name))
  if (message.body !== undefined) checkBody(message.body, `${path}/body`)
}

function checkBody(body: JsonValue, path: string): void {
  const object = expectObject(body, path)
  if ('json' in object) return
  if ('chunks' in object) {
    expectArray(object.chunks, `${path}/chunks`).forEach((chunk, index) => {
      checkChunk(chunk, at(`${path}/chunks`, index))
    })
  } else if (typeof object.text !== 'string' && typeof object.base64 !== 'string') {
    throw new AdapterError('missing-field', path, 'a body needs one of json, text, base64 and chunks')
  }
}

function checkChunk(chunk: JsonValue, path: string): void {
  const good =
    isObject(chunk) &&
    typeof chunk.at === 'number' &&
    (typeof chunk.text === 'string' || typeof chunk.base64 === 'string')
  if (!good) throw new AdapterError('wrong-type', path, 'a chunk needs a time `at` and a `text` or `base64`')
}
