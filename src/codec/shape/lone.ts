import type { JsonObject } from '../../base/json/json-types.js'
import { asJson, objectsIn } from '../../base/json/read-json.js'
import { equalJson } from '../../base/json/write-json.js'
import { type Context, createContext } from '../../base/model/context.js'
import { metadataOf, withMetadata } from '../../base/model/metadata.js'
import type { ResponseCodec } from './codecs.js'

/** What may stand alone in place of a whole answer: the member that holds such things in one, and what they look like. */
export interface Lone {
  readonly list: string
  test(native: JsonObject): boolean
}

/** Reads answers of which one thing may stand alone, such as a call: as the only item of a whole answer. */
export function loneDecoder(decode: ResponseCodec['decode'], lone: Lone): ResponseCodec['decode'] {
  return (native, context) => {
    if (!lone.test(native)) return decode(native, context)
    const report = reportInside(`/${lone.list}/0`, context)
    const answer = decode({ [lone.list]: [native] }, { ...context, report })
    return withMetadata(answer, { ...metadataOf(answer, context), isLone: true }, context)
  }
}

/** Writes what was read so alone again, for as long as the answer says nothing else. */
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

/** Paths lead into what stands alone. */
function reportInside(place: string, { report }: Context): Context['report'] {
  return (notice) =>
    report(notice.path.startsWith(place) ? { ...notice, path: notice.path.slice(place.length) } : notice)
}
