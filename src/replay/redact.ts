import { isArray, isObject } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import { bodyJson, bodyText } from './body.js'
import type { RecordedBody, RecordedChunk, RecordedExchange } from './exchange.js'
import { matchesPointer } from './match.js'

export const REDACTED = '[redacted]'

/** Headers that are kept; all others are noise or secrets. */
const KEPT_REQUEST_HEADERS =
  /^(content-type|accept|anthropic-(version|beta)|openai-(organization|project|beta)|x-goog-api-client|user-agent)$/
const KEPT_RESPONSE_HEADERS =
  /^(content-type|retry-after|retry-after-ms|request-id|x-request-id|x-ratelimit-.+|anthropic-ratelimit-.+|openai-(model|version|processing-ms))$/

/** Query parameters whose value is a secret whatever it looks like. */
const SECRET_PARAMETER =
  /^(key|api[-_]?key|(access|auth|id|refresh|session)[-_]?token|token|client[-_]?secret|secret|password|sig|signature|x-amz-(credential|signature|security-token))$/i

/** The same for members of JSON bodies, where `key` and `signature` mean other things. */
const SECRET_MEMBER =
  /^(authorization|proxy-authorization|authorization[-_]token|(x-)?(goog-)?api[-_]?key|access[-_]?token|refresh[-_]?token|client[-_]?secret|cookie|set-cookie)$/i

