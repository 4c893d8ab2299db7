// Cost of importing beyond starting Node: `toolwire` with three adapters, individual entries, and the
// official clients of three providers. The programs are started in turns. Processor time is more reliable
// than elapsed time on a busy machine.
//     node bench/import.mjs [RUNS] [FOLDER …]     default: 40 runs; of this package, and of others in these folders
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [runs = '40', ...others] = process.argv.slice(2)
const THREE = ['openai-chat', 'anthropic-messages', 'google-generate-content'].map(
  (name) => `./adapters/${name}`,
)
const CASES = { 'with three adapters': ['.', ...THREE], 'one adapter': [THREE[0]], tools: ['./tools'] }

/** The clients that `fetchSend` replaces. */
const CLIENTS = ['openai', '@anthropic-ai/sdk', '@google/genai']
const clients = {
  title: 'three official clients',
  code: CLIENTS.map((name) => `import '${import.meta.resolve(name)}'\n`).join(''),
}

const TELL = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)'

const folder = mkdtempSync(join(tmpdir(), 'toolwire-import-'))
const programs = ['.', ...others].flatMap((root) =>
  Object.entries(CASES).map(([title, entries]) => ({
    title: `${root} ${title}`,
    code: codeOf(root, entries),
  })),
)
const measured = [{ title: 'bare Node', code: '' }, clients, ...programs].map(({ title, code }, index) => {
  const file = join(folder, `${index}.mjs`)
  writeFileSync(file, `${code}${TELL}`)
  return { title, file, clock: [], processor: [] }
})
for (let run = 0; run < Number(runs); run += 1)
  for (const { file, clock, processor } of measured) {
    const times = timesOf(file)
    clock.push(times.clock)
    processor.push(times.processor)
  }
rmSync(folder, { recursive: true })

const [bare] = measured
for (const { title, ...times } of measured) {
  const told = ['clock', 'processor'].map((kind) => {
    const beyond = times[kind].map((time, run) => time - bare[kind][run])
    return `${kind} ${ms(median(times[kind]))}, beyond bare Node ${ms(median(beyond))}`
  })
  console.log(`${title.padEnd(40)}${told.join('; ')}`)
}

function codeOf(root, entries) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const fileOf = (entry) =>
    exports[entry]?.default ?? exports['./adapters/*'].default.replace('*', entry.split('/').at(-1))
  return entries.map((entry) => `import '${pathToFileURL(resolve(root, fileOf(entry)))}'\n`).join('')
}

/** Runs a file, and returns its wall-clock and processor milliseconds. */
function timesOf(file) {
  const began = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return { clock: performance.now() - began, processor: Number(stdout) }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

function ms(value) {
  return `${value.toFixed(1).padStart(6)} ms`
}
