import type { CaseResult, ConformanceReport, StateCounts } from '../../conformance/index.js'
import { countStates, summarizeTopics } from '../../conformance/index.js'
import { shown } from '../../traffic/input/shown-text.js'
import type { Paint } from '../paint.js'
import { wrapped } from '../printed-text.js'

/** The failures that are printed with their reasons. */
const MOST = 20
const LONGEST = 300
/** Of a text, in columns. */
const WIDTH = 76

/** Prints the results: a line per topic, the first failures, and the total. */
export function printedReport(report: ConformanceReport, paint: Paint): string {
  const { results } = report
  const topics = summarizeTopics(report).map(({ topic, counts }) => topicLine(topic, counts, paint))
  const failures = results.filter(({ state, isChoice }) => isFailure(state) && !isChoice)
  const rest = failures.length > MOST ? [`… and ${failures.length - MOST} more`, ''] : []
  const total = topicLine('all', countStates(results), paint)
  const shownFailures = failures.slice(0, MOST).map((failure) => failureText(failure, paint))
  return ['', ...shownFailures, ...rest, HEAD, ...topics, total, ''].join('\n')
}

const HEAD = 'topic              passed  failed  skipped  expected to fail'

function isFailure(state: CaseResult['state']): boolean {
  return state === 'failed' || state === 'unexpected'
}

function topicLine(topic: string, counts: StateCounts, paint: Paint): string {
  const failed = counts.failed + counts.unexpected
  const number = (value: number, width: number) => String(value).padStart(width)
  const failures = number(failed, 8)
  const columns = [
    number(counts.passed, 8),
    failed > 0 ? paint.red(failures) : failures,
    number(counts.skipped, 9),
  ]
  return `${topic.padEnd(17)}${columns.join('')}${number(counts.expected, 18)}`
}

function failureText({ id, title, state, reasons }: CaseResult, paint: Paint): string {
  const why = state === 'unexpected' ? ['passed, but is listed as an expected failure'] : reasons
  // A program that declines fails each check for the same reason.
  const lines = [title, ...new Set(why)].flatMap((line) => wrapped(shown(line, LONGEST), WIDTH))
  return `${paint.red('✗')} ${paint.bold(id)}\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}
