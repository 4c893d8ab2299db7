import type { ToolErrorCategory } from './categories.js'

/**
 * Returns the category of an HTTP response without success.
 * @param status such as 429. A missing page (404) is a permanent failure, since it does not show that the
 * tool is missing.
 */
export function categoryOfStatus(status: number): ToolErrorCategory {
  if (status >= 500 && status < 600) return 'server_error'
  return CATEGORY_OF_STATUS.get(status) ?? 'permanent_failure'
}

const CATEGORY_OF_STATUS: ReadonlyMap<number, ToolErrorCategory> = new Map([
  [400, 'invalid_parameters'],
  [422, 'invalid_parameters'],
  [401, 'policy_blocked'],
  [403, 'policy_blocked'],
  [429, 'rate_limited'],
])

/**
 * Returns the category of an error code of the system, of Node, or of an HTTP client.
 * @param code such as `ECONNREFUSED`. Unknown codes are permanent failures. A missing file (`ENOENT`) is also
 * permanent, since it does not show that the tool is missing.
 */
export function categoryOfCode(code: string): ToolErrorCategory {
  return knownCategoryOfCode(code) ?? 'permanent_failure'
}

/**
 * Returns the category of a known code; undefined for an unknown code. The cause of the error may then have a
 * known code.
 */
export function knownCategoryOfCode(code: string): ToolErrorCategory | undefined {
  return CATEGORY_OF_CODE.get(code)
}

// Known codes by category: https://nodejs.org/api/errors.html#common-system-errors, and `UND_ERR_…` of the
// client behind Node's fetch: https://undici.nodejs.org/#/docs/api/Errors
const CODES: readonly (readonly [category: ToolErrorCategory, codes: readonly string[]])[] = [
  [
    'network_error',
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'ECONNABORTED',
      'ENOTFOUND',
      'EAI_AGAIN',
      'EAI_FAIL',
      'EPIPE',
      'EHOSTUNREACH',
      'EHOSTDOWN',
      'ENETUNREACH',
      'ENETDOWN',
      'ENETRESET',
      'ENOTCONN',
      'EADDRNOTAVAIL',
      'ERR_NETWORK',
      'UND_ERR_SOCKET',
    ],
  ],
  [
    'timeout',
    [
      'ETIMEDOUT',
      'ESOCKETTIMEDOUT',
      'UND_ERR_CONNECT_TIMEOUT',
      'UND_ERR_HEADERS_TIMEOUT',
      'UND_ERR_BODY_TIMEOUT',
    ],
  ],
  ['policy_blocked', ['EACCES', 'EPERM']],
  // Temporary errors that are unrelated to a network.
  ['server_error', ['EAGAIN', 'EINTR']],
  ['cancelled', ['ABORT_ERR', 'ECANCELED', 'ERR_CANCELED', 'UND_ERR_ABORTED']],
]

const CATEGORY_OF_CODE: ReadonlyMap<string, ToolErrorCategory> = new Map(
  CODES.flatMap(([category, codes]) => codes.map((code) => [code, category] as const)),
)
