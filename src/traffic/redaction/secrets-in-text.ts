import type { Echo } from './credentials.js'
import { isPlaceholder, type SecretPlace } from './harmless-values.js'
import type { Replacement } from './replacements.js'
import { isHarmless, secretAt } from './secret-at.js'
import { decodePercent, isSecretName, isSecretParameter, type ParameterPlace } from './secret-names.js'
import { ENDINGS, type SecretShape, SHAPES } from './secret-shapes.js'
import { plainView } from './text-views.js'

/** The inputs of a secret search. */
export interface Search {
  /** JSON Pointers to values in bodies that are replaced. */
  readonly bodyPaths?: readonly string[] | undefined
  /** Further shapes. */
  readonly shapes?: readonly RegExp[] | undefined
  /** Credentials of the request. */
  readonly echoes: readonly Echo[]
  /** The number of encodings around the searched text. */
  readonly depth?: number
  /** Collects the values of secret members and fields. */
  readonly named: Set<string>
}

const WORD = String.raw`[^\s"'${'`'}\\,;<>(){}[\]&|$*]{6,1000}`
/** Matches the content of quotes or tags, except templates (`${…}`, `{{…}}`, `%…%`). */
const QUOTED = String.raw`(?![$%{])[^\s"'<>\\]{4,1000}`

/** Matches an option of a command, or prose after a dash. The value counts only if it is not a word. */
const OPTION = namedGroups`(?<![\w-])--?(?<name>[A-Za-z][\w-]{1,60})[ \t]{1,4}["']?(?<value>${WORD})`

/**
 * Syntaxes in which commands, settings and markup name a value. The value ends the match. `name` decides if
 * the value is secret; without a `name` it always is.
 */
const NAMINGS: readonly RegExp[] = [
  // --api-key X (https://www.gnu.org/software/libc/manual/html_node/Argument-Syntax.html)
  OPTION,
  // curl -u user:X (https://curl.se/docs/manpage.html#-u)
  namedGroups`\bcurl\b[^\n|;]{0,400}?\s(?:-u|-U|--user|--proxy-user)[ =]{0,4}["']?[^\s:"']{0,100}:(?<value>${WORD})`,
  // host:5432:database:user:X (https://www.postgresql.org/docs/current/libpq-pgpass.html)
  namedGroups`(?<=^|[\r\n])[\w.*-]{1,255}:(?:\d{4,5}|\*):[^\s:]{1,64}:[^\s:]{1,64}:(?<value>[^\s:]{6,200})(?=[\r\n]|$)`,
  // <password>X</password> (https://maven.apache.org/settings.html#servers)
  namedGroups`<(?:[\w.-]{1,40}:)?(?<name>[A-Za-z][\w.-]{1,60})>(?<value>${QUOTED})(?=</)`,
  // <add key="ApiKey" value="X"/> (https://learn.microsoft.com/en-us/dotnet/framework/configure-apps/file-schema/appsettings/)
  namedGroups`["'](?<name>[\w.:-]{2,100})["']\s{1,4}value\s?=\s?["'](?<value>${QUOTED})(?=["'])`,
  // define('DB_PASSWORD', 'X'), setenv("API_KEY", "X"), os.environ["API_KEY"] = "X" (https://developer.wordpress.org/advanced-administration/wordpress/wp-config/)
  namedGroups`(?:define|setenv|putenv|environ|ENV)\s?[([]\s{0,4}["'](?<name>\w{2,100})["']\s{0,4}\]?\s{0,4}[,=]\s{0,4}["'](?<value>${QUOTED})(?=["'])`,
  // variable "db_password" { default = "X" } (https://developer.hashicorp.com/terraform/language/values/variables)
  namedGroups`\bvariable\s{1,4}"(?<name>[\w-]{2,100})"\s{0,4}\{[^{}]{0,500}?\bdefault\s{0,20}=\s{0,4}"(?<value>${QUOTED})(?=")`,
  // set -x API_TOKEN X, setenv API_TOKEN X (https://fishshell.com/docs/current/cmds/set.html)
  namedGroups`(?<![\w-])(?:set(?:[ \t]{1,4}--?[A-Za-z]{1,20}){1,4}|setenv)[ \t]{1,4}(?<name>[A-Za-z_]\w{1,100})[ \t]{1,4}["']?(?<value>${WORD})`,
]

function namedGroups(source: TemplateStringsArray, ...values: readonly string[]): RegExp {
  return new RegExp(String.raw(source, ...values), 'g')
}

