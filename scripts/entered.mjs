// Counts the source files that one call runs through: files of `build` with an executed function, counted
// from a point set by each program (code that runs when a module is loaded does not count).
//     node scripts/entered.mjs [--files] [--check]     --files lists them, those with the fewest executed lines first;
//                                                      --check fails if a program enters more files than its ceiling
// `goal` is the target, and `ceiling` the current value: lower it with each file that is saved. Run `npm run
// build` first.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { UNBUNDLED } from './entries.mjs'

const BUILT = pathToFileURL(`${process.cwd()}/${UNBUNDLED}/`).href
const PROGRAMS = [
  { title: 'translate a conversation', goal: 28, ceiling: 40, program: 'translate' },
  { title: 'translateStream', goal: 32, ceiling: 60, program: 'stream' },
  { title: 'one proxied request', goal: 50, ceiling: 110, program: 'proxy' },
  { title: 'toolwire replay --as', goal: 60, ceiling: 111, program: 'replay' },
]

if (!existsSync(UNBUNDLED)) {
  console.log(`no ${UNBUNDLED}; run \`npm run build\` first`)
  process.exit(1)
}
for (const { title, goal, ceiling, program } of PROGRAMS) {
  const files = enteredBy(`${import.meta.dirname}/entered/${program}.mjs`)
  const isOver = files.length > ceiling
  console.log(`${title}: ${files.length} files entered (goal ${goal}, never over ${ceiling})`)
  if (process.argv.includes('--files')) for (const file of files) console.log(line(file))
  if (isOver && process.argv.includes('--check')) process.exitCode = 1
}

function line({ file, run, lines }) {
  return `  ${`${run} of ${lines}`.padStart(12)} lines  ${file}`
}

function enteredBy(program) {
  const folder = mkdtempSync(join(tmpdir(), 'entered-'))
  const env = { ...process.env, NODE_V8_COVERAGE: folder }
  const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed\n${stderr}`)
  // Each report restarts the counts. The last report covers the work itself.
  const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const { result } = reports.sort((a, b) => a.timestamp - b.timestamp).at(-1)
  rmSync(folder, { recursive: true })
  return result
    .filter(({ url, functions }) => url.startsWith(BUILT) && functions.some(ran))
    .map(({ url, functions }) => ({ file: url.slice(BUILT.length), ...linesRun(url, functions) }))
    .sort((a, b) => a.run - b.run || a.file.localeCompare(b.file))
}

/** Returns true for a function that ran. The module body has no name and begins at the start of the file. */
function ran({ functionName, ranges: [{ startOffset, count }] }) {
  return count > 0 && !(functionName === '' && startOffset === 0)
}

function linesRun(url, functions) {
  const code = readFileSync(fileURLToPath(url), 'utf8')
  const isRun = new Uint8Array(code.length)
  // An inner range follows the outer one and is more precise.
  const ranges = functions
    .flatMap((each) => each.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  for (const { startOffset, endOffset, count } of ranges)
    isRun.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  let offset = 0
  let run = 0
  const lines = code.split('\n')
  for (const text of lines) {
    if (isRun.subarray(offset, offset + text.length).includes(1)) run += 1
    offset += text.length + 1
  }
  return { run, lines: lines.length }
}
