import type { CitationForms } from '../../src/codec/shape/citations.js'

/**
 * Citations apply to the complete block. They are only decoded: a web citation needs an `encrypted_index`,
 * other citations point into documents of the request, and only the provider can issue these values.
 * https://platform.claude.com/docs/en/build-with-claude/citations
 */
export const citations: CitationForms = {
  ofText: { list: 'extra/citations', url: ['url', 'source'], title: ['title', 'document_title'] },
}
