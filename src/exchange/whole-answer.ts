import { parseExact, stringifyExact } from '../json/exact.js'
import { type Context, createContext, type Notice } from '../model/context.js'
import type { ModelResponse, ProviderError } from '../model/types.js'
import { streamFrames } from '../stream/write.js'
import type { Adapter } from '../wire/define.js'
import { statusOf, translateError } from '../wire/errors.js'
import { type AnswerOptions, adaptAnswer } from './answer.js'
import { failedResponse } from './refusal.js'

/** How a whole answer is written for another wire. */
export interface WriteAnswerOptions extends AnswerOptions {
  readonly from: Adapter
  readonly to: Adapter
  /** Whether it becomes a stream. */
  readonly streams: boolean
  /** The status of an error, with which the request was refused. */
  readonly refused?: number | undefined
  /** Whether a stream just stops, without an error or an end. Default: no. */
  readonly aborted?: boolean | undefined
}

/** An answer as it is sent: JSON text with its status, or the frames of a stream. */
export type WrittenAnswer = {
  readonly notices: readonly Notice[]
  /** What the reader is told, in canonical form. */
  readonly response: ModelResponse
} & (
  | { readonly text: string; readonly status: number }
  | { readonly frames: readonly (string | Uint8Array)[] }
)

/** A whole answer as the target's provider would have given it. */
export function writeAnswer(answer: ModelResponse, options: WriteAnswerOptions): WrittenAnswer {
  const { from, to, streams, refused, aborted, ...rest } = options
  const context = createContext(to.id, { parseExact, request: options.request })
  const { response } = adaptAnswer(answer, from.codecs, to.codecs, rest, context)
  if (streams) {
    const frames = [...streamFrames(response, to.codecs, context, { aborted })]
    return { frames, response, notices: context.notices }
  }
  const text = stringifyExact(to.codecs.response.encode(withoutParts(response, context), context))
  const status = answer.error === undefined ? 200 : failureStatus(answer.error, refused, from, to)
  return { text, status, response, notices: context.notices }
}

/** With which the target's provider refuses a request for this reason. */
function failureStatus(
  error: ProviderError,
  refused: number | undefined,
  from: Adapter,
  to: Adapter,
): number {
  const { errors } = to.codecs.http
  if (from.id === to.id) return refused ?? statusOf(error, errors)
  return translateError(error, refused, from.codecs.http.errors, errors).status
}

/** A provider that fails before its whole answer is ready sends an error and no part of the answer. */
function withoutParts(answer: ModelResponse, context: Context): ModelResponse {
  const { error, message } = answer
  if (error === undefined) return answer
  if (message.parts.length > 0)
    context.report({
      code: 'failed-answer-dropped',
      severity: 'warning',
      path: '/message/parts',
      message: 'the stream failed after part of the answer; the whole answer is the error, without that part',
    })
  return failedResponse(error)
}

const RETRY_HEADER = /^(retry-after|retry-after-ms|x-should-retry)$/i

/** When a refused request may come again: every client reads that from the headers. */
export function retryHeaders(
  headers: Iterable<readonly [name: string, value: string]>,
  error: ProviderError | undefined,
  from: Adapter,
): Readonly<Record<string, string>> {
  if (error === undefined) return {}
  const kept = [...headers].filter(([name]) => RETRY_HEADER.test(name))
  if (kept.length > 0) return Object.fromEntries(kept)
  const seconds = from.codecs.http.retryAfter?.(error.raw ?? null)
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}
