import type { CitationForms } from '../../src/codec/shape/citations.js'

/** Annotations of a text. https://platform.openai.com/docs/api-reference/responses/object */
export const citations: CitationForms = {
  ofText: {
    list: 'extra/annotations',
    url: ['url'],
    title: ['title', 'filename', 'file_id'],
    range: ['start_index', 'end_index'],
  },
  written: {
    on: 'text',
    metadata: (citations) => ({
      extra: {
        annotations: citations.map(({ url, title = url, start, end }) => ({
          type: 'url_citation',
          url,
          title,
          start_index: start,
          end_index: end,
        })),
      },
    }),
  },
}
