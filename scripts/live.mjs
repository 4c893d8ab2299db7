// npm run live [-- --wire anthropic-messages --model claude-haiku-4-5 --case call --url URL --record --page FILE]
// npm run live -- --mock [--server vllm]
//
// Sends twelve cases to each wire whose key is in the environment, or to mocked servers. Prints a table, and writes
// live/<date>.md for providers. Exits with 1 if a case failed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { writeFixtures } from './live/fixtures.mjs'
import { casesNamed, runMatrix } from './live/matrix.mjs'
import { linesOf, pageOf, summaryOf } from './live/report.mjs'
import { keyVariables, liveTargets, mockTargets } from './live/wires.mjs'

const list = { type: 'string', multiple: true, default: [] }
const { values } = parseArgs({
  options: {
    ...{
      wire: list,
      model: list,
      case: list,
      server: list,
      url: { type: 'string' },
      page: { type: 'string' },
    },
    ...{ record: { type: 'boolean', default: false }, mock: { type: 'boolean', default: false } },
  },
})

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function main() {
  expectFitting()
  const cases = casesNamed(values.case)
  const { wire: wires, model: models, url } = values
  const targets = values.mock
    ? await mockTargets(values.server)
    : await liveTargets({ wires, models, url }, process.env)
  if (targets.length === 0) return console.log(await withoutKey())
  const onTarget = (row) => console.log(linesOf(row).join('\n'))
  const rows = await runMatrix({ targets, cases, isRecording: values.record, onTarget })
  console.log(`\n${summaryOf(rows)}`)
  writePage(rows)
  if (values.record) record(rows)
  if (rows.some(({ outcomes }) => outcomes.some(({ status }) => status === 'failed'))) process.exitCode = 1
}

function expectFitting() {
  if (values.mock && values.record) throw new Error('--record keeps bytes of providers: leave out --mock')
  if (values.record && values.model.length > 1) throw new Error('--record keeps one --model at a time')
  if (values.server.length > 0 && !values.mock) throw new Error('--server needs --mock')
  if (values.url !== undefined && (values.wire.length !== 1 || values.model.length === 0))
    throw new Error('--url needs one --wire and a --model')
  if (values.model.length > 0 && values.wire.length !== 1) throw new Error('--model needs one --wire')
}

async function withoutKey() {
  const rows = await keyVariables()
  return [
    'No key is set, so no request was sent. Set one of these variables:',
    ...rows.map(({ wire, variables }) => `  ${wire.padEnd(26)}${variables.join(' or ')}`),
    'Without a key: npm run live -- --mock',
  ].join('\n')
}

function writePage(rows) {
  const day = new Date().toISOString().slice(0, 10)
  const file = values.page ?? (values.mock ? undefined : `live/${day}.md`)
  if (file === undefined) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, pageOf(rows, day))
  console.log(`The page is ${file}`)
}

function record(rows) {
  const passed = rows.flatMap(({ target, outcomes }) =>
    outcomes.filter(({ status }) => status === 'passed').map((outcome) => ({ target, outcome })),
  )
  const folders = passed.flatMap((one) => writeFixtures('fixtures', one))
  console.log(
    `Wrote ${folders.length} fixtures. Review them, then run: node dist/cli.js check fixtures --update`,
  )
}
