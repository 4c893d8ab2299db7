// Runs the conformance cases against every library, offline, and writes docs/scoreboard.md.
//     npm run scoreboard                              (from the project's root)
//     node conformance/scoreboard/run.mjs ai-sdk      one library; the results of the others are kept
import { fork } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAllCases } from './cases.mjs'
import { scoreboardPage } from './page.mjs'
import { recordOf, resultsText } from './results.mjs'

const folder = import.meta.dirname
const RESULTS = join(folder, 'results.json')
const PAGE = join(folder, '../../docs/scoreboard.md')
/** A process without a result for this long hangs. The time limit of a case is shorter. */
const SILENCE_MS = 30_000

const cases = readAllCases()
const names = process.argv.slice(2)
const known = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')).libraries : []
const libraries = []
for (const file of subjectFiles()) {
  const { name, packages = [] } = await import(file)
  const before = known.find((record) => record.name === name)
  const isAsked = names.length === 0 || names.includes(name)
  if (isAsked) console.log(name)
  if (isAsked) libraries.push(recordOf(name, versionsOf(packages), await resultsOf(file)))
  else if (before !== undefined) libraries.push(before)
}
const text = resultsText(cases, libraries)
writeFileSync(RESULTS, text)
writeFileSync(PAGE, scoreboardPage(JSON.parse(text), cases))

/** This library is the first. */
function subjectFiles() {
  const peers = readdirSync(join(folder, 'peers')).filter((file) => file.endsWith('.mjs'))
  return [join(folder, 'subjects/toolwire.mjs'), ...peers.sort().map((file) => join(folder, 'peers', file))]
}

function versionsOf(packages) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'peers/package.json'), 'utf8'))
  return Object.fromEntries(packages.map((name) => [name, dependencies[name]]))
}

/** Runs all cases. A case that stops or blocks the process fails, and the next process begins after it. */
async function resultsOf(file) {
  const results = []
  while (results.length < cases.length) {
    results.push(...(await resultsFrom(file, results.length)))
    const stopped = cases[results.length]
    if (stopped !== undefined)
      results.push({ id: stopped.id, state: 'failed', reason: 'the process stopped or hung' })
  }
  return results
}

async function resultsFrom(file, index) {
  const results = []
  const child = fork(join(folder, 'run-subject.mjs'), [file, String(index)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let timer = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS)
  child.on('message', (result) => {
    results.push(result)
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS)
  })
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  return results
}
