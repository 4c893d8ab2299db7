const WIDTH = 80
const SIGNS = { passed: 'pass', failed: 'FAIL', 'not shown': '-' }

const headOf = ({ title, adapter, model }) => [...new Set([title, adapter.id, model])].join('  ')

/** Returns the lines of one target, at most 80 columns wide. */
export function linesOf({ target, outcomes }) {
  const lines = outcomes.map(({ status, title, detail }) =>
    shortened(`  ${SIGNS[status].padEnd(5)} ${title.padEnd(30)} ${detail}`),
  )
  return ['', shortened(headOf(target)), ...lines]
}

function shortened(line) {
  return line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 1)}…`
}

/** Returns the counts of a run: `55 passed, 0 failed, 17 not shown`. */
export function summaryOf(rows) {
  const outcomes = rows.flatMap((row) => row.outcomes)
  const count = (status) => outcomes.filter((one) => one.status === status).length
  return Object.keys(SIGNS)
    .map((status) => `${count(status)} ${status}`)
    .join(', ')
}

/** Returns the page of a run in Markdown, with the complete proofs and reasons. */
export function pageOf(rows, day) {
  const tables = rows.map(({ target, outcomes }) => {
    const lines = outcomes.map(({ title, status, detail }) => `| ${title} | ${status} | ${cell(detail)} |`)
    return [
      `## ${headOf(target)}`,
      '',
      '| case | result | proof or reason |',
      '|---|---|---|',
      ...lines,
    ].join('\n')
  })
  return `${[`# Live matrix of ${day}`, summaryOf(rows), ...tables].join('\n\n')}\n`
}

function cell(text) {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|')
}