/** Finds secrets that a command, a setting or a markup element names. */
function namedSecrets(text: string, { named }: Search, found: Replacement[]): void {
  for (const naming of NAMINGS)
    for (const { 0: match, index, groups } of text.matchAll(naming)) {
      const { name, value = '' } = groups ?? {}
      if (!secretAt(name, value, naming === OPTION ? 'code' : 'member')) continue
      const end = index + match.length
      redact(end - value.length, end, found)
      named.add(value)
    }
}

/** Returns true if the value has both letters and digits. */
function isNoWord(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value)
}

/** The replacement of a secret. */
export const REDACTED = '[redacted]'

/**
 * Matches the beginning of a key, which is not inside a word. The `n` of an escaped line break and the digits
 * of a percent-encoded character do not count as part of a word.
 */
export const START = String.raw`(?:(?<![\w-])|(?<=\\[nrtbf]|\\u[0-9a-fA-F]{4}|%[0-9A-F]{2}))`

/**
 * Maximum length of a match, since unbounded repetition overflows the stack on long texts. Code finds the
 * rest of a longer match.
 */
const LONGEST_MATCH = 8000
const KEY = new RegExp(`${START}(?:${alternatives(SHAPES)})`, 'g')
const KEY_ENDING = new RegExp(alternatives(ENDINGS), 'g')
const KEY_END = /[^\w+/=~-]/g

/** Matches base64 before a key. After this much base64, a matching shape is a coincidence. */
const BASE64_BEFORE = /^[A-Za-z0-9+/]{100}$/

/**
 * Combines all shapes into one expression, grouped by first character, so that most words fail at that
 * character.
 */
