import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scoreboardPage } from '../../conformance/scoreboard/page.mjs'
import { reasonOf } from '../../conformance/scoreboard/reasons.mjs'
import { type Results, recordOf, resultsText } from '../../conformance/scoreboard/results.mjs'
import { name, translate } from '../../conformance/scoreboard/subjects/toolwire.mjs'
import { runConformance } from '../../src/conformance/index.js'
import { allCases } from '../support/conformance-cases.js'
import { projectRoot } from '../support/project.js'

const resultsFile = readFileSync(join(projectRoot, 'conformance/scoreboard/results.json'), 'utf8')
const results: Results = JSON.parse(resultsFile)
const cases = allCases.map(({ file: _file, ...one }) => one)

test('docs/scoreboard.md and results.json are what `npm run scoreboard` writes', () => {
  expect(resultsText(cases, results.libraries)).toBe(resultsFile)
  const page = readFileSync(join(projectRoot, 'docs/scoreboard.md'), 'utf8')
  expect(scoreboardPage(results, cases)).toBe(page)
})

test('results.json names cases that exist', () => {
  const ids = new Set(cases.map(({ id }) => id))
  const named = results.libraries.flatMap(({ failed, skipped }) => [
    ...Object.keys(failed),
    ...Object.values(skipped).flatMap((facts) =>
      Object.entries(facts).flatMap(([fact, names]) => names.map((one) => `${fact}/${one}`)),
    ),
  ])
  expect(named.filter((id) => !ids.has(id))).toEqual([])
})

test('this library has the results of results.json', { timeout: 120_000 }, async () => {
  const report = await runConformance({ subject: { name, translate }, cases })
  const judged = report.results.map(({ reasons, ...rest }) => ({ ...rest, reason: reasons[0] ?? '' }))
  expect(recordOf(name, {}, judged)).toEqual(results.libraries.find((library) => library.name === name))
})

test('each failed case of this library has a reason on the page', () => {
  const failed = results.libraries.find((library) => library.name === name)?.failed ?? {}
  expect(Object.keys(failed).filter((id) => reasonOf(id) === undefined)).toEqual([])
})
