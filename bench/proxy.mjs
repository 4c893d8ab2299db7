// Load test of the proxy on this machine. Checks that every stream arrives byte by byte and that memory stays
// flat, and measures the added latency of a frame and the throughput compared with a plain byte proxy.
// Server, proxies and clients are separate processes. Wrong bytes and growing memory fail the test; missed
// speed goals are only reported.
//     Run after `npm run build`: node bench/proxy.mjs [seconds] [streams]
// With 0 seconds, only the processor time of streams and histories is measured.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const FRAMES = 200
const PACE = 20
/** The maximum cost of a stream, as a multiple of its cost in a pipe. */
const GOAL = 4
/** Sizes in bytes of a long conversation and of an extremely large one. */
const HISTORY = 686_000
const LARGE = 11_000_000
const ROUNDS = { fast: 5, timed: 1, short: 5 }
const RIVAL = '@musistudio/llms'
/** The path of each wire, and its required request fields. */
const PATHS = { '/v1/messages': { max_tokens: 10 }, '/v1/chat/completions': {} }

/** The cases that are compared with a pipe, by the word that requests each kind of answer from the server. */
const CASES = [
  ['fast', `a stream of ${FRAMES} frames, all at once`],
  ['timed', `a stream of ${FRAMES} frames, one every ${PACE} ms`],
  ['short', 'a stream of one frame'],
]

const roles = { upstream, plain, handler, translating, command, rival }
process.on('SIGTERM', () => process.exit())
if (process.send !== undefined) await roles[process.argv[2]](process.argv[3])
else await measureAll(Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 1000))

function frame(content, extra = {}) {
  const choice = { index: 0, delta: { content }, finish_reason: null, ...extra }
  const chunk = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [choice],
  }
  return `data: ${JSON.stringify(chunk)}\n\n`
}

/** Starts a server of one wire that sends frames as fast as possible, or one at a time with its send time. */
async function upstream() {
  const texts = Array.from({ length: FRAMES }, (_, index) => frame(`piece ${index} ü `))
  const end = `${frame('', { delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`
  await serve(
    createServer((incoming, outgoing) => {
      let body = ''
      incoming.on('data', (chunk) => {
        body += chunk
      })
      incoming.on('end', async () => {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
        outgoing.flushHeaders()
        const isTimed = body.includes('timed')
        for (const text of body.includes('"short"') ? texts.slice(0, 1) : texts) {
          if (isTimed) await new Promise((resolve) => setTimeout(resolve, PACE))
          const isFull = !outgoing.write(isTimed ? frame(`@${process.hrtime.bigint()}@`) : text)
          if (isFull && !outgoing.destroyed) await once(outgoing, 'drain').catch(() => undefined)
        }
        outgoing.end(end)
      })
    }),
  )
}

/** Starts a proxy that only passes bytes on. */
async function plain(target) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  await serve(
    createServer((incoming, outgoing) => {
      const { method, headers } = incoming
      const sent = request(target + incoming.url, { method, headers, agent }, (answer) => {
        outgoing.writeHead(answer.statusCode, answer.headers)
        answer.pipe(outgoing)
      })
      sent.on('error', () => outgoing.destroy())
      incoming.pipe(sent)
    }),
  )
}

/**
 * Creates a fetch handler that passes bytes on, with all the work of a translating proxy except translation.
 */
async function handler(target) {
  const { serveFetch } = await import('../build/src/traffic/replay/server.js')
  const { url } = await serveFetch(async (input, init) => {
    const sent = new Request(input, init)
    const { method, signal } = sent
    const headers = { 'content-type': 'application/json' }
    return fetch(target + new URL(sent.url).pathname, { method, signal, headers, body: await sent.text() })
  })
  report(url)
}

/** Starts the proxy in the form that the command serves. */
async function translating(target) {
  const { createAnswerer } = await import('../build/src/proxy/create-proxy.js')
  const { serveAnswers } = await import('../build/src/traffic/replay/server.js')
  const { nodeSend } = await import('../build/src/cli/proxy/upstream.js')
  const { anthropic } = await import('../build/adapters/anthropic-messages/index.js')
  const { openaiChat } = await import('../build/adapters/openai-chat/index.js')
  const to = { adapter: openaiChat, url: `${target}/v1`, model: 'm' }
  const routes = [
    { from: anthropic, to },
    { from: openaiChat, to },
  ]
  const { url } = await serveAnswers(createAnswerer({ routes }, nodeSend()))
  report(url)
}

