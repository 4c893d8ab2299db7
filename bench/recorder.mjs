// Cost of recording one long body:
//     npm run build && node bench/recorder.mjs [megabytes…]
// Starts `toolwire record` between a client and a separate server, and prints the peak memory of the proxy
// (Linux).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const BLOCK = 'QUJDREVGR0hJSktM'.repeat(4096)

/** Writes a body with one string of this number of megabytes, no faster than it is read. */
async function writeImage(outgoing, megabytes) {
  outgoing.write('{"model":"m","messages":[{"role":"user","content":"data:image/png;base64,')
  for (let block = 0; block < megabytes * 16; block += 1)
    if (!outgoing.write(BLOCK)) await once(outgoing, 'drain')
  outgoing.end('"}]}')
}

async function writeStream(outgoing, megabytes) {
  for (let block = 0; block < megabytes * 16; block += 1)
    if (!outgoing.write(`data: {"delta":"${BLOCK}"}\n\n`)) await once(outgoing, 'drain')
  outgoing.end()
}

const CASES = {
  request: { type: 'application/json', send: writeImage, answer: (outgoing) => outgoing.end('{}') },
  answer: { type: 'application/json', send: (outgoing) => outgoing.end('{}'), answer: writeImage },
  stream: { type: 'text/event-stream', send: (outgoing) => outgoing.end('{}'), answer: writeStream },
}

async function measure(name, megabytes) {
  const { type, send, answer } = CASES[name]
  const upstream = createServer(async (incoming, outgoing) => {
    for await (const _piece of incoming);
    outgoing.setHeader('content-type', type)
    await answer(outgoing, megabytes)
  }).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'recorder-'))
  const cassette = join(folder, 'a.cassette')
  const target = `http://127.0.0.1:${upstream.address().port}`
  const proxy = spawn(process.execPath, [CLI, 'record', '--target', target, '--to', cassette])
  const [url] = await once(proxy.stdout.setEncoding('utf8'), 'data')
  const started = performance.now()
  const outgoing = request(`${url.trim()}/v1`, { method: 'POST' })
  const [[response]] = await Promise.all([once(outgoing, 'response'), send(outgoing, megabytes)])
  for await (const _piece of response);
  const seconds = (performance.now() - started) / 1000
  const [, peak] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${proxy.pid}/status`, 'utf8'))
  const recorded = statSync(cassette).size / 2 ** 20
  proxy.kill('SIGINT')
  await once(proxy, 'close')
  upstream.close()
  rmSync(folder, { recursive: true })
  console.log(
    `${name.padEnd(8)} ${megabytes} MB: peak ${Math.round(peak / 1024)} MB, ${seconds.toFixed(1)} s, cassette ${recorded.toFixed(1)} MB`,
  )
}

const sizes = process.argv.slice(2).map(Number)
for (const megabytes of sizes.length > 0 ? sizes : [8, 64, 200])
  for (const name of Object.keys(CASES)) await measure(name, megabytes)
