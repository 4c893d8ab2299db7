// Measures the time to open a cassette of 100,000 exchanges and to find one.
//     Run after `npm run build`: node --expose-gc bench/replay.mjs [exchanges]
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CassetteWriter, createReplay } from '../build/src/traffic/replay/index.js'

const LOOK_UPS = 2000
const MISSES = 50
const size = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'replay-bench-'))
const path = join(folder, 'large.cassette')
try {
  await write(size)
  await measure(size)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function exchange(index) {
  const messages = [
    { role: 'system', content: 'You are a helpful assistant that answers questions about the weather.' },
    { role: 'user', content: `Question ${index}: what will the weather be like?` },
  ]
  const call = {
    id: `call_${index}`,
    type: 'function',
    function: { name: 'get', arguments: `{"n":${index}}` },
  }
  const response = {
    id: `r${index}`,
    choices: [{ index: 0, message: { role: 'assistant', tool_calls: [call] } }],
  }
  return {
    id: `e${index}`,
    request: {
      method: 'POST',
      url: 'https://api.example.com/v1/chat',
      headers: {},
      body: { json: { model: 'm', messages } },
    },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: { json: response } },
  }
}

/**
 * Writes a cassette. The writer creates the header. The exchanges are written in large pieces, because the
 * writer syncs each exchange.
 */
async function write(count) {
  await (await CassetteWriter.open(path)).close()
  const file = await open(path, 'a')
  for (let start = 0; start < count; start += 1000) {
    const pieces = Array.from({ length: Math.min(1000, count - start) }, (_, offset) =>
      exchange(start + offset),
    )
    await file.write(pieces.map((one) => `\n${JSON.stringify(one, null, 1)}\n`).join(''))
  }
  await file.close()
}

async function measure(count) {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const started = performance.now()
  const replay = await createReplay({ from: path })
  const took = performance.now() - started
  globalThis.gc?.()
  const held = (process.memoryUsage().heapUsed - before) / count
  const perTenThousand = (took / count) * 10_000
  console.log(
    `open      ${count} exchanges in ${took.toFixed(0)} ms: ${perTenThousand.toFixed(0)} ms per 10,000 (limit 1000), ${held.toFixed(0)} bytes held for each`,
  )
  const ask = async (index) => {
    const { messages, model } = exchange(index).request.body.json
    const response = await replay.fetch('http://localhost/v1/chat', {
      method: 'POST',
      body: JSON.stringify({ messages, model }),
    })
    return response.json()
  }
  await time('look-up', LOOK_UPS, async (n) => {
    const index = (n * 7919) % count
    if ((await ask(index)).id !== `r${index}`) throw new Error(`a wrong answer to question ${index}`)
  })
  await time('miss', MISSES, async (n) => {
    if ((await ask(count + n)).error?.code !== 'replay_miss')
      throw new Error('an answer to what was never asked')
  })
  await replay.close()
  if (perTenThousand > 1000) process.exitCode = 1
}

async function time(name, count, run) {
  const started = performance.now()
  for (let n = 0; n < count; n += 1) await run(n)
  console.log(`${name.padEnd(10)}${((performance.now() - started) / count).toFixed(3)} ms each`)
}
