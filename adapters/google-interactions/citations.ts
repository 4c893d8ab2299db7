import type { JsonObject } from '../../src/base/json/json-types.js'
import { bytesBefore } from '../../src/base/json/utf8.js'
import { compact } from '../../src/base/json/write-json.js'
import type { CitationForms } from '../../src/codec/shape/citations.js'

/**
 * `URLCitation`, `FileCitation` and `PlaceCitation` of @google/genai: annotations of a text, with byte
 * offsets.
 */
export const citations: CitationForms = {
  ofText: {
    list: 'extra/annotations',
    url: ['url', 'document_uri'],
    title: ['title', 'file_name', 'name'],
    range: ['start_index', 'end_index'],
    unit: 'bytes',
  },
  written: {
    on: 'text',
    metadata(citations) {
      const annotations = citations.map(({ url, title, start, end, text }): JsonObject => {
        const bytes = start < end ? bytesBefore(text) : []
        return compact({ type: 'url_citation', url, title, start_index: bytes[start], end_index: bytes[end] })
      })
      return { extra: { annotations } }
    },
  },
}
