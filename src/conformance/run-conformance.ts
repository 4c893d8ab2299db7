import { reasonOf } from '../base/http/reason.js'
import { sleep } from '../base/http/timer.js'
import type { Milliseconds } from '../base/json/number-ranges.js'
import { type ConformanceCase, topicOf } from './case.js'
import { matchesId } from './expected-failures.js'
import { judge } from './judge.js'
import type { CaseOutput } from './output.js'
import { caseInput, type Subject } from './subject.js'

/**
 * The result of a case. `skipped`: the program declined that it is its job. `expected`: failed, as listed. `unexpected`: passed,
 * although it is listed as failing.
 */
export type CaseState = 'passed' | 'failed' | 'skipped' | 'expected' | 'unexpected'

/** A judged case. */
export interface CaseResult {
  /** The id of the case. */
  readonly id: string
  /** The topic of the case: the first part of its id. */
  readonly topic: string
  /** The title of the case. */
  readonly title: string
  /** The result. */
  readonly state: CaseState
  /** The failed checks, or the reason for skipping the case. */
  readonly reasons: readonly string[]
  /** True for a choice of the authors, which is not counted. */
  readonly isChoice: boolean
  /** The time until the output. */
  readonly milliseconds: number
}

/** The results of a program. */
export interface ConformanceReport {
  /** The name of the program. */
  readonly subject: string
  /** The results, in the order of the cases. */
  readonly results: readonly CaseResult[]
}

/** Options of `runConformance`. */
export interface ConformanceOptions {
  /** The program under test. */
  readonly subject: Subject
  /** The cases to run: those of this package, or of your own files (`parseCases`). */
  readonly cases: readonly ConformanceCase[]
  /** Ids of cases that are expected to fail, with `*` for any text. Default: none. */
  readonly expectedFailures?: readonly string[] | undefined
  /** The time limit of one case. Default: 10 seconds. */
  readonly timeout?: Milliseconds | undefined
  /** Called with each result. */
  readonly onResult?: ((result: CaseResult, index: number) => void) | undefined
}

const TIMEOUT = 10_000
/** A program that gives no output for this many cases in a row is not asked again. */
const MAX_SILENT = 5

/**
 * Runs the cases against a program, one after another.
 * @returns the results. A program that fails, hangs or ends fails its cases; the run itself does not fail.
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { subject, cases, onResult } = options
  const results: CaseResult[] = []
  let silent = 0
  for (const test of cases) {
    const { output, milliseconds } = silent < MAX_SILENT ? await outputFor(test, options) : NOT_RUN
    silent = output === undefined ? silent + 1 : 0
    const result = { ...resultOf(test, output, options), milliseconds }
    onResult?.(result, results.length)
    results.push(result)
  }
  return { subject: subject.name, results }
}

const NOT_RUN = { output: undefined, milliseconds: 0 }

async function outputFor(test: ConformanceCase, { subject, timeout = TIMEOUT }: ConformanceOptions) {
  const before = Date.now()
  const output = await inTime(timeout, (signal) => translated(subject, test, signal))
  return { output, milliseconds: Date.now() - before }
}

function resultOf(
  test: ConformanceCase,
  output: CaseOutput | undefined,
  { expectedFailures = [], timeout = TIMEOUT }: ConformanceOptions,
): Omit<CaseResult, 'milliseconds'> {
  const { id, title, choice } = test
  const facts = { id, topic: topicOf(test), title, isChoice: choice !== undefined }
  if (output?.skipped !== undefined) return { ...facts, state: 'skipped', reasons: [output.skipped] }
  const late = `no output within ${timeout} ms; after ${MAX_SILENT} such cases in a row the rest is not run`
  const reasons = output === undefined ? [late] : judge(test, output)
  return {
    ...facts,
    state: stateOf(
      reasons.length === 0,
      expectedFailures.some((pattern) => matchesId(pattern, id)),
    ),
    reasons,
  }
}

function stateOf(isPassed: boolean, isListed: boolean): CaseState {
  if (isPassed) return isListed ? 'unexpected' : 'passed'
  return isListed ? 'expected' : 'failed'
}

/** Translates the input of a case. An error of the program counts as declined. */
async function translated(subject: Subject, test: ConformanceCase, signal: AbortSignal): Promise<CaseOutput> {
  try {
    return await subject.translate(caseInput(test), signal)
  } catch (error) {
    return { declined: reasonOf(error) }
  }
}

/** Returns the output, or undefined if there is none in time. */
async function inTime(
  limit: number,
  work: (signal: AbortSignal) => Promise<CaseOutput>,
): Promise<CaseOutput | undefined> {
  const controller = new AbortController()
  const late = sleep(limit, controller.signal).then(() => undefined)
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    controller.abort()
  }
}
