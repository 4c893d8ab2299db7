// The limits, and the results table in Markdown.

/** Highest allowed ratios to the floor. */
export const limits = {
  /**
   * Streams of many small deltas (128 KB and more), by the number of characters per delta. A template may
   * define other `deltaLimits`.
   */
  deltas: { 4: 0.85, 24: 1 },
  /** Any other stream. */
  stream: 1.5,
  /** Partial values at every delta, for these streams and for any other stream. */
  partialDeltas: 1.6,
  partial: 2.5,
  translation: 2.5,
  /**
   * For 20 KB of objects, a third of the time above the floor is the search for duplicate keys, and a third
   * the search for numbers that a double would change.
   */
  whole: 1.75,
  /**
   * Complete answers of a few KB: most of the work is creating the canonical objects. The limit is 10 µs
   * where parsing 2 KB takes 4.3 µs. It is a multiple, because the same machine is sometimes half as fast.
   */
  smallWhole: 3.3,
  /** Highest allowed growth exponent. */
  growth: 1.1,
}

/**
 * Other work on the machine evicts caches and changes ratios. A check fails only at this multiple of the
 * limit.
 */
const ROOM = 2
const MANY_DELTAS = 128 * 1024
const SMALL = 4 * 1024
/**
 * The allowed cost of creating the canonical objects of one complete response in addition to its ratio. It
 * dominates for small bodies.
 */
const FIXED_COST_US = 10
/**
 * Caches and garbage collection make the floor itself grow slightly faster than its input. This is the
 * additional growth allowed for the library.
 */
const GROWTH_MARGIN = 0.1
/** The contenders that serve only for comparison. */
const MEASURES = new Set(['floor', 'body', 'sdk', 'rival'])

function limitOf({ kind, size, count, delta, deltaLimits, result }, contender) {
  if (kind === 'translation') return limits.translation
  if (kind === 'whole') return size <= SMALL ? limits.smallWhole : limits.whole
  const isMany = count === 1 && size >= MANY_DELTAS && delta !== Infinity
  if (contender === 'partial') return isMany ? limits.partialDeltas : limits.partial
  const limit = isMany ? { ...limits.deltas, ...deltaLimits }[delta] : limits.stream
  return contender === 'stream' && result.rival ? Math.min(limit, result.rival.ratio) : limit
}

export function violationsOf(rows, growth) {
  const found = []
  for (const row of rows) {
    for (const [contender, { ratio }] of Object.entries(row.result)) {
      const limit = MEASURES.has(contender) ? Infinity : limitOf(row, contender)
      if (ratio > ROOM * limit && !(row.kind === 'whole' && extra(row, contender) <= FIXED_COST_US))
        found.push(
          `${row.wire}: ${row.name}: ${contender} is ${ratio.toFixed(2)} times the floor, limit ${limit.toFixed(2)} and ${ROOM} times that`,
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

/** Returns the microseconds per body above the floor. */
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
      ['Streamed', 'floor', 'core', '`stream()`', 'with partial values', 'SDK helper', 'llm-bridge'],
      streams,
      (row) => [
        time(row.result.floor),
        ...['core', 'stream', 'partial', 'sdk', 'rival'].map((name) => times(row.result[name])),
      ],
    )
    const [translation] = own.filter(({ kind }) => kind === 'translation')
    const targets = Object.keys(translation?.result ?? {}).filter((name) => name !== 'floor')
    table(
      ['Translated live, 128 KB in 24-character deltas', 'times the floor'],
      targets.map((name) => ({ name: `to ${name}` })),
      ({ name }) => [times(translation.result[name.slice(3)])],
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
