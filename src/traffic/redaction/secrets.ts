import { multipartParts } from '../../base/http/recorded-body.js'
import { matchesPointer } from '../../base/json/pointer.js'
import { type Container, jsonSpans, spanPath, type TextSpan, unescaped } from '../../base/json/spans.js'
import { encodedEvents } from './encoded-events.js'
import { encodedText } from './encoded-text.js'
import { disjoint, type Replacement, replaceAll } from './replacements.js'
import { isHarmless, LONGEST_HARMLESS, secretAt } from './secret-at.js'
import { isSecretName, isTokenName, isWeakName } from './secret-names.js'
import {
  assignments,
  next,
  parameters,
  plainSecrets,
  REDACTED,
  type Search,
  toldSecrets,
} from './secrets-in-text.js'
import { TextBlocks } from './text-blocks.js'
import { plainView } from './text-views.js'
import { TokenTexts } from './token-texts.js'

/** A range of a text. */
interface Stretch {
  readonly start: number
  readonly end: number
}

/**
 * Returns all secrets in a text, in order and without overlaps: text with the shape of a secret, and values
 * with a secret name in JSON, forms and settings. Nested texts are searched too: JSON in JSON strings,
 * base64, parts of multipart bodies, and texts that a stream emits in pieces.
 */
export function secretsIn(text: string, search: Search, known: Known = {}): Replacement[] {
  const found: Replacement[] = []
  if (known.isSeen !== true) plainSecrets(text, search, found)
  structuredSecrets(text, search, found, known.isStream === true)
  return disjoint(found)
}

/** Facts about a text. */
interface Known {
  /** True if shapes were already found in the enclosing text. */
  readonly isSeen?: boolean
  /** True if the documents in the text are events of one stream. Server-sent events always are. */
  readonly isStream?: boolean
}

/** Finds the secrets that a search for shapes does not find. */
function structuredSecrets(text: string, search: Search, found: Replacement[], isStream: boolean): void {
  const parts = multipartParts(text)
  if (parts !== undefined) {
    for (const { name, start, end } of parts) {
      if (secretAt(name, text.slice(start, end), 'member')) redactNamed(text, { start, end }, search, found)
      else inner(text, { start, end }, search, found)
    }
    return
  }
  const documents = jsonDocuments(text)
  if (documents.length > 0) membersIn(text, documents, search, found, isStream)
  else if (isForm(text)) parameters(text, 'form', search, found)
  if ((search.depth ?? 0) < MOST_ENCODINGS)
    for (const gap of gapsIn(text, documents)) hiddenSecrets(text, gap, search, found)
  if (documents[0]?.start === 0 && documents[0].end === text.length) return
  const outside: Replacement[] = []
  assignments(text, search, outside)
  toldSecrets(text, outside)
  for (const one of outside) if (!isWithin(one, documents)) found.push(one)
}

function inner(text: string, { start, end }: Stretch, search: Search, found: Replacement[]): void {
  for (const one of secretsIn(text.slice(start, end), search))
    found.push({ ...one, start: one.start + start, end: one.end + start })
}

function redactNamed(text: string, { start, end }: Stretch, { named }: Search, found: Replacement[]): void {
  if (end <= start) return
  found.push({ start, end, text: REDACTED, rule: 'named-value' })
  named.add(text.slice(start, end))
}

function isWithin({ start }: Stretch, stretches: readonly Stretch[]): boolean {
  let low = 0
  let high = stretches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stretches[middle]?.start ?? 0) <= start) low = middle + 1
    else high = middle
  }
  return start < (stretches[low - 1]?.end ?? 0)
}

/** Returns true if a text consists only of `name=value` pairs. */
function isForm(text: string): boolean {
  return /^[\w.%+[\]~-]{1,200}=/.test(text) && next(/\s/g, text, 0) === text.length
}

/** Maximum number of encodings around each other. More would multiply the time, and no software reads them. */
const MOST_ENCODINGS = 4
/** Minimum length of a text that can hide a secret. */
const SHORTEST_HIDING = 16

/** Yields the parts of a text that are not JSON. Strings of JSON are searched separately. */
function* gapsIn(text: string, documents: readonly Stretch[]): Generator<Stretch> {
  let start = 0
  for (const next of [...documents, { start: text.length, end: text.length }]) {
    if (next.start - start >= SHORTEST_HIDING) yield { start, end: next.start }
    start = next.end
  }
}

