// Pieces of Markdown.

/** Returns a table, or the empty text without rows. Columns whose cells are all empty are omitted. */
export function table(titles, rows) {
  if (rows.length === 0) return ''
  const used = titles.map((_, column) => rows.some((row) => row[column] !== ''))
  const cells = (row) =>
    `| ${row
      .filter((_, column) => used[column])
      .map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|'))
      .join(' | ')} |`
  return `${[cells(titles), cells(titles.map(() => '---')), ...rows.map(cells)].join('\n')}\n`
}

/** Returns a part of a docstring; `{@link}` becomes a link to its target. */
export function spoken(part, linkTo) {
  if (part.kind !== 'inline-tag' || part.target === undefined) return part.text
  const address = typeof part.target === 'string' ? part.target : linkTo(part.target)
  return address === undefined ? part.text : `[${part.text}](${address})`
}

/** Returns a piece of a type as code, with a link if it has a target. */
export function linkedPiece({ text, target }, linkTo) {
  const address = target && linkTo(target)
  if (address !== undefined) return `[\`${text}\`](${address})`
  const trimmed = text.trim()
  if (trimmed === '') return text
  const ticks = trimmed.includes('`') ? '``' : '`'
  const space = ticks.length > 1 ? ' ' : ''
  return text.replace(trimmed, () => `${ticks}${space}${trimmed}${space}${ticks}`)
}

/** Returns a text on one line, for a table cell. */
export function line(text) {
  return (text ?? '').trim().replaceAll(/\s*\n\s*/g, ' ')
}

export function firstSentence(text) {
  return /^(?:`[^`]*`|\[[^\]]*\]\([^)]*\)|[^`[])*?[.:;](?= |$)/.exec(text)?.[0].replace(/[:;]$/, '.') ?? text
}
