import type { DefaultTheme } from 'vitepress'

type Search = Extract<NonNullable<DefaultTheme.Config['search']>, { provider: 'local' }>

/**
 * A code block, whose text is searched without highlighting. In the reference, text outside of code and
 * tables is searched.
 */
const FENCE = /^( *```)\w+$([\s\S]*?^ *```$)/gm
const TABLE = /<table[\s\S]*?<\/table>/g

/**
 * Options passed to MiniSearch. The site generator's type declares only three of them, but all are passed on.
 */
const INDEX = {
  fields: ['title', 'titles', 'keywords', 'text'],
  tokenize: wordsOf,
  processTerm: stemOf,
  extractField,
}

/** The search runs in the browser, over an index that is built with the site. */
export const search: Search = {
  provider: 'local',
  options: {
    // The index is loaded at the first search, and the theme has no text for this time.
    translations: { modal: { noResultsText: 'No results yet (the index may still be loading) for' } },
    _render: (source, env, md) => {
      const isReference = env.relativePath.startsWith('reference/')
      const html = md.render(source.replaceAll(FENCE, isReference ? '' : '$1txt$2'), env)
      const searched = isReference ? html.replaceAll(TABLE, '') : html
      return withKeywords(searched, String(env.frontmatter?.['keywords'] ?? ''))
    },
    miniSearch: {
      options: INDEX,
      searchOptions: {
        fuzzy: (term) => (term.length > 6 ? 0.15 : false),
        weights: { fuzzy: 0.2, prefix: 0.4 },
        prefix: true,
        boost: { title: 5, keywords: 4, titles: 2, text: 1 },
        boostDocument,
      },
    },
  },
}

/** Search keywords are inserted at the beginning of the first section, between two marks. */
function withKeywords(html: string, keywords: string): string {
  return keywords === '' ? html : html.replace(/<\/h1>/, (end) => `${end}<p>⁂${keywords}⁂</p>`)
}

// The functions below are serialized and sent to the browser, so they use no outer names.

/** Keywords are a separate field with a higher weight than text. */
function extractField(section: Readonly<Record<string, string>>, field: string): string {
  const [before = '', keywords = '', after = ''] = (section.text ?? '').split('⁂')
  if (field === 'keywords') return keywords
  return field === 'text' ? before + after : (section[field] ?? '')
}

/** Names are not split: `tool_use` is more specific than "tool" and "use". */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+/u)
}

/** Returns a term without its ending, so that "approve" finds "approval". Stop words are omitted. */
function stemOf(term: string): string | null {
  const IDLE =
    /^(?:a|an|and|are|as|at|be|before|by|can|do|does|for|from|how|i|in|is|it|its|mean|my|of|on|or|that|the|them|this|to|what|when|which|with|you)$/
  const word = term.toLowerCase()
  if (IDLE.test(word)) return null
  return word.length < 5 ? word : word.replace(/(?:ings?|ed|als?|ers?|ions?|es|s|e)$/, '')
}

/** Ranks guides first, because reference pages are least useful for a question. */
function boostDocument(address: string): number {
  if (address.includes('/guides/changelog')) return 0.3
  if (address.includes('/guides/')) return 1.4
  return address.includes('/reference/') ? 0.5 : 1
}
