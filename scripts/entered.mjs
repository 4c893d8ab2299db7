// Prints how many of our files do something when a program translates a conversation, and when a client of another wire
// is answered from recordings: files of `dist` of which a function ran, from where the program says so (what modules do
// when they are loaded does not count). `--files` names them. Run `npm run build` first.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const DIST = pathToFileURL(`${process.cwd()}/dist/`).href
const PROGRAMS = [
  { title: 'translate a conversation', goal: 28, program: 'translate' },
  { title: 'replay as another wire', goal: 50, program: 'replay' },
]

if (!existsSync('dist')) {
  console.log('no dist; run `npm run build` first')
  process.exit(1)
}
for (const { title, goal, program } of PROGRAMS) {
  const files = enteredBy(`${import.meta.dirname}/entered/${program}.mjs`)
  console.log(`${title}: ${files.length} files entered (goal ${goal})`)
  if (process.argv.includes('--files')) console.log(files.map((file) => `  ${file}`).join('\n'))
}

function enteredBy(program) {
  const folder = mkdtempSync(join(tmpdir(), 'entered-'))
  const env = { ...process.env, NODE_V8_COVERAGE: folder }
  const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed\n${stderr}`)
  // The counts begin anew with each report; the last one is of the work itself.
  const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const { result } = reports.sort((a, b) => a.timestamp - b.timestamp).at(-1)
  rmSync(folder, { recursive: true })
  const entered = result.filter(({ url, functions }) => url.startsWith(DIST) && functions.some(ran))
  return entered.map(({ url }) => url.slice(DIST.length)).sort()
}

/** The module's own body has no name and begins where the file does. */
function ran({ functionName, ranges: [{ startOffset, count }] }) {
  return count > 0 && !(functionName === '' && startOffset === 0)
}