/** Starts the command itself, with its thread for large requests. */
async function command(target) {
  const { run } = await import('../build/src/cli/run-command-line.js')
  const stdout = new Writable({
    write(text, _encoding, done) {
      report(String(text).trim())
      done()
    },
  })
  const stderr = new Writable({ write: (_text, _encoding, done) => done() })
  const to = ['--to', 'openai-chat', '--target', `${target}/v1`, '--model', 'm']
  await run(['proxy', '--from', 'anthropic-messages', ...to], {
    stdin: process.stdin,
    stdout,
    stderr,
    env: {},
  })
}

/**
 * Another proxy for the same purpose. It loses much of the translated content, so it is reported separately,
 * and only if it is installed.
 */
async function rival(target) {
  const { default: Server } = createRequire(import.meta.url)(RIVAL)
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address()
  taken.close()
  await once(taken, 'close')
  const api = { api_base_url: `${target}/v1/chat/completions`, api_key: 'k' }
  const initialConfig = { providers: [{ name: 'u', ...api, models: ['m'] }], HOST: '127.0.0.1', PORT: port }
  new Server({ initialConfig, logger: false }).start()
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 50))
  report(url)
}

/**
 * Checks whether the other proxy is installed: `npm install --no-save @musistudio/llms`, or elsewhere, with
 * NODE_PATH.
 */
function hasRival() {
  try {
    return createRequire(import.meta.url).resolve(RIVAL) !== undefined
  } catch {
    return false
  }
}

async function serve(server) {
  // A connection that is closed during a request is not an error of a proxy.
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  report(`http://127.0.0.1:${server.address().port}`)
}

function report(url) {
  process.on('message', (what) => {
    // Not before timings, because a collection discards compiled code.
    if (what === 'state') globalThis.gc?.()
    process.send({ memory: process.memoryUsage(), cpu: process.cpuUsage() })
  })
  process.send({ url })
}

async function start(role, target = '') {
  const child = fork(fileURLToPath(import.meta.url), [role, target], { execArgv: ['--expose-gc'] })
  const [{ url }] = await once(child, 'message')
  return {
    url,
    async state(what = 'state') {
      child.send(what)
      return (await once(child, 'message'))[0]
    },
    stop: () => child.kill(),
  }
}

/**
 * Requests one stream.
 * @param onChunk called with each chunk.
 */
function ask(agent, url, path, word, onChunk, model = 'm') {
  return askBody(agent, url + path, bodyOf(path, [{ role: 'user', content: word }], model), onChunk)
}

function bodyOf(path, messages, model = 'm') {
  return JSON.stringify({ model, stream: true, messages, ...PATHS[path] })
}

function askBody(agent, url, body, onChunk) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', headers, agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`))
      answer.on('data', onChunk)
      answer.on('end', resolve)
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function textOf(agent, url, path, word) {
  const chunks = []
  await ask(agent, url, path, word, (chunk) => chunks.push(chunk))
  return Buffer.concat(chunks).toString()
}

/**
 * Requests streams in sequence on this number of lanes, for this number of seconds. Each stream must match
 * the expected text.
 */
