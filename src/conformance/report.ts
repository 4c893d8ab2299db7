import type { CaseResult, CaseState, ConformanceReport } from './run-conformance.js'

/** The numbers of cases by their results. */
export type StateCounts = Readonly<Record<CaseState, number>>

/** The results of one topic. */
export interface TopicSummary {
  /** The name of the topic. */
  readonly topic: string
  /** The numbers of its cases by their results. */
  readonly counts: StateCounts
}

/** Counts the results. Choices of the authors are not counted. */
export function countStates(results: readonly CaseResult[]): StateCounts {
  const counts = { passed: 0, failed: 0, skipped: 0, expected: 0, unexpected: 0 }
  for (const { state, isChoice } of results) if (!isChoice) counts[state] += 1
  return counts
}

/** Counts the results by topic, in the order of the cases. */
export function summarizeTopics({ results }: ConformanceReport): readonly TopicSummary[] {
  const topics = [...new Set(results.map(({ topic }) => topic))]
  return topics.map((topic) => ({
    topic,
    counts: countStates(results.filter((result) => result.topic === topic)),
  }))
}

/** Returns true if no case failed that is not listed, and no listed case passed. */
export function isGreen({ results }: ConformanceReport): boolean {
  const { failed, unexpected } = countStates(results)
  return failed + unexpected === 0
}

/** Writes the results as JUnit XML, which test services read. */
export function junitReport(report: ConformanceReport): string {
  const { failed, unexpected, skipped } = countStates(report.results)
  const counts = `tests="${report.results.length}" failures="${failed + unexpected}" skipped="${skipped}"`
  const cases = report.results.map(junitCase).join('')
  const suite = `<testsuite name="${escaped(report.subject)}" ${counts}>\n${cases}</testsuite>\n`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n${suite}</testsuites>\n`
}

function junitCase({ id, topic, state, reasons, milliseconds }: CaseResult): string {
  const time = (milliseconds / 1000).toFixed(3)
  const head = `<testcase classname="${escaped(topic)}" name="${escaped(id)}" time="${time}"`
  if (state === 'passed') return `${head}/>\n`
  const text = escaped(reasons.join('\n'))
  const inner =
    state === 'skipped' || state === 'expected'
      ? `<skipped message="${text}"/>`
      : `<failure message="${state === 'unexpected' ? 'passed, but is listed as failing' : text}"/>`
  return `${head}>${inner}</testcase>\n`
}

/** Escapes text for an attribute, and replaces characters that XML 1.0 does not allow. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}
