// Speed of the command line on millions of records, as ratios to JSON.parse of its lines.
//     npm run build && node bench/bulk.mjs [--megabytes 200] [--command calls] [--jobs 2] [--runs 3] [--check]
// The traffic consists of recorded exchanges of all wires, repeated: those of ../shared/corpus if it exists,
// otherwise the fixtures. It is written to the system's temporary folder and removed at the end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from './measure.mjs'

const { values: options } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '200' },
    command: { type: 'string', default: 'calls' },
    jobs: { type: 'string', default: '2' },
    runs: { type: 'string', default: '3' },
    check: { type: 'boolean' },
    /** Only parses the lines of a file, in a separate process. */
    floor: { type: 'string' },
  },
})
const MOST = 2.5
const LEAST_GAIN = 1.7
const ROOT = new URL('..', import.meta.url)
const CLI = fileURLToPath(new URL('dist/cli.js', ROOT))
const SELF = fileURLToPath(import.meta.url)

if (options.floor) await parseLines(options.floor)
else await compare()

async function compare() {
  const folder = mkdtempSync(join(tmpdir(), 'bulk-'))
  try {
    const file = join(folder, 'traffic.jsonl')
    const records = await writeTraffic(file, Number(options.megabytes) * 2 ** 20)
    const command = [CLI, ...options.command.split(' '), '--jsonl', file]
    const contenders = {
      floor: [SELF, '--floor', file],
      'one thread': command,
      [`--jobs ${options.jobs}`]: [...command, '--jobs', options.jobs],
    }
    const seconds = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
    for (let run = 0; run < Number(options.runs); run += 1)
      for (const [name, argv] of Object.entries(contenders)) seconds[name].push(await timeOf(argv))
    report(records, seconds)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function report(records, seconds) {
  const [floor, one, several] = Object.values(seconds)
  const ratio = median(one.map((time, run) => time / floor[run]))
  const gain = median(several.map((time, run) => one[run] / time))
  console.log(`${options.megabytes} MB, ${records} records, toolwire ${options.command}:`)
  for (const [name, times] of Object.entries(seconds)) console.log(`  ${name}: ${median(times).toFixed(2)} s`)
  console.log(`  ${ratio.toFixed(2)} times JSON.parse of its lines (limit ${MOST})`)
  console.log(`  --jobs ${options.jobs}: ${gain.toFixed(2)} times as fast (at least ${LEAST_GAIN})`)
  if (options.check && (ratio > MOST || gain < LEAST_GAIN)) process.exitCode = 1
}

async function timeOf(argv) {
  const start = performance.now()
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  await once(child, 'close')
  return (performance.now() - start) / 1000
}

async function writeTraffic(file, size) {
  const known = new Set(readdirSync(new URL('build/adapters', ROOT)))
  const lines = exchanges()
    .filter(({ wire }) => known.has(wire))
    .map((record) => `${JSON.stringify(record)}\n`)
  const block = Buffer.from(lines.join(''))
  const output = await open(file, 'w')
  let written = 0
  for (; written < size; written += block.length) await output.write(block)
  await output.close()
  return (written / block.length) * lines.length
}

function exchanges() {
  const corpus = new URL('../shared/corpus/', ROOT)
  const files = filesIn(existsSync(corpus) ? corpus : new URL('fixtures/', ROOT))
  return files.filter(({ pathname }) => /\.json$/.test(pathname)).flatMap(recordOf)
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const url = new URL(`${entry.name}${entry.isDirectory() ? '/' : ''}`, folder)
    return entry.isDirectory() ? filesIn(url) : [url]
  })
}

/** Returns a recording of the corpus, or the content of a fixture folder. */
function recordOf(url) {
  const value = JSON.parse(readFileSync(url, 'utf8'))
  if (!url.pathname.endsWith('/meta.json'))
    return value.wire === undefined ? [] : [{ ...value, expected: undefined, source: undefined }]
  const [wire, id] = url.pathname.split('/').slice(-3)
  const read = (name) => {
    const file = new URL(name, url)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  const parsed = (name) => JSON.parse(read(name) ?? 'null') ?? undefined
  return [
    { id, wire, request: parsed('request.json'), response: parsed('response.json'), sse: read('stream.sse') },
  ]
}

async function parseLines(file) {
  const decoder = new TextDecoder()
  let pending = ''
  let count = 0
  for await (const chunk of createReadStream(file)) {
    const lines = (pending + decoder.decode(chunk, { stream: true })).split('\n')
    pending = lines.pop()
    for (const line of lines) if (JSON.parse(line) !== null) count += 1
  }
  return count
}
