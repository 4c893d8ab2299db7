export type {
  CallCheck,
  CaseApi,
  CaseCheck,
  CaseEvent,
  CaseKind,
  ConformanceCase,
  ResultCheck,
} from './case.js'
export { matchesId, parseExpectedFailures } from './expected-failures.js'
export { type HttpSubjectOptions, httpSubject } from './http-subject.js'
export { judge } from './judge.js'
export type { CaseOutput } from './output.js'
export { PlayedServers } from './played-servers.js'
export { parseCases } from './read-cases.js'
export {
  countStates,
  isGreen,
  junitReport,
  type StateCounts,
  summarizeTopics,
  type TopicSummary,
} from './report.js'
export {
  type CaseResult,
  type CaseState,
  type ConformanceOptions,
  type ConformanceReport,
  runConformance,
} from './run-conformance.js'
export type { CaseInput, Subject } from './subject.js'
export type { ServerApi } from './upstream-answers.js'
