import type { CitationForms } from '../../src/codec/shape/citations.js'

/**
 * What a text cites holds for the whole block. It is only read: a citation of the web has to bear an `encrypted_index`, the
 * others point into documents of the request, and both are the provider's alone to give.
 * https://platform.claude.com/docs/en/build-with-claude/citations
 */
export const citations: CitationForms = {
  ofText: { list: 'extra/citations', url: ['url', 'source'], title: ['title', 'document_title'] },
}
