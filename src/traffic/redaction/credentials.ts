import type { RecordedRequest } from '../../base/http/recorded-exchange.js'
import { decodePercent, isCredentialHeader, isSecretParameter } from './secret-names.js'

/**
 * Minimum length of a credential that is found inside longer words. Shorter credentials are found only as
 * separate words.
 */
const LONG = 16

/** A credential in one of the forms in which an answer may repeat it. */
export interface Echo {
  readonly text: string
  /** True if the text may be part of a longer word. */
  readonly anywhere: boolean
}

/** Returns the credentials in the headers and the URL of a request. */
export function credentialsOf(request: RecordedRequest): Set<string> {
  const found = new Set<string>()
  for (const [name, value] of Object.entries(request.headers))
    if (isCredentialHeader(name)) for (const part of partsOf(name, value)) found.add(part)
  const [, userInfo = ''] = /^[a-z][a-z0-9+.-]{0,30}:\/\/([^/?#@]{1,2000})@/i.exec(request.url) ?? []
  for (const part of userInfo.split(':')) found.add(decodePercent(part))
  const query = request.url.slice(request.url.search(/[?#]/) + 1)
  for (const pair of query.split(/[&?#]/)) {
    const [name = '', value = ''] = splitAt(pair, '=')
    if (isSecretParameter(name, 'sent')) found.add(decodePercent(value))
  }
  return found
}

function partsOf(header: string, value: string): string[] {
  if (/cookie$/i.test(header)) return value.split(';').map((pair) => splitAt(pair, '=')[1].trim())
  // A scheme and its credential (https://www.rfc-editor.org/rfc/rfc9110#section-11.4), or only the
  // credential.
  const [scheme, rest] = splitAt(value.trim(), ' ')
  const credential = (rest || scheme).trim()
  if (!/^basic$/i.test(scheme)) return [value.trim(), credential]
  const [user, password] = splitAt(Buffer.from(credential, 'base64').toString(), ':')
  return [credential, `${user}:${password}`, user, password]
}

function splitAt(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator)
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

/**
 * Returns the forms in which a text may repeat these credentials. Words that could be in any text are
 * skipped.
 */
export function echoesOf(credentials: Iterable<string>): Echo[] {
  const forms = new Map<string, Echo>()
  for (const credential of credentials) {
    if (!isDistinctive(credential)) continue
    const base64 = Buffer.from(credential)
      .toString('base64')
      .replace(/={1,2}$/, '')
    const jsonText = escaped(credential)
    for (const text of [credential, percentEncoded(credential), jsonText, escaped(jsonText), base64])
      forms.set(text, { text, anywhere: text.length >= LONG })
  }
  return [...forms.values()].toSorted((a, b) => b.text.length - a.text.length)
}

/**
 * Returns true for a text that is likely a secret. `ollama`, `not-needed` and `12345678` are not, and would
 * match model names and numbers.
 */
function isDistinctive(credential: string): boolean {
  if (credential.length < 6 || credential.includes('[redacted]')) return false
  if (!/[A-Za-z]/.test(credential)) return false
  return /\d/.test(credential) || !/^[a-z]{0,20}(?:[-_ ][a-z]{0,20}){0,3}$/i.test(credential)
}

/** Returns the text as it is inside a JSON string. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/**
 * Percent-encodes a text. Returns it unchanged if it cannot be encoded, for example because of a lone
 * surrogate.
 */
function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return text
  }
}
