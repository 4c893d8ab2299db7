// Findings, and those that are acknowledged.

/**
 * Returns a finding for each word of a union that our tables lack.
 * @param union wire, kind and package of the union.
 * @param words its words, or the compiler's message if the type no longer exists.
 * @param known our words, as `loadKnown` returns them.
 */
export function unknownWords({ wire, kind, sdk }, words, { has, place }) {
  const common = { wire, kind, source: sdk, place }
  if (typeof words === 'string') return [{ ...common, word: 'the type', text: words }]
  if (words.length === 0) return [{ ...common, word: 'the type', text: 'has no words' }]
  return words.filter((word) => !has(word)).map((word) => ({ ...common, word, text: 'unknown' }))
}

/**
 * Splits findings by the acknowledgements.
 * @param rows wire, kind, words with `*` for any text, reason. Several words and kinds are separated by spaces.
 * @returns `open` findings, the number of `acknowledged` ones, and `stale` words that match no finding.
 */
export function acknowledge(findings, rows) {
  const tests = rows.flatMap(([wire, kinds, words]) =>
    words
      .split(' ')
      .map((word) => ({ label: `${wire} ${kinds} ${word}`, matches: testOf(wire, kinds, word) })),
  )
  const open = findings.filter((finding) => !tests.some(({ matches }) => matches(finding)))
  const stale = tests.filter(({ matches }) => !findings.some(matches)).map(({ label }) => label)
  return { open, acknowledged: findings.length - open.length, stale }
}

function testOf(wire, kinds, pattern) {
  const text = pattern.replace(/[.$+?()[\]{}|^\\]/g, '\\$&').replaceAll('*', '.*')
  const name = new RegExp(`^${text}$`, 'i')
  return (finding) =>
    finding.wire === wire && kinds.split(' ').includes(finding.kind) && name.test(finding.word)
}

/** Returns the lines that report findings, in groups: one line each. */
export function linesOf(findings, versions) {
  const titles = new Set(findings.map(titleOf))
  return [...titles].flatMap((title) => [
    '',
    title,
    ...findings.filter((finding) => titleOf(finding) === title).map((finding) => lineOf(finding, versions)),
  ])
}

function titleOf({ wire, kind }) {
  return `${wire}: ${kind}`
}

function lineOf({ word, text, source, place }, versions) {
  const from = source === undefined ? '' : ` (${source} ${versions[source] ?? ''})`
  return `  ${word}: ${text}${from} -> ${place}`
}
