// Markdown as the site generator takes it: it reads `{{` and tags in prose as parts of templates.

/** Fenced blocks and code in a line. */
const CODE = /^( *)(```+|~~~+)[\s\S]*?^\1\2.*$|(`+)(?!`)[\s\S]*?[^`]\3(?!`)/gm
const HTML = /<(?!\/?(?:a|br|details|div|p|summary)\b|!--|https?:)/g
/** Says which file a block of code is; the tests compare them. */
const FROM = /^<!-- from \S+ -->\n+/gm

/** Changes the prose of a text, and leaves its code as it is. */
export function inProse(text, change) {
  const parts = []
  let end = 0
  for (const { 0: code, index } of text.matchAll(CODE)) {
    parts.push(change(text.slice(end, index)), code)
    end = index + code.length
  }
  return [...parts, change(text.slice(end))].join('')
}

/**
 * Returns the text of a file for the site generator: without notes for tests, and with nothing that it takes
 * for a template.
 */
export function asPage(text) {
  return inProse(text.replaceAll(FROM, ''), (prose) =>
    prose.replaceAll('{{', '&#123;&#123;').replaceAll(HTML, '&lt;'),
  )
}

/** Returns the first sentence of a page, in plain text: what search engines and lists of pages show. */
export function firstSentence(text) {
  const blocks = text.replaceAll(/^(```+)[\s\S]*?^\1$/gm, '').split(/\n\n+/)
  const block = blocks.find((each) => /^(?:[A-Z]|`|\[)/.test(each)) ?? ''
  const line = block.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return /^(?:`[^`]*`|[^`])*?[.:](?= |$)/.exec(line)?.[0].replace(/:$/, '.') ?? line
}

/** Creates the head of a page: data that the site generator and the search read. */
export function head(data) {
  const lines = Object.entries(data).filter(([, value]) => value !== undefined)
  return `---\n${lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join('')}---\n\n`
}
