import { AdapterError } from '../json/adapter-error.js'

/**
 * Parses the URL that requests are sent to.
 * @param path of the option that contains the URL.
 * @throws AdapterError for a text that is not an HTTP URL. The message does not repeat the text, which may
 * contain a secret.
 */
export function readTarget(text: string, path = ''): URL {
  const target = URL.canParse(text) ? new URL(text) : undefined
  if (target === undefined || !/^https?:\/\//i.test(text))
    throw new AdapterError('wrong-type', path, 'the target must be a URL such as https://api.example.com')
  if (target.username !== '' || target.password !== '')
    throw new AdapterError('unsupported', path, `the target URL has a user or password; ${SENT_BY_CLIENTS}`)
  if (target.search !== '' || target.hash !== '')
    throw new AdapterError('unsupported', path, `the target URL has a query or fragment; ${SENT_BY_CLIENTS}`)
  return target
}

const SENT_BY_CLIENTS =
  'remove it and let the client send its credentials, which are forwarded and not recorded'

/** A request that is rejected. `status` is the status that the client receives. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  constructor(
    readonly status: 400 | 403,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Returns the URL of a request below a base.
 * @param path the path of the request, with its query.
 * @throws RefusedRequest for a path that leads out of the base: to another host, or up by `..`, in any
 * spelling.
 */
export function urlBelow(base: URL, path: string): string {
  if (!path.startsWith('/'))
    throw new RefusedRequest(
      400,
      'the request has an absolute URL; set this server as the base URL of the client, not as its HTTP proxy',
    )
  const [withoutQuery = ''] = path.split(/[?#]/, 1)
  if (decoded(withoutQuery).split(/[\\/]/).includes('..'))
    throw new RefusedRequest(400, 'the path of the request leads upwards (..)')
  return base.origin + base.pathname.replace(/(?<!\/)\/+$/, '') + path
}

/** Decodes the path, since servers may decode `%2e%2e%2f` to `../`. */
function decoded(path: string): string {
  return path.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%5c/gi, '\\')
}

/** Returns true if the host is a name of this machine (loopback). */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|::1)$/

/**
 * Returns the address under which a client called this server, as the base of its requests. Other names are
 * rejected: with DNS rebinding, the pages of another site could read the answers.
 * @param host the `host` header.
 * @param allowed further names; `true` allows all.
 * @throws RefusedRequest when the host is neither this machine nor an allowed name.
 */
export function calledBase(host: string | undefined, allowed: readonly string[] | true): URL {
  const base = host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  const name = base?.hostname.replace(/^\[|\]$/g, '') ?? ''
  if (base !== undefined && (allowed === true || LOOPBACK.test(name) || allowed.includes(name))) return base
  throw new RefusedRequest(
    403,
    `the host name "${name}" is not one of this machine; allow it with --allow-host or allowedHosts`,
  )
}

/** Decodes a path segment; a segment that cannot be decoded is returned unchanged. */
export function decodeSegment(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Encodes a text as one path segment. Lone surrogates, which a URL cannot contain, become the replacement
 * character.
 */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
}