/** Match a part of every encoded text and of every hidden character. Most texts fail these quick tests. */
const MAY_ENCODE = /[\w+/-]{24}/
const MAY_HIDE = /[\0&%\u00ad\u200b-\u200f\u2060\ufeff]/

/** Finds secrets in encoded text and among invisible characters. */
function hiddenSecrets(whole: string, { start, end }: Stretch, search: Search, found: Replacement[]): void {
  const text = whole.slice(start, end)
  const deeper = { ...search, depth: (search.depth ?? 0) + 1 }
  for (const encoded of MAY_ENCODE.test(text) ? encodedText(text) : []) {
    const secrets = secretsIn(encoded.text, deeper)
    if (secrets.length === 0) continue
    const written = encoded.encode(replaceAll(encoded.text, secrets))
    found.push({
      start: start + encoded.start,
      end: start + encoded.end,
      text: written,
      rule: secrets[0]?.rule,
    })
  }
  const view = MAY_HIDE.test(text) ? plainView(text) : undefined
  if (view === undefined) return
  for (const secret of secretsIn(view.text, deeper)) {
    const from = start + view.offsetOf(secret.start)
    const to = start + view.offsetOf(secret.end)
    found.push({
      start: from,
      end: to,
      text: inWidthOf(whole.slice(from, to), secret.text),
      rule: secret.rule,
    })
  }
}

/** Returns the replacement in two bytes a character if the original is UTF-16. */
function inWidthOf(original: string, text: string): string {
  return original.includes('\0') ? [...text].map((character) => `${character}\0`).join('') : text
}