async function load(url, path, { seconds, lanes, expected }) {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const end = performance.now() + seconds * 1000
  const length = Buffer.byteLength(expected)
  const result = { streams: 0, wrong: 0, bytes: 0 }
  const lane = async () => {
    while (performance.now() < end) {
      const text = await textOf(agent, url, path, 'fast')
      result.streams += 1
      result.bytes += length
      if (text !== expected) result.wrong += 1
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  agent.destroy()
  return result
}

/** Returns the milliseconds of processor time per stream, with 100 concurrent streams. */
async function cost({ url, state }, path, word, model) {
  const lanes = 100
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const repeats = { fast: 2, short: 20, timed: 1 }[word]
  const lane = async () => {
    for (let count = 0; count < repeats; count += 1) await ask(agent, url, path, word, () => undefined, model)
  }
  const before = (await state()).cpu
  await Promise.all(Array.from({ length: lanes }, lane))
  const after = (await state()).cpu
  agent.destroy()
  return (after.user + after.system - before.user - before.system) / 1000 / (lanes * repeats)
}

/** Returns an agent's history in the form of an Anthropic client, with approximately this number of bytes. */
function historyOf(bytes) {
  const file = "export function read(path) {\n  return files.get(path) ?? 'none' // see above\n}\n".repeat(50)
  const turns = Array.from({ length: Math.ceil(bytes / (file.length * 1.07 + 320)) }, (_, turn) => {
    const input = { path: `/src/file-${turn}.ts`, lines: [turn, turn + 80] }
    const call = { type: 'tool_use', id: `toolu_${turn}`, name: 'read_file', input }
    const result = { type: 'tool_result', tool_use_id: call.id, content: `${turn}\n${file}` }
    return [
      { role: 'assistant', content: [{ type: 'text', text: `Now I read file ${turn}.` }, call] },
      { role: 'user', content: [result] },
    ]
  })
  return [{ role: 'user', content: 'Read all files.' }, ...turns.flat()]
}

/**
 * Returns the milliseconds of processor time for a turn of a conversation with a long history, and for
 * parsing its request.
 */
async function historyCost({ url, state }, path, bytes) {
  const agent = new Agent({ keepAlive: true })
  const messages = historyOf(bytes)
  const [warm, counted] = [30, 20]
  const spent = ({ user, system }) => (user + system) / 1000
  let [before, parsing] = [0, 0]
  let body = ''
  for (let turn = 0; turn < warm + counted; turn += 1) {
    if (turn === warm) before = spent((await state('times')).cpu)
    body = bodyOf(path, messages)
    await askBody(agent, url + path, body, () => undefined)
    const text = Array.from({ length: FRAMES }, (_, index) => `piece ${index} ü `).join('')
    messages.push({ role: 'assistant', content: text }, { role: 'user', content: `Go on ${turn}.` })
  }
  const whole = (spent((await state('times')).cpu) - before) / counted
  for (let turn = 0; turn < warm + counted; turn += 1) {
    if (turn === warm) parsing = spent(process.cpuUsage())
    JSON.parse(body)
  }
  agent.destroy()
  return { whole, parsing: (spent(process.cpuUsage()) - parsing) / counted }
}

/**
 * Measures the maximum delay of other clients while the proxy is idle or handles a large request: for a frame
 * of their stream, and for a health check.
 */
async function waits({ url }, bytes) {
  const agent = new Agent({ keepAlive: true })
  // Prepared in advance, because work in this process delays its measurements.
  const body = Buffer.from(bodyOf('/v1/messages', historyOf(bytes)))
  await ask(agent, url, '/v1/messages', 'fast', () => undefined)
  await (await fetch(`${url}/health`)).text()
  let isDone = false
  const work = async () => {
    if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 2000))
    else await askBody(agent, `${url}/v1/messages`, body, () => undefined)
    isDone = true
  }
  const worst = { frame: 0, health: 0 }
  const watchFrames = async () => {
    while (!isDone)
      await ask(agent, url, '/v1/messages', 'timed', (chunk) => {
        const now = process.hrtime.bigint()
        for (const [, sent] of chunk.toString().matchAll(/@(\d+)@/g))
          if (!isDone) worst.frame = Math.max(worst.frame, Number(now - BigInt(sent)) / 1e6)
      })
  }
  const watchHealth = async () => {
    while (!isDone) {
      const start = performance.now()
      await (await fetch(`${url}/health`)).text()
      worst.health = Math.max(worst.health, performance.now() - start)
    }
  }
  await Promise.all([watchFrames(), watchHealth(), work()])
  agent.destroy()
  return worst
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** Returns the milliseconds that frames take from the server to the client. */
async function latency(url, path, lanes) {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const times = []
  const note = (chunk) => {
    const now = process.hrtime.bigint()
    for (const [, sent] of chunk.toString().matchAll(/@(\d+)@/g)) times.push(Number(now - BigInt(sent)) / 1e6)
  }
  await Promise.all(Array.from({ length: lanes }, () => ask(agent, url, path, 'timed', note)))
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor(times.length * share)]
  return { count: times.length, median: at(0.5), p99: at(0.99) }
}

async function measureAll(seconds, streams) {
  const server = await start('upstream')
  const bytes = await start('plain', server.url)
  const handled = await start('handler', server.url)
  const proxy = await start('translating', server.url)
  const whole = await start('command', server.url)
  const other = hasRival() ? await start('rival', server.url) : undefined
  try {
    await measure({ server, bytes, handled, proxy, whole, other, seconds, streams })
  } finally {
    for (const each of [server, bytes, handled, proxy, whole, other]) each?.stop()
  }
}

