import { compact } from '../../src/base/json/write-json.js'
import type { CitationForms } from '../../src/codec/shape/citations.js'

/**
 * Citations are next to the content. Each citation refers to one block and is kept with this block. Sources
 * of citations are tool results and documents, which may have a URL.
 * https://docs.cohere.com/docs/rag-citations
 */
export const citations: CitationForms = {
  ofText: {
    list: 'extra/citations',
    url: ['sources/0/document/url'],
    title: ['sources/0/document/title', 'sources/0/id'],
    range: ['start', 'end'],
  },
  written: {
    on: 'text',
    metadata: (citations) => ({
      extra: {
        citations: citations.map(({ url, title, text, start, end }) => ({
          start,
          end,
          text: text.slice(start, end),
          sources: [{ type: 'document', id: url, document: compact({ id: url, title, url }) }],
          type: 'TEXT_CONTENT',
        })),
      },
    }),
  },
}