/** Key shapes of known vendors, wherever they stand in a text. */
const SECRET_SHAPES: readonly RegExp[] = [
  /(?<![\w-])sk-(?:proj-|svcacct-|admin-|ant-[a-z0-9]+-|or-v1-|lf-)?[A-Za-z0-9_-]{16,}/g, // OpenAI, Anthropic, OpenRouter, DeepSeek, Moonshot
  /(?<![\w-])AIza[A-Za-z0-9_-]{35}/g, // Google API key
  /(?<![\w-])ya29\.[A-Za-z0-9_-]{20,}/g, // Google OAuth access token
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, // AWS access key id
  /(?<![\w-])gsk_[A-Za-z0-9]{20,}/g, // Groq
  /(?<![\w-])xai-[A-Za-z0-9]{20,}/g, // xAI
  /(?<![\w-])csk-[A-Za-z0-9]{20,}/g, // Cerebras
  /(?<![\w-])hf_[A-Za-z0-9]{20,}/g, // Hugging Face
  /(?<![\w-])pplx-[A-Za-z0-9]{20,}/g, // Perplexity
  /(?<![\w-])fw_[A-Za-z0-9]{20,}/g, // Fireworks
  /(?<![\w-])r8_[A-Za-z0-9]{20,}/g, // Replicate
  /(?<![\w-])nvapi-[A-Za-z0-9_-]{20,}/g, // NVIDIA
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{30,}/g, // GitHub
  /\bgithub_pat_[A-Za-z0-9_]{30,}/g, // GitHub
  /(?<![\w-])xox[abprs]-[A-Za-z0-9-]{10,}/g, // Slack
  /(?<![\w-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g, // JSON Web Token
  /\bBearer\s+[A-Za-z0-9._~+/=-]{16,}/gi,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
]

export interface RedactOptions {
  /** JSON Pointers into request and response bodies whose value is replaced; `*` stands for any one token. */
  readonly bodyPaths?: readonly string[]
  /** Further shapes to replace in any text; must be global expressions. */
  readonly shapes?: readonly RegExp[]
  /** Further headers to keep (lower case); `authorization` and cookies never are. */
  readonly keepHeaders?: readonly string[]
}

/** The exchange as it may be written to disk: secrets replaced by `[redacted]`, headers that do not matter left out. */
export function redactExchange(exchange: RecordedExchange, options: RedactOptions = {}): RecordedExchange {
  const { request, response } = exchange
  return {
    ...exchange,
    request: {
      ...request,
      url: redactUrl(request.url, options),
      headers: keptHeaders(request.headers, KEPT_REQUEST_HEADERS, options),
      ...(request.body && { body: redactBody(request.body, options) }),
    },
    response: {
      ...response,
      headers: keptHeaders(response.headers, KEPT_RESPONSE_HEADERS, options),
      ...(response.body && { body: redactBody(response.body, options) }),
    },
  }
}

/** @internal */
export function redactUrl(url: string, options: RedactOptions): string {
  const [base = '', query] = url.split('?', 2)
  const [scheme, rest] = base.includes('://') ? base.split('://', 2) : ['', base]
  // Credentials may stand before the host (https://user:password@host).
  const host = (rest ?? '').replace(/^[^/@]*@/, `${REDACTED}@`)
  const shown = redactText(scheme === '' ? host : `${scheme}://${host}`, options)
  if (query === undefined) return shown
  const parameters = query.split('&').map((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2)
    return SECRET_PARAMETER.test(name) ? `${name}=${REDACTED}` : `${name}=${redactText(value, options)}`
  })
  return `${shown}?${parameters.join('&')}`
}

function keptHeaders(
  headers: Readonly<Record<string, string>>,
  kept: RegExp,
  options: RedactOptions,
): Record<string, string> {
  const secret = (name: string) => SECRET_MEMBER.test(name)
  const names = Object.keys(headers).filter(
    (name) => !secret(name) && (kept.test(name) || options.keepHeaders?.includes(name)),
  )
  return Object.fromEntries(names.map((name) => [name, redactText(headers[name] ?? '', options)]))
}

function redactBody(body: RecordedBody, options: RedactOptions): RecordedBody {
  const json = bodyJson(body)
  if (json !== undefined && !('chunks' in body)) {
    const redacted = redactJson(json, options, [])
    if (redacted === json) return body
    return 'json' in body ? { ...body, json: redacted } : { text: JSON.stringify(redacted) }
  }
  if ('chunks' in body) return redactChunks(body, options)
  return 'text' in body ? { text: redactText(body.text, options) } : body
}

/** A secret may span chunks, so the search runs over the whole text and the cuts stay where they were. */
function redactChunks(
  body: { readonly chunks: readonly RecordedChunk[] },
  options: RedactOptions,
): RecordedBody {
  const whole = bodyText(body)
  if (redactText(whole, options) === whole) return body
  if (body.chunks.some((chunk) => 'base64' in chunk))
    return { chunks: [{ at: 0, text: redactText(whole, options) }] }
  const secrets = secretRanges(whole, options)
  let offset = 0
  return {
    chunks: body.chunks.map((chunk) => {
      const text = 'text' in chunk ? chunk.text : ''
      const start = offset
      offset += text.length
      return { at: chunk.at, text: cutRanges(text, start, secrets) }
    }),
  }
}

type Range = readonly [start: number, end: number]

function secretRanges(text: string, options: RedactOptions): Range[] {
  const shapes = [...SECRET_SHAPES, ...(options.shapes ?? [])]
  return shapes
    .flatMap((shape) =>
      [...text.matchAll(shape)].map((match): Range => [match.index, match.index + match[0].length]),
    )
    .sort((a, b) => a[0] - b[0])
}

/** The piece of a longer text that begins at `start`, with `[redacted]` where a range begins and nothing inside it. */
function cutRanges(piece: string, start: number, ranges: readonly Range[]): string {
  let result = ''
  let from = start
  const end = start + piece.length
  for (const [rangeStart, rangeEnd] of ranges) {
    if (rangeEnd <= from || rangeStart >= end) continue
    if (rangeStart > from) result += piece.slice(from - start, rangeStart - start)
    if (rangeStart >= from) result += REDACTED
    from = Math.max(from, Math.min(rangeEnd, end))
  }
  return result + piece.slice(from - start)
}

export function redactText(text: string, options: RedactOptions = {}): string {
  let result = text
  for (const shape of [...SECRET_SHAPES, ...(options.shapes ?? [])]) result = result.replace(shape, REDACTED)
  return result
}

/** The same reference when nothing was secret. */
function redactJson(value: JsonValue, options: RedactOptions, path: readonly string[]): JsonValue {
  if (options.bodyPaths?.some((pattern) => matchesPointer(pattern, path))) return REDACTED
  if (typeof value === 'string') return redactText(value, options)
  if (isArray(value)) {
    const items = value.map((item, index) => redactJson(item, options, [...path, String(index)]))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([key, member]): [string, JsonValue] => [
    key,
    typeof member === 'string' && SECRET_MEMBER.test(key)
      ? REDACTED
      : redactJson(member, options, [...path, key]),
  ])
  return members.some(([key, member]) => member !== value[key]) ? Object.fromEntries(members) : value
}
