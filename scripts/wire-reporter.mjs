// A reporter of Vitest for `npm run wire`: each failure as soon as it is known, and a summary at the end.
import { relative } from 'node:path'

export default class WireReporter {
  #passed = 0
  #failed = 0

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result()
    if (state === 'passed') this.#passed += 1
    if (state !== 'failed') return
    this.#failed += 1
    console.log(`failed: ${relative('.', test.module.moduleId)} > ${test.fullName}`)
    for (const error of errors) show(error)
  }

  onTestRunEnd(modules, unhandled) {
    for (const module of modules) for (const error of module.errors()) show(error)
    for (const error of unhandled) show(error)
    console.log(`${this.#passed} tests passed, ${this.#failed} failed`)
  }
}

function show({ message, diff, stacks: [frame] = [] }) {
  console.log(`${message}${diff === undefined ? '' : `\n${diff}`}`)
  if (frame !== undefined) console.log(`at ${relative('.', frame.file)}:${frame.line}`)
}
