import type { Context } from '../adapter/context.js'
import type { Adapter } from '../adapter/define.js'
import type { FitOptions } from '../adapter/fit/index.js'
import { stepResponse } from '../adapter/step-response.js'
import { streamFrames } from '../adapter/stream-frames.js'
import { type AnswerSource, createAnswerSteps } from '../exchange/answer.js'
import { encodeConversation } from '../exchange/translate.js'
import { parseExact } from '../json/exact.js'
import { parseJson } from '../json/parse.js'
import { asJson, isArray } from '../json/read.js'
import type { JsonArray, JsonValue } from '../json/types.js'
import type { Conversation, Response } from '../model/types.js'
import { type Converted, convertSide, joinSides } from './exchange.js'

export interface EncodeOptions extends Pick<FitOptions, 'providerExecuted' | 'limits'> {
  readonly to: Adapter
  /** The wire that the exchange came from, where it is known. */
  readonly from?: AnswerSource
  /** The model that is to read the request. */
  readonly model?: string
  readonly maxOutputTokens?: number
  /** Whether the response is written as the target's stream, in `sse`. */
  readonly stream?: boolean
}

/** Both sides of an exchange, each to be read when it is its turn: that may fail, and then only that side does. */
export interface EncodeInput {
  readonly request?: () => Conversation
  readonly response?: () => Response
}

/** An exchange in native form: the answer whole in `response`, or streamed in `sse`, in `chunks` where streams are no text. */
export interface EncodedExchange extends Converted<JsonValue, JsonValue> {
  readonly sse?: string
  readonly chunks?: JsonArray
}

export function encodeExchange({ request, response }: EncodeInput, options: EncodeOptions): EncodedExchange {
  const encode = options.stream ? encodeStream : encodeResponse
  const { response: answer, ...joined } = joinSides<JsonValue, JsonValue>(
    request &&
      convertSide(options.to.id, '/request', { parseExact }, (context) =>
        encodeRequest(request(), options, context),
      ),
    response &&
      convertSide(options.to.id, '/response', { parseExact }, (context) =>
        encode(response(), options, context),
      ),
  )
  if (answer === undefined) return joined
  if (isArray(answer)) return { ...joined, chunks: answer }
  return typeof answer === 'string' ? { ...joined, sse: answer } : { ...joined, response: answer }
}

/** For another wire without the other's model. */
function encodeRequest(conversation: Conversation, options: EncodeOptions, context: Context): JsonValue {
  const { model: _model, ...rest } = conversation
  const from = options.from?.id
  const own = from === options.to.id ? conversation : rest
  const { value, notices } = encodeConversation(own, { ...options, from, parseExact })
  for (const notice of notices) context.report(notice)
  return asJson(value)
}

function encodeResponse(response: Response, options: EncodeOptions, context: Context): JsonValue {
  return options.to.codecs.response.encode(fitted(response, options, context), context)
}

/** The text of the stream, or its events where it is bytes. */
function encodeStream(response: Response, options: EncodeOptions, context: Context): string | JsonArray {
  const { codecs } = options.to
  const frames = [...streamFrames(fitted(response, options, context), codecs, context)]
  if (frames.every((frame) => typeof frame === 'string')) return frames.join('')
  const framer = codecs.stream.framing.createFramer()
  return frames.flatMap((frame) => framer.push(frame)).map(({ data }) => parseJson(data))
}

/** The response as the target tells it. */
function fitted(
  response: Response,
  { to, from, providerExecuted, limits }: EncodeOptions,
  context: Context,
): Response {
  const steps = createAnswerSteps(from, to.codecs, { providerExecuted, limits }, response.message.origin)
  const stepped = stepResponse(response, steps)
  for (const notice of steps.notices) context.report(notice)
  return stepped
}
