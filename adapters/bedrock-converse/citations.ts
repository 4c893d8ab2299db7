import { compact } from '../../src/base/json/write-json.js'
import type { CitationForms } from '../../src/codec/shape/citations.js'

/**
 * A cited text is a separate block. Its citations apply to the complete text.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CitationsContentBlock.html
 */
export const citations: CitationForms = {
  ofText: {
    list: 'extra/citationsContent/citations',
    url: ['location/web/url', 'source'],
    title: ['title'],
  },
  written: {
    on: 'text',
    metadata: (citations) => ({
      extra: {
        citationsContent: {
          content: [{ text: citations[0]?.text ?? '' }],
          citations: citations.map(({ url, title }) => compact({ title, location: { web: { url } } })),
        },
      },
    }),
  },
}
