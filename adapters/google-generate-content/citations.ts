import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  arrayOr,
  isObject,
  numberOr,
  objectIn,
  objectOr,
  objectsIn,
  stringOr,
} from '../../src/base/json/read-json.js'
import { bytesBefore, unitAt } from '../../src/base/json/utf8.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Citation, CitationForms, PlacedCitation, TextRange } from '../../src/codec/shape/citations.js'
import { extraOf } from '../../src/codec/shape/fields.js'

/**
 * Citations are next to the content: `groundingMetadata` has the sources, and the segments of the text (in
 * bytes) that they support; `citationMetadata` has passages that the model repeats.
 * https://ai.google.dev/api/generate-content#GroundingMetadata
 */
export const citations: CitationForms = {
  ofAnswer(own, answered) {
    const { groundingMetadata, citationMetadata } = extraOf(own.candidate)
    const native = compact({ groundingMetadata, citationMetadata })
    const texts = Object.keys(native).length === 0 ? [] : answered.map(counted)
    const citations = [
      ...grounding(objectOr(groundingMetadata, {}), texts),
      ...repeated(citationMetadata, texts),
    ]
    const { webSearchQueries } = objectIn(groundingMetadata)
    const queries = arrayOr(webSearchQueries, []).flatMap((query) =>
      typeof query === 'string' ? [query] : [],
    )
    return { citations, queries, native }
  },
  written: {
    on: 'answer',
    metadata: (citations, queries) => ({
      candidate: { extra: { groundingMetadata: groundingOf(citations, queries) } },
    }),
  },
}

function grounding({ groundingChunks, groundingSupports }: JsonObject, texts: readonly Text[]): Citation[] {
  const sources = objectsIn(groundingChunks).map(sourceOf)
  const used = new Set<JsonValue>()
  const cited = objectsIn(groundingSupports).flatMap(({ segment, groundingChunkIndices }) => {
    const place = placeOf(objectOr(segment, {}), texts)
    return arrayOr(groundingChunkIndices, []).flatMap((index) => {
      const source = sources[Number(index)]
      used.add(index)
      return source === undefined ? [] : [compact({ ...source, place })]
    })
  })
  return [...cited, ...sources.filter((_source, index) => !used.has(index))]
}

/** Returns the source of a chunk: the web, a map or a document of the caller. */
function sourceOf(chunk: JsonObject): Citation {
  const [source] = objectsIn(Object.values(chunk))
  const url = stringOr(source?.uri, stringOr(source?.sourceUri, undefined))
  return compact({ url, title: stringOr(source?.title, undefined) })
}

function repeated(native: JsonValue | undefined, texts: readonly Text[]): Citation[] {
  if (!isObject(native)) return []
  const sources = [...objectsIn(native.citationSources), ...objectsIn(native.citations)]
  return sources.map((source) =>
    compact({
      url: stringOr(source.uri, undefined),
      title: stringOr(source.title, undefined),
      place: placeOf(source, texts),
    }),
  )
}

/** A text, with the number of UTF-8 bytes before each code unit and before the end. */
interface Text {
  readonly text: string
  readonly bytes: readonly number[]
}

function counted(text: string): Text {
  return { text, bytes: bytesBefore(text) }
}

/**
 * Returns the last text that contains the segment at its offset. Stream chunks do not keep the parts that the
 * offsets refer to.
 */
function placeOf({ startIndex, endIndex, text }: JsonObject, texts: readonly Text[]): TextRange | undefined {
  for (const [index, whole] of [...texts.entries()].reverse()) {
    const start = unitAt(whole.bytes, numberOr(startIndex, 0))
    const end = typeof text === 'string' ? start + text.length : unitAt(whole.bytes, numberOr(endIndex, 0))
    const isThere = typeof text !== 'string' || whole.text.startsWith(text, start)
    if (start < end && isThere) return { text: index, start, end }
  }
  return undefined
}

function groundingOf(citations: readonly PlacedCitation[], queries: readonly string[]): JsonObject {
  const texts = new Map<PlacedCitation['part'], ReturnType<typeof bytesBefore>>()
  const chunks = new Map<PlacedCitation['url'], { readonly index: number; readonly web: JsonObject }>()
  for (const { part, text, url, title } of citations) {
    if (!texts.has(part)) texts.set(part, bytesBefore(text))
    if (!chunks.has(url)) chunks.set(url, { index: chunks.size, web: compact({ uri: url, title }) })
  }
  const groundingChunks = [...chunks.values()].map(({ web }) => ({ web }))
  const groundingSupports = citations.flatMap(({ url, start, end, text, part }) => {
    if (start >= end) return []
    const segment = compact({
      partIndex: part === 0 ? undefined : part,
      startIndex: texts.get(part)?.[start],
      endIndex: texts.get(part)?.[end],
      text: text.slice(start, end),
    })
    return [{ segment, groundingChunkIndices: [chunks.get(url)?.index ?? -1] }]
  })
  return compact({
    webSearchQueries: queries.length === 0 ? undefined : queries,
    groundingChunks: groundingChunks.length === 0 ? undefined : groundingChunks,
    groundingSupports: groundingSupports.length === 0 ? undefined : groundingSupports,
  })
}