async function measure({ server, bytes, handled, proxy, whole, other, seconds, streams }) {
  const failures = []
  const short = []
  const check = (isGood, what) => {
    if (!isGood) failures.push(what)
  }
  const aim = (isReached, what) => {
    if (!isReached) short.push(what)
  }
  const agent = new Agent()
  const expected = {
    proxy: await textOf(agent, proxy.url, '/v1/messages', 'fast'),
  }
  agent.destroy()
  check(
    expected.proxy.includes('piece 199 ü') && expected.proxy.includes('message_stop'),
    'the proxy’s stream is not whole',
  )

  // Measured in processor time, because server and clients share the same cores. Cases are interleaved, so
  // that all run under the same conditions.
  const chat = '/v1/chat/completions'
  for (const [word, title] of CASES) {
    const messages = '/v1/messages'
    const measured = {
      'plain pipe': () => cost(bytes, chat, word),
      'fetch handler': () => cost(handled, chat, word),
      'same wire': () => cost(proxy, chat, word),
      translated: () => cost(proxy, messages, word),
      ...(other && { [RIVAL]: () => cost(other, messages, word, 'u,m') }),
    }
    const times = Object.fromEntries(Object.keys(measured).map((name) => [name, []]))
    for (let round = 0; round < ROUNDS[word]; round += 1)
      for (const [name, run] of Object.entries(measured)) times[name].push(await run())
    const pipe = median(times['plain pipe'])
    const ratio = (name) => median(times[name]) / pipe
    const shown = Object.keys(measured).map(
      (name) => `${name} ${median(times[name]).toFixed(2)} ms (${ratio(name).toFixed(1)})`,
    )
    console.log(`${title}, of a core, and as a multiple of a pipe: ${shown.join(', ')}`)
    for (const name of ['same wire', 'translated'])
      aim(ratio(name) <= GOAL, `${title}, ${name}: ${ratio(name).toFixed(1)} times the pipe, not ${GOAL}`)
  }

  await measureHistories({ proxy, handled, whole, aim })
  if (seconds === 0) return

  for (const lanes of [1, 50]) {
    const direct = await latency(server.url, '/v1/chat/completions', lanes)
    const passed = await latency(bytes.url, '/v1/chat/completions', lanes)
    const translated = await latency(proxy.url, '/v1/messages', lanes)
    const added = translated.median - direct.median
    const show = ({ median, p99 }) => `${median.toFixed(3)} ms (99 %: ${p99.toFixed(3)} ms)`
    console.log(
      `a frame of ${lanes} streams: direct ${show(direct)}, plain ${show(passed)}, proxy ${show(translated)}; added ${added.toFixed(3)} ms`,
    )
    aim(added < 0.3, `a frame of ${lanes} streams comes ${added.toFixed(3)} ms later, not 0.3`)
  }

  const samples = []
  const watching = setInterval(async () => samples.push((await proxy.state()).memory.heapUsed), 2000)
  const busy = await load(proxy.url, '/v1/messages', { seconds, lanes: streams, expected: expected.proxy })
  clearInterval(watching)
  const settled = samples.slice(Math.floor(samples.length / 3))
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const half = Math.floor(settled.length / 2)
  const growth = mean(settled.slice(half)) / mean(settled.slice(0, half))
  const { memory } = await proxy.state()
  const mib = (value) => `${Math.round(value / 2 ** 20)} MiB`
  console.log(
    `${streams} streams at a time for ${seconds} s: ${busy.streams} streams, ${busy.wrong} wrong, heap grew by ${growth.toFixed(2)}, at rest ${mib(memory.heapUsed)}, resident ${mib(memory.rss)}`,
  )
  check(busy.wrong === 0, 'wrong bytes under load')
  check(!(growth > 1.2), `memory grew by ${growth.toFixed(2)}`)
  for (const figure of short) console.log(`short of the goal: ${figure}`)
  for (const failure of failures) console.error(`FAILED: ${failure}`)
  process.exitCode = failures.length > 0 ? 1 : 0
}

/** Measures the cost of long conversations, and the delay that large ones cause for other clients. */
async function measureHistories({ proxy, handled, whole, aim }) {
  const ms = (time) => `${time.toFixed(1)} ms`
  const passed = await historyCost(handled, '/v1/messages', HISTORY)
  const turn = await historyCost(proxy, '/v1/messages', HISTORY)
  const more = turn.whole - turn.parsing
  console.log(
    `a turn after ${HISTORY} bytes of history: JSON.parse ${ms(turn.parsing)} of a core, fetch handler ${ms(passed.whole)}, proxy ${ms(turn.whole)}`,
  )
  aim(more <= 10, `a turn after a long history takes ${ms(more)} more than to parse it, not 10`)
  await waits(whole, LARGE)
  const idle = await waits(whole, 0)
  const busy = await waits(whole, LARGE)
  console.log(
    `while a request of ${LARGE} bytes is worked on: a frame waits ${ms(busy.frame)} at most (else ${ms(idle.frame)}), /health ${ms(busy.health)} (else ${ms(idle.health)})`,
  )
  aim(busy.frame <= 50, `a frame waits ${ms(busy.frame)} for a large request, not 50`)
}
