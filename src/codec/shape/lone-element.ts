import type { JsonObject } from '../../base/json/json-types.js'
import { asJson, objectsIn } from '../../base/json/read-json.js'
import { equalJson } from '../../base/json/write-json.js'
import { type Context, createContext } from '../../base/model/context.js'
import { metadataOf, withMetadata } from '../../base/model/metadata.js'
import type { ResponseCodec } from './codecs.js'

/**
 * An element that may replace a complete answer: the member that contains these elements in an answer, and a
 * function that recognizes them.
 */
export interface Lone {
  readonly list: string
  test(native: JsonObject): boolean
}

/**
 * Creates a decoder of answers that may be a lone element, such as a call. A lone element is decoded as the
 * only item of a complete answer.
 */
export function loneDecoder(decode: ResponseCodec['decode'], lone: Lone): ResponseCodec['decode'] {
  return (native, context) => {
    if (!lone.test(native)) return decode(native, context)
    const report = reportInside(`/${lone.list}/0`, context)
    const answer = decode({ [lone.list]: [native] }, { ...context, report })
    return withMetadata(answer, { ...metadataOf(answer, context), isLone: true }, context)
  }
}

/**
 * Creates an encoder that encodes an answer as a lone element if the answer was decoded from one and has no
 * other content.
 */
export function loneEncoder(
  encode: ResponseCodec['encode'],
  decode: ResponseCodec['decode'],
  { list, test }: Lone,
): ResponseCodec['encode'] {
  return (answer, context) => {
    const native = encode(answer, context)
    const [only] = metadataOf(answer, context)?.isLone === true ? objectsIn(native[list]) : []
    if (only === undefined || !test(only)) return native
    return equalJson(asJson(decode(only, createContext(context.wire))), asJson(answer)) ? only : native
  }
}

/** Returns a report function that makes paths relative to the lone element. */
function reportInside(place: string, { report }: Context): Context['report'] {
  return (notice) =>
    report(notice.path.startsWith(place) ? { ...notice, path: notice.path.slice(place.length) } : notice)
}