function alternatives(shapes: readonly SecretShape[]): string {
  const byBeginning = new Map<string, string[]>()
  for (const { expression } of shapes) {
    const bounded = expression.source.replaceAll(/\{(\d+),\}/g, `{$1,${LONGEST_MATCH}}`)
    const [beginning = ''] = /^[A-Za-z0-9](?![{?*+|])/.exec(bounded) ?? []
    const rests = byBeginning.get(beginning) ?? []
    byBeginning.set(beginning, [...rests, bounded.slice(beginning.length)])
  }
  return [...byBeginning].map(([beginning, rests]) => `${beginning}(?:${rests.join('|')})`).join('|')
}

/** Returns the next index at which `pattern`, a global expression, matches, or the end of the text. */
export function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

/** Finds secrets by their shape, at any position of a text. */
export function plainSecrets(text: string, search: Search, found: Replacement[]): void {
  for (const keys of [KEY, KEY_ENDING])
    for (const { 0: key, index } of text.matchAll(keys)) {
      if (BASE64_BEFORE.test(text.slice(Math.max(0, index - 100), index))) continue
      if (isPlaceholder(key) || isWordAfterScheme(key)) continue
      const end = index + key.length
      redact(index, key.length < LONGEST_MATCH ? end : next(KEY_END, text, end), found, ruleAt(text, index))
    }
  for (const shape of search.shapes ?? [])
    for (const { 0: match, index } of text.matchAll(shape))
      redact(index, index + match.length, found, 'given-shape')
  privateKeys(text, found)
  for (const { 0: match, index } of text.matchAll(USER_INFO))
    if (!isHarmlessUser(match.slice(3, -1)))
      redact(index + 3, index + match.length - 1, found, 'url-credentials')
  links(text, found)
  for (const echo of search.echoes) echoed(text, echo, found)
}

const STICKY_SHAPES = [...SHAPES, ...ENDINGS].map(({ rule, expression }) => ({
  rule,
  expression: new RegExp(expression, 'y'),
}))
/** The longest text before an ending and the longest minimum of a shape. */
const BEFORE_KEY = 100
const LONGEST_MINIMUM = 300

/** Returns the name of the first shape that matches at an index. */
function ruleAt(text: string, index: number): string | undefined {
  const start = Math.max(0, index - BEFORE_KEY)
  const around = text.slice(start, index + LONGEST_MINIMUM)
  return STICKY_SHAPES.find(({ expression }) => {
    expression.lastIndex = index - start
    return expression.test(around)
  })?.rule
}

/** Returns true for prose about a scheme: `Basic authentication2`. */
function isWordAfterScheme(key: string): boolean {
  const credential = /^b[a-z]{4,5}[\s+]{1,8}/i.exec(key)
  return credential !== null && isHarmless(key.slice(credential[0].length), 'code')
}

function redact(start: number, end: number, found: Replacement[], rule = 'named-value'): void {
  if (end > start) found.push({ start, end, text: REDACTED, rule })
}

const KEY_HEADER = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
/**
 * Matches the end of the content between header and footer: base64 and headers, line by line. Line breaks may
 * be escaped.
 */
const KEY_BODY_END = /[^A-Za-z0-9+/=\s\\:,.()]/g
const KEY_FOOTER = /-{1,5}END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
/** Matches the lines of a truncated key. Prose has no words of this length. */
const KEY_LINES =
  /(?:(?:\s|\\{1,16}[nr]){1,8}[A-Za-z0-9+/=]{20,200}){1,2000}(?:(?:\s|\\{1,16}[nr]){1,8}[A-Za-z0-9+/=]{1,200}$)?/y

const PUTTY_HEADER = /Private-Lines:[ \t]{0,3}\d{1,5}(?:\s|\\{1,16}[nr]){1,8}/g
const PUTTY_LINES = /(?:[A-Za-z0-9+/=]{4,200}(?![\w+/=:-])(?:\s|\\{1,16}[nr]){0,8}){1,2000}/y

/**
 * Finds private keys in PEM form (https://www.rfc-editor.org/rfc/rfc7468), complete or truncated, and those of
 * PuTTY (https://tartarus.org/~simon/putty-snapshots/htmldoc/AppendixC.html).
 */
function privateKeys(text: string, found: Replacement[]): void {
  for (const { 0: header, index } of text.matchAll(KEY_HEADER)) {
    const start = index + header.length
    KEY_FOOTER.lastIndex = bodyEnd(text, start)
    const footer = KEY_FOOTER.exec(text)
    KEY_LINES.lastIndex = start
    const end = footer ? KEY_FOOTER.lastIndex : start + (KEY_LINES.exec(text)?.[0].length ?? 0)
    if (end > start) redact(index, end, found, 'private-key')
  }
  for (const { 0: header, index } of text.matchAll(PUTTY_HEADER)) {
    PUTTY_LINES.lastIndex = index + header.length
    if (PUTTY_LINES.test(text)) redact(index + header.length, PUTTY_LINES.lastIndex, found, 'private-key')
  }
}

/**
 * Returns the end of a key's body. A run of dashes ends the body, so that each body is read once; single
 * dashes belong to headers (`DEK-Info: AES-128-CBC`).
 */
function bodyEnd(text: string, start: number): number {
  for (let from = start; ; ) {
    const end = next(KEY_BODY_END, text, from)
    if (text[end] !== '-' || text[end + 1] === '-') return end
    from = end + 1
  }
}

/** Matches `user:password@` of a URL, or a name before the `@` with the length of a token. */
const USER_INFO = /:\/\/(?:[^\s/?#@"'<>\\:]{0,256}:[^\s/?#@"'<>\\]{1,256}|[^\s/?#@"'<>\\:]{16,256})@/g

/** Returns true for `user:${PASSWORD}`, `user:password` and other examples. */
function isHarmlessUser(userInfo: string): boolean {
  const colon = userInfo.indexOf(':')
  const password = userInfo.slice(colon + 1)
  return isHarmless(password, 'member') || (colon > 0 && password === userInfo.slice(0, colon))
}

const LINK_PARAMETER = /[?&#;]([\w.%+~[\]-]{1,200})=/g
const LINK_VALUE_END = /[\s&#"'<>\\)]/g

/** Finds secret parameters of URLs in a text. */
function links(text: string, found: Replacement[]): void {
  let done = 0
  for (const { 0: match, 1: name = '', index } of text.matchAll(LINK_PARAMETER)) {
    const start = index + match.length
    if (index < done || !isSecretParameter(name, 'link')) continue
    done = next(LINK_VALUE_END, text, start)
    if (!isHarmless(text.slice(start, Math.min(done, start + LONGEST_MATCH)), 'member'))
      redact(start, done, found)
  }
}

function echoed(text: string, { text: echo, anywhere }: Echo, found: Replacement[]): void {
  for (let start = text.indexOf(echo); start !== -1; start = text.indexOf(echo, start + echo.length)) {
    const end = start + echo.length
    if (anywhere || !(isWord(text[start - 1]) || isWord(text[end])))
      redact(start, end, found, 'sent-credential')
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\w-]/.test(character)
}

/** Finds the values of secret `name=value` pairs in a query, a fragment or a form. */
export function parameters(text: string, place: ParameterPlace, search: Search, found: Replacement[]): void {
  for (let start = 0; start < text.length; ) {
    const end = next(/[&#?;]/g, text, start)
    const equals = text.slice(start, Math.min(end, start + 1000)).indexOf('=')
    if (equals > 0) {
      const value = text.slice(start + equals + 1, end)
      const name = text.slice(start, start + equals)
      const isNamed = isSecretParameter(name, place)
      const isSecret = isNamed && !isHarmless(value, placeOf(name, place))
      if (isSecret) search.named.add(decodePercent(value))
      if (isSecret || hidesSecret(value, search)) redact(end - value.length, end, found)
    }
    start = end + 1
  }
}

function placeOf(name: string, place: ParameterPlace): SecretPlace {
  if (place === 'sent') return 'sent'
  return VARIABLE.test(name) ? 'setting' : 'member'
}

/** Returns true if percent-encoding hides a secret. */
function hidesSecret(value: string, search: Search): boolean {
  const view = value.includes('%') ? plainView(value) : undefined
  const found: Replacement[] = []
  if (view !== undefined) plainSecrets(view.text, search, found)
  return found.length > 0
}

/**
 * Matches `NAME=value`, `--name=value`, `"name": "value"` and `Name: value`, as in settings, logs, commands
 * and headers.
 */
const ASSIGNMENT = /(?<![\w.-])-{0,2}([A-Za-z_][\w.-]{1,100})["'`]?\s{0,4}(?:=>|:=|[:=])\s{0,4}["'`]?/g
/** Matches a quoted value without blanks, to the closing quote. */
const QUOTED_VALUE = /(?<=(["'`]))[^\s"'`\\<>]{6,1000}(?=\1)/y
const ASSIGNED = /[^\s"'`\\,;<>(){}[\]&|$*]{6,1000}/y
const VARIABLE = /^[A-Z][A-Z0-9_]+$/

/**
 * Matches an expression that reads a setting, up to the text that is used if the setting is missing:
 * `process.env.X || "`, `os.environ.get("X", "`.
 */
const FALLBACK =
  /(?:[\w$.?!]{1,100}(?:[[(]["'][^"'\s]{1,100}["'][\])])?\s{0,4}(?:\|\||\?\?|\bor\b)\s{0,4}|[\w$.]{0,100}(?:get|env|config|fetch)\(["'][^"'\s]{1,100}["'],\s{0,4}(?:default\s{0,2}=\s{0,2})?)["'`]/iy

/** Finds secrets that running text names. */
export function assignments(text: string, search: Search, found: Replacement[]): void {
  let done = 0
  for (const { 0: match, 1: name = '', index } of text.matchAll(ASSIGNMENT)) {
    if (index < done || !isSecretName(name)) continue
    const isSetting = VARIABLE.test(name) && match.endsWith(`${name}=`)
    const value = assignedValue(text, index + match.length, isSetting ? 'setting' : 'code')
    if (value === undefined || !secretAt(name, value.text, value.place)) continue
    const { start } = value
    done = value.text.length < 1000 ? start + value.text.length : next(KEY_END, text, start)
    redact(start, done, found)
    search.named.add(value.text)
  }
  namedSecrets(text, search, found)
}

interface AssignedValue {
  readonly start: number
  readonly text: string
  readonly place: SecretPlace
}

/** Returns the value at a position, or undefined for a call or the beginning of an expression. */
function assignedValue(text: string, start: number, unquoted: SecretPlace): AssignedValue | undefined {
  FALLBACK.lastIndex = start
  const literal = quotedValue(text, start) ?? (FALLBACK.test(text) && quotedValue(text, FALLBACK.lastIndex))
  if (literal) return literal
  ASSIGNED.lastIndex = start
  const value = ASSIGNED.exec(text)?.[0]
  const isCode = value === undefined || /[([]/.test(text[start + value.length] ?? '')
  return isCode ? undefined : { start, text: value, place: unquoted }
}

function quotedValue(text: string, start: number): AssignedValue | undefined {
  QUOTED_VALUE.lastIndex = start
  const quoted = QUOTED_VALUE.exec(text)?.[0]
  return quoted === undefined ? undefined : { start, text: quoted, place: 'literal' }
}

/** Matches words of running text that may precede a key, followed by the key. */
const TOLD =
  /(?<![\w-])(?<!(?:page|next|sync|cursor)[ -])(?:api[ -]?key|access[ -]key|secret|password|passphrase|token|credential)s?["'`]{0,2}(?:\s{1,3}(?:is|was))?[\s:="'`*]{1,6}([A-Za-z0-9+/_=.~-]{20,1000})/gi

/**
 * Finds secrets after words that announce them: characters with more randomness than words, numbers or ids.
 * This check runs last.
 */
export function toldSecrets(text: string, found: Replacement[]): void {
  for (const { 0: match, 1: key = '', index } of text.matchAll(TOLD)) {
    const end = index + match.length
    if (isNoWord(key) && entropy(key) > 3.2 && !isHarmless(key, 'code'))
      redact(end - key.length, end, found, 'announced-key')
  }
}

/** Returns the bits per character of a text (https://en.wikipedia.org/wiki/Entropy_(information_theory)). */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
