import type { Context } from '../adapter/context.js'
import type { Adapter } from '../adapter/define.js'
import { type FitOptions, fitResponse } from '../adapter/fit/index.js'
import { encodeConversation } from '../adapter/translate.js'
import { asJson } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import type { Conversation, Response } from '../model/types.js'
import { type Converted, convertSide, joinSides } from './exchange.js'

export interface EncodeOptions extends Pick<FitOptions, 'providerExecuted'> {
  readonly to: Adapter
  /** The wire that the exchange came from, where it is known. */
  readonly from?: string
  /** The model that is to read the request. */
  readonly model?: string
  readonly maxOutputTokens?: number
}

/** Both sides of an exchange, each to be read when it is its turn: that may fail, and then only that side does. */
export interface EncodeInput {
  readonly request?: () => Conversation
  readonly response?: () => Response
}

export function encodeExchange(
  { request, response }: EncodeInput,
  options: EncodeOptions,
): Converted<JsonValue, JsonValue> {
  return joinSides(
    request && convertSide('/request', {}, (context) => encodeRequest(request(), options, context)),
    response && convertSide('/response', {}, (context) => encodeResponse(response(), options, context)),
  )
}

/** Writes a request for its own wire as it is, for another one fitted to it and without the other's model. */
function encodeRequest(conversation: Conversation, options: EncodeOptions, context: Context): JsonValue {
  const { to, from, model, maxOutputTokens } = options
  if (from === to.id) {
    const settled = { ...conversation, ...compact({ model, maxOutputTokens }) }
    return to.codecs.request.encode(settled, context)
  }
  const { model: _model, ...rest } = conversation
  const { value, notices } = encodeConversation(rest, options)
  for (const notice of notices) context.report(notice)
  return asJson(value)
}

/** Writes a response for its own wire as it is, for another one fitted to it. */
function encodeResponse(response: Response, options: EncodeOptions, context: Context): JsonValue {
  const { to, from, providerExecuted } = options
  if (from === to.id) return to.codecs.response.encode(response, context)
  const fitted = fitResponse(response, to.codecs, compact({ from, providerExecuted }))
  for (const notice of fitted.notices) context.report(notice)
  return to.codecs.response.encode(fitted.response, context)
}
