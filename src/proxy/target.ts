import { readTarget, urlBelow } from '../http/target.js'
import { AdapterError } from '../json/errors.js'
import type { HttpBinding } from '../wire/contract.js'
import type { Adapter } from '../wire/define.js'
import { chooseLimits } from '../wire/limits.js'
import { ProxyFailure } from './failure.js'
import type { KeySource, ProxyTarget } from './types.js'

/** A target whose options were checked. */
export interface Target extends ProxyTarget {
  readonly base: URL
  /** What says who asks, beside the key. */
  readonly fixedHeaders: Readonly<Record<string, string>>
  readonly keySource: KeySource | undefined
}

/**
 * Checks what is known of a target before the first request.
 * @throws AdapterError for a wire without HTTP, what is no URL, limits that nobody has, and text that no header can hold.
 */
export function readTargetOptions(
  target: ProxyTarget,
  environment: Readonly<Record<string, unknown>>,
): Target {
  const { adapter, headers = {}, key } = target
  if (adapter.lacks.has('http'))
    throw new AdapterError('unsupported', '', `${adapter.title} has no HTTP, so it cannot be a target`)
  chooseLimits(adapter.codecs, target.limits)
  const { access } = adapter.codecs.http
  const base = readTarget(target.url)
  const keySource = key ?? vendorKey(adapter, base, environment)
  const fixedHeaders = { ...access?.headers, ...headers }
  checkHeaders({ ...fixedHeaders, ...(typeof keySource === 'string' && { key: keySource }) })
  return { ...target, base, fixedHeaders, keySource }
}

/** The key that people keep for the vendor of a wire, where the requests go to that vendor: others must not be shown it. */
export function vendorKey(
  { codecs }: Adapter,
  { protocol, hostname }: URL,
  environment: Readonly<Record<string, unknown>>,
): string | undefined {
  const { variables = [], hosts } = codecs.http.access ?? {}
  if (protocol !== 'https:' || hosts?.test(hostname) !== true) return undefined
  return variables.map((name) => textIn(environment[name])).find(Boolean)
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The message does not repeat the text, which may be a secret. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
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

/** `/v1`, `/v1beta`, `/v4`: some base URLs have it, and some paths. */
const VERSION_LAST = /\/v\d\w*\/?$/
const VERSION_FIRST = /^\/v\d\w*(?=\/)/

/**
 * Where a target takes requests of this path.
 * @throws RefusedRequest for a path that leads out of the base URL, by the name of a model.
 */
export function endpointOf(base: URL, http: HttpBinding, path: string): string {
  const { base: usual = '' } = http
  const below = path.startsWith(`${usual}/`) ? path.slice(usual.length) : path
  return urlBelow(base, VERSION_LAST.test(base.pathname) ? below.replace(VERSION_FIRST, '') : below)
}

/**
 * The key that a target is shown.
 * @throws ProxyFailure for one that no header can hold, which the message does not repeat.
 */
export async function keyOf({ keySource }: Target): Promise<string | undefined> {
  const key = typeof keySource === 'function' ? await keySource() : keySource
  if (key === undefined || key === '') return undefined
  try {
    new Headers({ key })
    return key
  } catch {
    throw new ProxyFailure('internal', 'the key of the target contains characters that headers cannot have')
  }
}

/** The headers of a request. Of those of the client only such go on that the target's wire knows. */
export function headersFor(
  { adapter, headers: given, fixedHeaders }: Target,
  key: string | undefined,
  own: Headers,
): Headers {
  const { access } = adapter.codecs.http
  const headers = new Headers({ 'content-type': 'application/json' })
  if (key !== undefined)
    headers.set(access?.header ?? 'authorization', access?.header === undefined ? `Bearer ${key}` : key)
  for (const [name, value] of Object.entries(fixedHeaders)) headers.set(name, value)
  for (const name of access?.options ?? []) {
    const value = own.get(name)
    if (value !== null && given?.[name] === undefined) headers.set(name, value)
  }
  return headers
}
