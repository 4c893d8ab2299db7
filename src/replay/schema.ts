import { AdapterError } from '../json/errors.js'
import { asNative, at, expectArray, expectObject, expectString, isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import type { RecordedExchange } from './exchange.js'

/** The value as an exchange, or an AdapterError that says where it is none. */
export function checkExchange(value: JsonObject, path: string): RecordedExchange {
  expectString(value.id, at(path, 'id'))
  const request = expectObject(value.request, at(path, 'request'))
  expectString(request.method, at(path, 'request/method'))
  expectString(request.url, at(path, 'request/url'))
  checkMessage(request, at(path, 'request'))
  const response = expectObject(value.response, at(path, 'response'))
  if (typeof response.status !== 'number') {
    throw new AdapterError('wrong-type', at(path, 'response/status'), 'expected a status number')
  }
  checkMessage(response, at(path, 'response'))
  return asNative<RecordedExchange>(value)
}

function checkMessage(message: JsonObject, path: string): void {
  const headers = expectObject(message.headers, at(path, 'headers'))
  for (const [name, header] of Object.entries(headers)) expectString(header, at(at(path, 'headers'), name))
  if (message.body !== undefined) checkBody(message.body, at(path, 'body'))
}

function checkBody(body: JsonValue, path: string): void {
  const object = expectObject(body, path)
  if ('json' in object) return
  if ('chunks' in object) {
    expectArray(object.chunks, at(path, 'chunks')).forEach((chunk, index) => {
      checkChunk(chunk, at(at(path, 'chunks'), index))
    })
  } else if (typeof object.text !== 'string' && typeof object.base64 !== 'string') {
    throw new AdapterError('missing-field', path, 'a body has one of json, text, base64 and chunks')
  }
}

function checkChunk(chunk: JsonValue, path: string): void {
  const good =
    isObject(chunk) &&
    typeof chunk.at === 'number' &&
    (typeof chunk.text === 'string' || typeof chunk.base64 === 'string')
  if (!good) throw new AdapterError('wrong-type', path, 'a chunk has a time `at` and a `text` or `base64`')
}
