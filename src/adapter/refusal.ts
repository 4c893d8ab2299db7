import { tryParseJson } from '../json/parse.js'
import { asJson, isObject } from '../json/read.js'
import type { JsonObject } from '../json/types.js'
import { compact } from '../json/write.js'
import type { ProviderError } from '../model/types.js'

/** What HTTP says about an error, beside its body. */
export type HttpFacts = Pick<ProviderError, 'status' | 'retryAfter' | 'requestId'>

/** @param source a fetch Response, or the error of an official SDK; of anything else nothing is known. */
export function httpFacts(source: unknown): HttpFacts {
  if (typeof source !== 'object' || source === null) return {}
  const status = 'status' in source && typeof source.status === 'number' ? source.status : undefined
  const headers = 'headers' in source && source.headers instanceof Headers ? source.headers : undefined
  const header = (name: string) => headers?.get(name) ?? undefined
  // Providers give seconds; the other form, a date, they do not use.
  const seconds = Number(header('retry-after'))
  return compact({
    status,
    retryAfter: seconds >= 0 ? seconds : undefined,
    requestId: header('x-request-id') ?? header('request-id'),
  })
}

/** The error body that an SDK attaches to what it throws, whole or without its envelope, or puts into the message. */
export function thrownBody(thrown: unknown): JsonObject | undefined {
  if (!(thrown instanceof Error)) return undefined
  const body = 'error' in thrown ? asJson(thrown.error) : tryParseJson(thrown.message)
  if (isObject(body)) return isObject(body.error) ? body : { error: body }
  return undefined
}
