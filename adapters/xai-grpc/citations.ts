import { arrayOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { CitationForms } from '../../src/codec/shape/citations.js'
import { extraOf } from '../../src/codec/shape/fields.js'

/**
 * An answer lists its source pages. With INCLUDE_OPTION_INLINE_CITATIONS, the text of the answer contains
 * links, and their positions are next to the text. Positions on other wires refer to the cited text instead
 * of a link, so only the list is written.
 */
export const citations: CitationForms = {
  ofText: {
    list: 'extra/citations',
    url: ['web_citation/url', 'x_citation/url'],
    title: ['collections_citation/file_id'],
    range: ['start_index', 'end_index'],
  },
  ofAnswer(own) {
    const { citations: listed } = extraOf(own)
    const cited = arrayOr(listed, []).flatMap((url) => (typeof url === 'string' ? [{ url }] : []))
    return { citations: cited, native: compact({ citations: listed }) }
  },
  written: {
    on: 'answer',
    titles: false,
    metadata: (cited) => ({ extra: { citations: [...new Set(cited.map(({ url }) => url))] } }),
  },
}