const JSON_BEGINNING = /^\s{0,200}(?:\{\s{0,200}["}]|\[\s{0,200}["{[\d\]tfn-])/
const LINE_BEGINNING = /(?<=^|[\r\n])(?:data:)?[ \t]{0,20}(?=\{\s{0,200}["}]|\[\s{0,200}["{[\d\]tfn-])/g

/**
 * Returns the complete text, which may contain several documents, or the data of an event stream, line by
 * line.
 */
export function jsonDocuments(text: string): Stretch[] {
  if (JSON_BEGINNING.test(text)) return [{ start: 0, end: text.length }]
  const documents: Stretch[] = []
  for (const { 0: before, index } of text.matchAll(LINE_BEGINNING)) {
    const start = index + before.length
    documents.push({ start, end: next(/[\r\n]/g, text, start) })
  }
  return documents
}

/** Returns true for events of one stream: server-sent events, or several documents of a streamed body. */
function areEvents(text: string, documents: readonly Stretch[], isStream: boolean): boolean {
  const first = documents[0]?.start ?? 0
  if (text.slice(Math.max(0, first - 30), first).includes('data:')) return true
  return isStream && (documents.length > 1 || text.startsWith('[') || text.includes('\n{'))
}

function membersIn(
  text: string,
  documents: readonly Stretch[],
  search: Search,
  found: Replacement[],
  isStream: boolean,
): void {
  const members = new SecretMembers(text, search, found)
  const blocks = areEvents(text, documents, isStream) ? new TextBlocks(text) : undefined
  const texts: TextSpan[] = []
  for (const { start, end } of documents) {
    for (const span of jsonSpans(text.slice(start, end), start)) {
      members.look(span)
      if ((isStream || blocks !== undefined) && span.isString && TEXT_MEMBER.test(span.key ?? ''))
        texts.push(span)
      if (blocks !== undefined) blocks.add(span)
      else if (span.isString) textOf(text, [span], search, found)
    }
    if (blocks === undefined) members.settleTokens()
  }
  members.settleTokens()
  textOf(text, texts, search, found, keysIn)
  for (const spans of blocks?.all() ?? []) textOf(text, spans, search, found)
}

/** Matches members with text of an answer. A key may begin in one part of an answer and end in the next one. */
const TEXT_MEMBER =
  /^(?:text|content|delta|arguments|partial_json|thinking|reasoning|reasoning_content|refusal)$/

/** Finds only the secrets that have a shape. */
function keysIn(text: string, search: Search): Replacement[] {
  const found: Replacement[] = []
  plainSecrets(text, search, found)
  return disjoint(found)
}

function inside({ start, end, isCut }: TextSpan): Stretch {
  return { start: start + 1, end: isCut ? end : end - 1 }
}

/**
 * Minimum length of a text that is searched. Shorter texts are secret only because of the name of their
 * member.
 */
const SHORTEST_TEXT = 6

/** Finds secrets in a JSON string, or in a string that a stream emits in pieces. */
function textOf(
  whole: string,
  spans: readonly TextSpan[],
  search: Search,
  found: Replacement[],
  findSecrets = secretsIn,
): void {
  const literals = spans.map((span) => {
    const { start, end } = inside(span)
    return { start, length: end - start, isCut: span.isCut === true, ...unescaped(whole.slice(start, end)) }
  })
  const text = literals.map((literal) => literal.text).join('')
  if (text.length < SHORTEST_TEXT) return
  const deeper = { ...search, depth: (search.depth ?? 0) + 1 }
  const find = (events: string) => secretsIn(events, deeper, { isStream: true })
  if (literals.length > 1 && findSecrets === secretsIn && encodedEvents(literals, find, found)) return
  const isSeen = literals.length === 1 && text.length === literals[0]?.length
  const secrets = findSecrets(text, search, { isSeen })
  let offset = 0
  let index = 0
  for (const { start, text: piece, offsetOf } of literals) {
    const end = offset + piece.length
    for (let next = secrets[index]; next !== undefined && next.start < end; next = secrets[index]) {
      found.push({
        start: start + offsetOf(Math.max(next.start - offset, 0)),
        end: start + offsetOf(Math.min(next.end, end) - offset),
        // The replacement is written once, in the event where the secret begins, with quotes escaped as in
        // the string.
        text: next.start >= offset ? JSON.stringify(next.text).slice(1, -1) : '',
        rule: next.rule,
      })
      if (next.end > end) break
      index += 1
    }
    offset = end
  }
}

/** Matches members that map value names to schemas. */
const SCHEMAS = /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas)$/
/** Matches members in which `token` is a piece of text. */
const PROBABILITIES = /log_?prob/i
/** Matches members with the name of a value that is in the member `value`. */
const NAMING = /^(?:name|key|header|field|variable)$/i
const VALUE = /^(?:value|headervalue)$/i

type SecretScope = 'secret' | 'probabilities' | 'plain'

/** Finds members that are secret by name or by a path given by the caller. */
class SecretMembers {
  private readonly scopes = new Map<Container, SecretScope>()
  /** For lists of names and values: the secrecy of the name, and the values seen before it. */
  private readonly items = new Map<Container, string>()
  private tokens: TokenTexts | undefined
  private readonly named = new Map<Container, { secret: boolean; values: TextSpan[] }>()

  constructor(
    private readonly text: string,
    private readonly search: Search,
    private readonly found: Replacement[],
  ) {}

  look(span: TextSpan): void {
    if (this.isNamedPath(span))
      this.found.push({
        start: span.start,
        end: span.end,
        text: JSON.stringify(REDACTED),
        rule: 'named-value',
      })
    const isProbability = this.scopeOf(span.parent) === 'probabilities'
    if (isProbability) {
      this.tokens ??= new TokenTexts()
      this.tokens.add(span)
    }
    if (this.text[span.start] === '{' || this.text[span.start] === '[') return
    if (this.isSecret(span)) this.redact(span)
    if (!span.isString || span.parent === undefined) return
    if (span.parent.isArray) this.item(span, span.parent)
    else this.pair(span, span.parent)
  }

  /**
   * `["--api-key", "…"]`, as in the arguments of a command, and `["x-api-key", "…"]`, as in lists of headers.
   */
  private item(span: TextSpan, parent: Container): void {
    const name = this.items.get(parent)
    const { start, end } = inside(span)
    const text = this.text.slice(start, Math.min(end, start + LONGEST_HARMLESS + 1))
    this.items.set(parent, text.length < 100 && /^[\w-]*$/.test(text) ? text : '')
    const place = name?.startsWith('-') ? 'member' : 'nested'
    if (name && !text.startsWith('--') && secretAt(name.replace(/^--?/, ''), text, place)) this.redact(span)
  }

  private isNamedPath(span: TextSpan): boolean {
    const { bodyPaths = [] } = this.search
    const path = bodyPaths.length > 0 ? spanPath(span) : undefined
    return path !== undefined && bodyPaths.some((pattern) => matchesPointer(pattern, path))
  }

  private isSecret(span: TextSpan): boolean {
    const scope = this.scopeOf(span.parent)
    if (scope === 'probabilities') return false
    const isNamed = span.key !== undefined && isSecretName(span.key)
    if (!isNamed && scope === 'plain') return false
    return span.isString ? this.isSecretString(span, isNamed) : this.isSecretNumber(span, isNamed)
  }

  private isSecretString(span: TextSpan, isNamed: boolean): boolean {
    const { start, end } = inside(span)
    // The part of a long text suffices: no harmless value is long.
    const { text } = unescaped(this.text.slice(start, Math.min(end, start + LONGEST_HARMLESS + 1)))
    if (isNamed && isSameWord(text, span.key ?? '')) return false
    if (isNamed && span.key !== undefined && isSecretName(span.key)) return secretAt(span.key, text, 'member')
    return !isHarmless(text, isNamed ? 'member' : 'nested')
  }

  /** Finds secrets in the tokens since the last call. */
  settleTokens(): void {
    if (this.tokens === undefined) return
    const { chosen, others } = this.tokens.take()
    const before = this.found.length
    textOf(this.text, chosen, this.search, this.found)
    const secrets = this.found.slice(before)
    if (secrets.length === 0) return
    const removed = new Set<string>()
    let index = 0
    for (const token of chosen) {
      while ((secrets[index]?.end ?? Number.POSITIVE_INFINITY) <= token.start) index += 1
      if ((secrets[index]?.start ?? Number.POSITIVE_INFINITY) >= token.end) continue
      const { start, end } = inside(token)
      if (end - start > 1) removed.add(this.text.slice(start, end))
      this.clearBytes(token)
    }
    for (const token of others) {
      const { start, end } = inside(token)
      if (!removed.has(this.text.slice(start, end))) continue
      this.found.push({ start, end, text: '' })
      this.clearBytes(token)
    }
  }

  private clearBytes(token: TextSpan): void {
    const bytes = this.tokens?.bytesOf(token)
    if (bytes !== undefined) this.found.push({ start: bytes.start, end: bytes.end, text: '[]' })
  }

  private redact(span: TextSpan): void {
    if (span.isString) redactNamed(this.text, inside(span), this.search, this.found)
    else
      this.found.push({
        start: span.start,
        end: span.end,
        text: JSON.stringify(REDACTED),
        rule: 'named-value',
      })
  }

  /**
   * Returns true for a secret number. Counts have fewer digits. A value that is not a number is `true`, `false`
   * or `null`.
   */
  private isSecretNumber({ start, end, key = '' }: TextSpan, isNamed: boolean): boolean {
    const fewest = isNamed && !isTokenName(key) && !isWeakName(key) ? 4 : 10
    return /^-?\d/.test(this.text.slice(start, start + 2)) && end - start >= fewest
  }

  /** `{"name": "X-Api-Key", "value": "…"}`, with the members in either order. */
  private pair(span: TextSpan, parent: Container): void {
    const { key = '' } = span
    if (!NAMING.test(key) && !VALUE.test(key)) return
    const pair = this.named.get(parent) ?? { secret: false, values: [] }
    this.named.set(parent, pair)
    if (VALUE.test(key)) pair.values.push(span)
    else if (span.end - span.start < 200) {
      const { start, end } = inside(span)
      pair.secret ||= isSecretName(this.text.slice(start, end))
    }
    if (pair.secret)
      for (const value of pair.values.splice(0)) if (this.isSecretString(value, true)) this.redact(value)
  }

  /**
   * Returns the scope of a container. It is computed once, from the outside in, because nesting may be deep.
   */
  private scopeOf(container: Container | undefined): SecretScope {
    const unknown: Container[] = []
    let outer = container
    for (; outer !== undefined && !this.scopes.has(outer); outer = outer.parent) unknown.push(outer)
    let scope: SecretScope = (outer && this.scopes.get(outer)) ?? 'plain'
    for (const each of unknown.reverse()) {
      scope = scope === 'plain' ? ownScope(each) : scope
      this.scopes.set(each, scope)
    }
    return scope
  }
}

/** `"password": "Password"` is a label. */
function isSameWord(value: string, name: string): boolean {
  return value.toLowerCase() === name.toLowerCase()
}

function ownScope({ name, parent }: Container): SecretScope {
  if (name === undefined || SCHEMAS.test(parent?.name ?? '')) return 'plain'
  if (PROBABILITIES.test(name)) return 'probabilities'
  return isSecretName(name) ? 'secret' : 'plain'
}
