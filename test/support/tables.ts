/** Returns a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Columns after the first one that fit on a page of the site. */
const COLUMNS = 3

/** Returns tables of at most four columns. Each table repeats the first column. */
export function narrowTables(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const [, ...columns] = head
  return columns
    .flatMap((_, from) => (from % COLUMNS === 0 ? [from + 1] : []))
    .map((from) => {
      const part = (cells: readonly string[]) => [cells[0] ?? '', ...cells.slice(from, from + COLUMNS)]
      return table(part(head), rows.map(part))
    })
    .join('\n\n')
}
