import { type Context, type ContextOptions, createContext, type Notice } from '../adapter/context.js'
import type { Adapter } from '../adapter/define.js'
import { createEventReader } from '../adapter/source.js'
import { expectObject } from '../json/read.js'
import type { JsonArray } from '../json/types.js'
import { compact } from '../json/write.js'
import type { Conversation, Response } from '../model/types.js'
import { Assembler } from '../stream/assemble.js'
import { type Failure, failureOf } from './failure.js'
import type { ResolvedRecord, Side } from './record.js'

/** Both sides of an exchange after a conversion. One side may have failed while the other is good. */
export interface Converted<Request, Response> {
  readonly request?: Request
  readonly response?: Response
  readonly notices: readonly Notice[]
  readonly error?: Failure
}

export type DecodedExchange = Converted<Conversation, Response>

export function decodeExchange(record: ResolvedRecord, options: ContextOptions): DecodedExchange {
  const { adapter, request, response, stream } = record
  return joinSides(
    request && convertSide(request.path, options, (context) => decodeRequest(adapter, request, context)),
    response
      ? convertSide(response.path, options, (context) => decodeResponse(adapter, response, context))
      : stream &&
          convertSide(stream.path, options, (context) => decodeStream(adapter, stream.value, context)),
  )
}

function decodeRequest(adapter: Adapter, { value }: Side, context: Context): Conversation {
  return adapter.codecs.request.decode(expectObject(value, ''), context)
}

function decodeResponse(adapter: Adapter, { value }: Side, context: Context): Response {
  return adapter.codecs.response.decode(expectObject(value, ''), context)
}

function decodeStream(adapter: Adapter, stream: string | JsonArray, context: Context): Response {
  const reader = createEventReader(adapter.codecs.stream, context)
  const assembler = new Assembler(adapter.id)
  for (const chunk of typeof stream === 'string' ? [stream] : stream) {
    const piece = typeof chunk === 'string' ? chunk : expectObject(chunk, '')
    for (const event of reader.push(piece)) assembler.push(event)
  }
  for (const event of reader.finish()) assembler.push(event)
  return assembler.response()
}

/** What became of one side. */
export interface ConvertedSide<Value> {
  readonly value?: Value
  readonly notices: readonly Notice[]
  readonly error?: Failure
}

/** Runs one conversion; its notices and its error get paths into the record rather than into the side. */
export function convertSide<Value>(
  path: string,
  options: ContextOptions,
  convert: (context: Context) => Value,
): ConvertedSide<Value> {
  const context = createContext(options)
  const notices = () => context.notices.map((notice) => ({ ...notice, path: path + notice.path }))
  try {
    return { value: convert(context), notices: notices() }
  } catch (error) {
    return { notices: notices(), error: failureOf(error, path) }
  }
}

/** A record has room for one error; should both sides fail, the second is told as a notice. */
export function joinSides<Request, Response>(
  request: ConvertedSide<Request> | undefined,
  response: ConvertedSide<Response> | undefined,
): Converted<Request, Response> {
  const notices = [...(request?.notices ?? []), ...(response?.notices ?? [])]
  if (request?.error && response?.error) notices.push(failureNotice(response.error))
  return compact({
    request: request?.value,
    response: response?.value,
    notices,
    error: request?.error ?? response?.error,
  })
}

function failureNotice({ code, path, message }: Failure): Notice {
  return { code: `failed-${code}`, severity: 'warning', path, message }
}
