// Limits, and the table as Markdown.

/** Highest allowed ratio to the floor per contender, and highest growth exponent. */
export const limits = { core: 1.5, stream: 1.5, partial: 2.5, decode: 1.5, toolCalls: 1.5, growth: 1.1 }

/** What building the canonical objects of one whole response may cost beyond its ratio: small bodies are mostly that. */
const FIXED_COST_US = 10
/** Caches and collections make the floor itself grow a little faster than its input; this much more is ours. */
const GROWTH_MARGIN = 0.1

export function violationsOf(rows, growth) {
  const found = []
  for (const row of rows) {
    for (const [contender, { ratio }] of Object.entries(row.result)) {
      if (
        ratio > (limits[contender] ?? Infinity) &&
        !(row.kind === 'whole' && extra(row, contender) <= FIXED_COST_US)
      )
        found.push(
          `${row.wire}: ${row.name}: ${contender} is ${ratio.toFixed(2)} times the floor, limit ${limits[contender]}`,
        )
    }
  }
  for (const { wire, delta, contender, exponent, floor } of growth) {
    if (exponent > limits.growth && exponent > floor + GROWTH_MARGIN)
      found.push(
        `${wire}: ${contender} grows by the power of ${exponent.toFixed(2)} in ${delta}-character deltas`,
      )
  }
  return found
}

/** Microseconds per body beyond the floor. */
function extra({ result, bodies }, contender) {
  return ((result[contender].milliseconds - result.floor.milliseconds) * 1000) / bodies
}

export function printTable(rows, growth, violations) {
  console.log(
    `Node ${process.version}. Times are medians; the other figures are multiples of the floor's time.\n`,
  )
  for (const wire of new Set(rows.map((row) => row.wire))) {
    const own = rows.filter((row) => row.wire === wire)
    console.log(`### ${wire}\n`)
    const streams = own.filter(({ kind }) => kind === 'stream')
    table(
      ['Streamed', 'floor', 'core', '`stream()`', 'with partial values', 'SDK helper'],
      streams,
      (row) => [
        time(row.result.floor),
        ...['core', 'stream', 'partial', 'sdk'].map((name) => times(row.result[name])),
      ],
    )
    const wholes = own.filter(({ kind }) => kind === 'whole')
    table(
      ['Whole response', 'floor', 'body alone', '`decodeResponse()`', '`toolCalls()`', 'more per body'],
      wholes,
      (row) => [
        time(row.result.floor),
        ...['body', 'decode', 'toolCalls'].map((name) => times(row.result[name])),
        `${Math.max(0, extra(row, 'decode')).toFixed(1)} µs`,
      ],
    )
    const exponents = growth.filter((row) => row.wire === wire)
    table(
      ['Growth, 16 KB to 1 MB', 'floor', 'core', '`stream()`', 'with partial values'],
      byDelta(exponents),
      (row) => ['floor', 'core', 'stream', 'partial'].map((name) => row[name].toFixed(2)),
    )
  }
  console.log(
    violations.length === 0 ? 'All within the limits.' : `Beyond the limits:\n\n- ${violations.join('\n- ')}`,
  )
}

function byDelta(exponents) {
  return [...new Set(exponents.map(({ delta }) => delta))].map((delta) => {
    const own = exponents.filter((row) => row.delta === delta)
    return {
      name: `${delta}-character deltas`,
      ...Object.fromEntries(own.map(({ contender, exponent }) => [contender, exponent])),
    }
  })
}

function table(head, rows, cells) {
  if (rows.length === 0) return
  console.log(
    `| ${head.join(' | ')} |\n|${head.map((_, index) => (index === 0 ? '---|' : '---:|')).join('')}`,
  )
  for (const row of rows) console.log(`| ${[row.name, ...cells(row)].join(' | ')} |`)
  console.log('')
}

function time({ milliseconds }) {
  if (milliseconds < 1) return `${(milliseconds * 1000).toPrecision(3)} µs`
  return `${milliseconds.toPrecision(3)} ms`
}

function times(measured) {
  return measured === undefined
    ? ''
    : measured.ratio >= 100
      ? measured.ratio.toFixed(0)
      : measured.ratio.toFixed(2)
}
