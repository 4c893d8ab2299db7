import type { CitationForms } from '../../src/codec/shape/citations.js'

/**
 * Citations are source parts. Their offsets count in the complete content. The codec of sources writes URL
 * and title.
 */
export const citations: CitationForms = {
  ofPart: { range: ['citation/extra/start_index', 'citation/extra/end_index'] },
  written: {
    on: 'part',
    metadata: ([citation]) => ({
      citation: { extra: { title: '', start_index: citation?.start ?? 0, end_index: citation?.end ?? 0 } },
    }),
  },
}
