import { answerOf, type HttpAnswer, isOk } from '../base/http/http-message.js'
import { decodeSegment } from '../base/http/request-target.js'
import type { JsonObject } from '../base/json/json-types.js'
import { parseJson, tryParseJson } from '../base/json/parse.js'
import { arrayOr, expectObject, isObject } from '../base/json/read-json.js'
import { compact, stringifyJson } from '../base/json/write-json.js'
import { createContext } from '../base/model/context.js'
import type { Conversation, Part } from '../base/model/types.js'
import { outputText } from '../codec/shape/results.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { seconds, type Written } from './client-request.js'
import { ProxyFailure } from './proxy-failure.js'
import type { Target } from './proxy-target.js'
import { textOf, type WholeBody } from './reading.js'
import type { Stored } from './stored.js'

// Requests beside those that generate: lists of models, counts of tokens, what clients left with their provider.

/** The models that routes offer, or one of them. */
export function modelsAnswer({ codecs }: Adapter, path: string, names: readonly string[]): HttpAnswer {
  const { models } = codecs.http
  const wanted = decodeSegment(models?.path.exec(path)?.[1]?.slice(1))
  if (models === undefined) throw new ProxyFailure('no-such-path', 'there are no models')
  if (wanted === undefined) return json(models.list(names))
  if (!names.includes(wanted)) throw new ProxyFailure('no-route', `no route offers the model "${wanted}"`)
  return json(models.one(wanted))
}

/** What the target's provider counts; undefined when it cannot be asked, or does not say it. */
export async function countedBy(
  { adapter, platform }: Target,
  { text, model }: Written,
  send: (path: string, text: string) => Promise<WholeBody>,
): Promise<number | undefined> {
  const { count } = adapter.codecs.http
  // Where a platform counts is not known.
  if (count === undefined || platform?.pathFor !== undefined) return undefined
  const request = expectObject(parseJson(text), '')
  const body = count.body?.(request, model) ?? request
  try {
    const given = await send(count.pathFor(model), stringifyJson(body))
    const answer = tryParseJson(await textOf(given))
    const counted = isOk(given.response) && isObject(answer) ? answer[count.field] : undefined
    return typeof counted === 'number' ? counted : undefined
  } catch (error) {
    if (error instanceof ProxyFailure) return undefined
    throw error
  }
}

/** The number, or an estimate that says so in its header. */
export function countAnswer(
  { codecs }: Adapter,
  counted: number | undefined,
  asked: Conversation,
): HttpAnswer {
  const { count } = codecs.http
  const body = { ...count?.beside, [count?.field ?? 'tokens']: counted ?? estimatedTokens(asked) }
  return json(body, counted === undefined ? { 'x-toolwire-estimated': 'true' } : {})
}

/** What an image, a sound or a page takes where its size is not known. */
const MEDIA_TOKENS = 1500
/** What tokens of English and of JSON have on average, in most vocabularies. */
const BYTES_PER_TOKEN = 4

/** Tokens of a request, by the length of its texts: within some ten percent for English, worse for other languages. */
export function estimatedTokens({ messages, tools = [] }: Conversation): number {
  const parts = messages.flatMap((message) => message.parts)
  const text = [...parts.map(partText), ...(tools.length === 0 ? [] : [JSON.stringify(tools)])].join('')
  const media = parts.filter(({ type }) => type === 'media').length
  const bytes = new TextEncoder().encode(text).length
  return Math.ceil(bytes / BYTES_PER_TOKEN) + media * MEDIA_TOKENS + messages.length * 3
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'tool-call':
      return part.name + (part.rawArguments ?? JSON.stringify(part.arguments ?? ''))
    case 'tool-result':
      return outputText(part.output)
    default:
      return ''
  }
}

/** An answer or a conversation that was kept, or that it was deleted. */
export async function storedAnswer(
  stored: Stored,
  { codecs }: Adapter,
  method: string,
  path: string,
): Promise<HttpAnswer> {
  const binding = codecs.http.stored
  const id = decodeSegment(binding?.path?.exec(path)?.[1]) ?? ''
  const body = await stored.body(id)
  if (body === undefined)
    throw new ProxyFailure('not-stored', `nothing is stored under the id "${id.slice(0, 200)}"`)
  if (method !== 'DELETE') return json(body)
  await stored.delete(id)
  return json(binding?.deleted?.(id) ?? {})
}

/** A conversation that the client begins. */
export async function begunAnswer(
  stored: Stored,
  { id: wire, codecs }: Adapter,
  body: JsonObject,
): Promise<HttpAnswer> {
  const id = `conv_${crypto.randomUUID().replaceAll('-', '')}`
  const messages = codecs.messages.decode(arrayOr(body.items, []), { ...createContext(wire), path: '/items' })
  const told = compact({ ...codecs.http.stored?.begun?.(id, body.metadata ?? {}, seconds()) })
  await stored.begin(id, messages, told)
  return json(told)
}

function json(body: JsonObject, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return answerOf(stringifyJson(body), { headers: { 'content-type': 'application/json', ...headers } })
}
