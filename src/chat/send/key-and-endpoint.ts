import { urlBelow } from '../../base/http/request-target.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { HttpBinding, KeyAccess } from '../../codec/wire/contract.js'

/** A key, or a function that returns the key for each request, for instance a key that expires. */
export type KeySource = string | (() => string | undefined | Promise<string | undefined>)

/** Returns the header that contains the key on a wire. */
export function keyHeader(
  access: Pick<KeyAccess, 'header'> | undefined,
  key: string,
): [name: string, value: string] {
  if (access?.header === undefined) return ['authorization', `Bearer ${key}`]
  return [access.header, key]
}

/**
 * Returns true if the value is a valid header value. The error of fetch would repeat the value, which may be
 * a key.
 */
export function isHeaderValue(value: string): boolean {
  try {
    new Headers({ value })
    return true
  } catch {
    return false
  }
}

/**
 * Checks request headers.
 * @throws AdapterError for an invalid header. The message does not repeat the text, which may be a secret.
 */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers({ [name]: value })
    } catch {
      throw new AdapterError(
        'wrong-type',
        '',
        `the header "${name.slice(0, 50)}" contains characters that headers cannot have`,
      )
    }
  }
}

/** `/v1`, `/v1beta`, `/v4`: This version is part of some base URLs and of some paths. */
const VERSION_LAST = /\/v\d\w*\/?$/
const VERSION_FIRST = /^\/v\d\w*(?=\/)/

/**
 * Returns the URL of a target for requests of this path.
 * @throws RefusedRequest if the name of the model would lead the path out of the base URL.
 */
export function endpointOf(base: URL, http: HttpBinding, path: string): string {
  const { base: usual = '' } = http
  const below = path.startsWith(`${usual}/`) ? path.slice(usual.length) : path
  return urlBelow(base, VERSION_LAST.test(base.pathname) ? below.replace(VERSION_FIRST, '') : below)
}

/** Removes the query of a URL, which may contain a key. */
export function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? url
}
