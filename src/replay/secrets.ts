import { jsonSpans, type TextSpan, unescaped } from './json-text.js'
import { matchesPointer } from './match.js'
import type { RedactOptions } from './redact.js'

export const REDACTED = '[redacted]'

/** Members of JSON bodies, and headers, whose value is a secret whatever it looks like. `key` and `signature` mean other things there. */
export const SECRET_MEMBER =
  /^(authorization|proxy-authorization|authorization[-_]token|(x-)?(goog-)?api[-_]?key|access[-_]?token|refresh[-_]?token|id[-_]?token|client[-_]?secret|secret[-_]access[-_]key|private[-_]key|password|cookie|set-cookie)$/i

/** A key does not begin inside a word; the `n` of an escaped line break before it is none. */
const START = String.raw`(?:(?<![\w-])|(?<=\\[nrtbf]|\\u[0-9a-fA-F]{4}))`

/** Key shapes of known vendors. Where words of ordinary text could look alike, a digit is asked for. */
const SHAPES: readonly RegExp[] = [
  /sk-(?:proj|svcacct|admin|ant|or|lf|helicone|live|test|api)-[\w-]{16,}/, // OpenAI, Anthropic, OpenRouter and others
  /sk-(?=[\w-]*\d)[\w-]{16,}/, // OpenAI before projects, DeepSeek, Moonshot, and many more
  /pk-lf-[\w-]{16,}/, // Langfuse
  /(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}/, // Stripe
  /sk_[0-9a-f]{32,}/, // ElevenLabs
  /AIza[\w-]{35}/, // Google API key
  /AQ\.Ab[\w-]{30,}/, // Google API key bound to a service account
  /ya29\.[\w-]{20,}/, // Google OAuth access token
  /GOCSPX-[\w-]{20,}/, // Google OAuth client secret
  /1\/\/0[\w-]{30,}/, // Google OAuth refresh token
  /(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/, // AWS access key id
  /ABSK[A-Za-z0-9+/]{80,}={0,2}/, // AWS Bedrock, long-term
  /[a-z]+-api-key-[A-Za-z0-9+/=]{20,}/, // AWS Bedrock, short-term
  /gsk_[A-Za-z0-9]{20,}/, // Groq
  /xai-[A-Za-z0-9]{20,}/, // xAI
  /csk-[A-Za-z0-9]{20,}/, // Cerebras
  /hf_[A-Za-z0-9]{20,}/, // Hugging Face
  /pplx-[A-Za-z0-9]{20,}/, // Perplexity
  /fw_[A-Za-z0-9]{20,}/, // Fireworks
  /r8_[A-Za-z0-9]{20,}/, // Replicate
  /nvapi-[\w-]{20,}/, // NVIDIA
  /tgp_v1_[\w-]{20,}/, // Together
  /pa-[\w-]{40,}/, // Voyage
  /jina_[A-Za-z0-9]{20,}/, // Jina
  /tvly-(?=[\w-]*\d)[\w-]{16,}/, // Tavily
  /fc-[0-9a-f]{32}/, // Firecrawl
  /pcsk_[A-Za-z0-9_]{30,}/, // Pinecone
  /lsv2_[a-z]{2}_[A-Za-z0-9_]{20,}/, // LangSmith
  /dapi[0-9a-f]{32}/, // Databricks
  /(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{30,}/, // GitHub
  /github_pat_[A-Za-z0-9_]{30,}/, // GitHub
  /glpat-[\w-]{20,}/, // GitLab
  /npm_[A-Za-z0-9]{36}/, // npm
  /xox[abeoprs]-[A-Za-z0-9-]{10,}/, // Slack
  /xapp-[A-Za-z0-9-]{20,}/, // Slack
  /ntn_[A-Za-z0-9]{30,}/, // Notion
  /lin_api_[A-Za-z0-9]{30,}/, // Linear
  /SG\.[\w-]{16,}\.[\w-]{16,}/, // SendGrid
  /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/, // JSON Web Token
  /[Bb]earer\s+(?=[^\s"']*\d)[A-Za-z0-9._~+/=-]{16,}/,
]

const ANY_SHAPE = SHAPES.map(({ source }) => source).join('|')
const SECRET_SHAPES: readonly RegExp[] = [
  new RegExp(`${START}(?:${ANY_SHAPE})`, 'g'),
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  /(?<=-)api-key-[A-Za-z0-9+/=]{20,}/g, // AWS Bedrock, short-term
]

/** Query parameters and form fields whose value is a secret whatever it looks like. */
const SECRET_PARAMETER =
  /^(key|api[-_]?key|(access|auth|id|refresh|session)[-_]?token|token|client[-_]?secret|secret|password|code|sig|signature|x-(amz|goog)-(credential|signature|security-token))$/i

/** A text that is nothing but `name=value` pairs. */
const FORM = /^[\w.%+-]+=[^\s&]*(?:&[\w.%+-]+=[^\s&]*)*$/

/** A stretch of a text, and what takes its place. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Secret shapes in a plain text. */
export function shapesIn(text: string, { shapes = [] }: RedactOptions): Replacement[] {
  return [...SECRET_SHAPES, ...shapes].flatMap((shape) =>
    [...text.matchAll(shape)].map(({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
      text: REDACTED,
    })),
  )
}

/** Values of secret `name=value` pairs, as in a query. */
export function parametersIn(query: string): Replacement[] {
  return [...query.matchAll(/([^=&]+)=([^&#]+)/g)]
    .filter(({ 1: name = '' }) => SECRET_PARAMETER.test(name))
    .map(({ 0: pair, 1: name = '', index }) => ({
      start: index + name.length + 1,
      end: index + pair.length,
      text: REDACTED,
    }))
}

/**
 * Everything secret in a body's text: shapes anywhere, named members and paths in its JSON (the whole text, or one
 * document per line as in event streams), and shapes that the events of a stream tell in pieces.
 */
export function secretsIn(text: string, options: RedactOptions): Replacement[] {
  const told = new Map<string, TextSpan[]>()
  const found = [...shapesIn(text, options), ...(FORM.test(text) ? parametersIn(text) : [])]
  for (const { start, end } of jsonDocuments(text)) {
    for (const span of jsonSpans(text.slice(start, end), start)) {
      if (options.bodyPaths?.some((pattern) => matchesPointer(pattern, span.path)))
        found.push({ ...span, text: JSON.stringify(REDACTED) })
      if (!span.isString) continue
      if (SECRET_MEMBER.test(span.key ?? '')) found.push({ ...inside(span), text: REDACTED })
      const key = span.path.join('/')
      const spans = told.get(key)
      if (spans === undefined) told.set(key, [span])
      else spans.push(span)
    }
  }
  for (const spans of told.values()) found.push(...secretsAcross(text, spans, options))
  return inOrder(found)
}

/** The text with replacements in the place of what they replace; of two that overlap, the first one's text. */
export function replaceAll(text: string, replacements: readonly Replacement[]): string {
  return replacePiece(text, 0, inOrder(replacements))
}

function inOrder(replacements: readonly Replacement[]): Replacement[] {
  return replacements.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/** The same for a piece of a longer text that begins at `offset`, with replacements in order. */
export function replacePiece(piece: string, offset: number, replacements: readonly Replacement[]): string {
  let result = ''
  let from = offset
  const pieceEnd = offset + piece.length
  for (const { start, end, text } of replacements) {
    if (end <= from || start >= pieceEnd) continue
    if (start >= from) result += piece.slice(from - offset, start - offset) + text
    from = Math.min(end, pieceEnd)
  }
  return result + piece.slice(from - offset)
}

interface Stretch {
  readonly start: number
  readonly end: number
}

const EVENT_LINE = /(?<=^|[\r\n])(?:data:)?[ \t]*([{[][^\r\n]*)/g

/** The whole text, which may hold several documents, or the data of an event stream, line by line. */
function jsonDocuments(text: string): Stretch[] {
  if (/^\s*[{[]/.test(text)) return [{ start: 0, end: text.length }]
  return [...text.matchAll(EVENT_LINE)].map(({ 0: line, 1: json = '', index }) => {
    const end = index + line.length
    return { start: end - json.length, end }
  })
}

function inside({ start, end, isCut }: TextSpan): Stretch {
  return { start: start + 1, end: isCut ? end : end - 1 }
}

/** Shapes in the texts of one member, joined over all events: streams tell a text in pieces. */
function secretsAcross(whole: string, spans: readonly TextSpan[], options: RedactOptions): Replacement[] {
  const literals = spans.map((span) => {
    const { start, end } = inside(span)
    return { start, ...unescaped(whole.slice(start, end)) }
  })
  const secrets = shapesIn(literals.map(({ text }) => text).join(''), options)
  if (secrets.length === 0) return []
  const found: Replacement[] = []
  let offset = 0
  for (const { start, text, offsetOf } of literals) {
    const next = offset + text.length
    for (const secret of secrets) {
      if (secret.end <= offset || secret.start >= next) continue
      found.push({
        start: start + offsetOf(Math.max(secret.start - offset, 0)),
        end: start + offsetOf(Math.min(secret.end, next) - offset),
        // Told once, in the event where the secret begins.
        text: secret.start >= offset ? secret.text : '',
      })
    }
    offset = next
  }
  return found
}
