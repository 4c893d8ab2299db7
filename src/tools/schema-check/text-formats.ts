import { format } from '@cfworker/json-schema'
import type { TextTest } from './patterns.js'

/** The formats of the validator. */
export const FORMATS: Readonly<Record<string, TextTest>> = { ...format }

/** Matches a text of URI characters (https://www.rfc-editor.org/rfc/rfc3986#section-2). */
const URI_TEXT = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const WEB = /^(?:https?|ftp):\/\//i

const isReference: TextTest = (text) => URI_TEXT.test(text) && URL.canParse(text, 'https://example.com')
const isUri: TextTest = (text) => SCHEME.test(text) && URI_TEXT.test(text) && URL.canParse(text)

/** Replacements for the validator's formats whose expressions take cubic or exponential time. */
const LINEAR: ReadonlyMap<string, TextTest> = new Map([
  ['uri', isUri],
  ['uri-reference', isReference],
  ['url', (text: string) => WEB.test(text) && isUri(text)],
  ['regex', isExpression],
])

function isExpression(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

/** Returns the check of a format; undefined for an unknown format, which has no effect. */
export function formatTest(name: string): TextTest | undefined {
  return LINEAR.get(name) ?? (Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined)
}
