// Runs 200 concurrent clients against `toolwire replay` on this machine. Every answer must be correct, and
// the server's memory must stay flat.
//     Run after `npm run build`: node bench/replay-load.mjs [seconds] [clients]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CassetteWriter } from '../build/src/traffic/replay/index.js'

const SECONDS = Number(process.argv[2] ?? 30)
const CLIENTS = Number(process.argv[3] ?? 200)
const RECORDINGS = 500
/** The maximum growth factor of memory after the warm-up, for garbage that is not collected yet. */
const MOST_GROWTH = 1.3

const folder = mkdtempSync(join(tmpdir(), 'replay-load-'))
const path = join(folder, 'load.cassette')
try {
  await write()
  await load()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function body(n) {
  return { model: 'm', stream: n % 2 === 1, messages: [{ role: 'user', content: `Question ${n}` }] }
}

function frames(n) {
  return Array.from({ length: 20 }, (_, index) => `data: {"n":${n},"delta":"piece ${index} ü"}\n\n`)
}

function answer(n) {
  return n % 2 === 1 ? frames(n).join('') : JSON.stringify({ n, text: 'x'.repeat(n % 1000) })
}

async function write() {
  const writer = await CassetteWriter.open(path)
  for (let n = 0; n < RECORDINGS; n += 1) {
    const streams = n % 2 === 1
    await writer.append({
      id: `e${n}`,
      request: {
        method: 'POST',
        url: 'https://api.example.com/v1/chat',
        headers: {},
        body: { json: body(n) },
      },
      response: {
        status: 200,
        headers: { 'content-type': streams ? 'text/event-stream' : 'application/json' },
        body: streams
          ? { chunks: frames(n).map((text) => ({ at: 0, text })) }
          : { json: JSON.parse(answer(n)) },
      },
    })
  }
  await writer.close()
}

async function load() {
  const server = spawn(process.execPath, ['dist/cli.js', 'replay', path], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await once(server.stdout.setEncoding('utf8'), 'data')
  const target = new URL('/v1/chat', line.trim())
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const counts = { right: 0, wrong: 0 }
  const end = performance.now() + SECONDS * 1000
  const memory = []
  const sampler = setInterval(() => memory.push(megabytes(server.pid)), 500)
  const client = async (first) => {
    for (let n = first; performance.now() < end; n = (n + 37) % RECORDINGS) {
      const text = await post(target, agent, JSON.stringify(body(n))).catch(String)
      const outcome = text === answer(n) ? 'right' : 'wrong'
      counts[outcome] += 1
      if (outcome === 'wrong' && counts.wrong === 1) console.log(`wrong: ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)))
  clearInterval(sampler)
  agent.destroy()
  server.kill('SIGINT')
  await once(server, 'exit')
  report(counts, memory)
}

function report({ right, wrong }, memory) {
  const third = Math.floor(memory.length / 3)
  const [early, late] = [median(memory.slice(third, 2 * third)), median(memory.slice(2 * third))]
  console.log(
    `${CLIENTS} clients, ${SECONDS} s: ${right} right answers (${Math.round(right / SECONDS)} per second), ${wrong} wrong`,
  )
  console.log(
    `memory in megabytes: ${memory.filter((_, i) => i % Math.ceil(memory.length / 12) === 0).join(' ')}`,
  )
  console.log(`median of the last third ${late}, of the one before ${early}`)
  if (wrong > 0 || right === 0 || late > early * MOST_GROWTH) process.exitCode = 1
}

function post(target, agent, text) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    request(target, { method: 'POST', agent, headers }, (response) => {
      let received = ''
      response.setEncoding('utf8').on('data', (piece) => {
        received += piece
      })
      response.on('end', () => resolve(received)).on('error', reject)
    })
      .on('error', reject)
      .end(text)
  })
}

/** Returns the resident memory of a process, as reported by Linux. */
function megabytes(pid) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
