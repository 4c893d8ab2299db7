// Cost of running calls through an executor compared with calling the functions, and a check that memory
// stays flat:
//     node --expose-gc bench/executor.mjs [--check]     after `npm run build`; --check fails over the stated limits
import { defineTool, toolCall } from '../build/src/index.js'
import { createExecutor, createToolEvents } from '../build/src/tools/index.js'

const CALLS = 10_000
/**
 * The maximum cost of a call, as a multiple of the time for JSON.parse of 2 KB. A slow machine slows both.
 */
const LIMIT = { parsings: 5, grownMegabytes: 16 }
/**
 * Other work on the machine evicts caches, which slows 10,000 concurrent calls most. A check fails only at
 * this multiple of the limit.
 */
const ROOM = 2
const TWO_KILOBYTES = JSON.stringify(
  Array.from({ length: 24 }, (_, line) => ({
    path: 'src/index.ts',
    line,
    text: 'const ratio = 0.75',
    tags: ['a'],
  })),
)
const noop = defineTool({ name: 'noop', parameters: { type: 'object' }, execute: () => 'ok' })
const calls = Array.from({ length: CALLS }, (_, at) => toolCall(`c${at}`, 'noop'))

const failures = []
await overhead('one batch of 10,000', (executor) => executor.execute(calls))
await overhead('batches of ten', async (executor) => {
  for (let at = 0; at < CALLS; at += 10) await executor.execute(calls.slice(at, at + 10))
})
await overhead('one by one', async (executor) => {
  for (const call of calls) await executor.execute([call])
})
await overhead('one by one; limits, time, a listener', each, {
  concurrency: 8,
  timeout: 60_000,
  onEvent() {},
})
await flat()
await slowListener()
if (process.argv.includes('--check') && failures.length > 0) {
  for (const failure of failures) console.log(`over the limit: ${failure}`)
  process.exitCode = 1
}

async function each(executor) {
  for (const call of calls) await executor.execute([call])
}

/**
 * Measures the cost of a call beyond the bare function: the best of several rounds in processor time, which
 * excludes other work on the machine.
 */
async function overhead(title, run, options = {}) {
  const executor = createExecutor({ tools: [noop], ...options })
  const measure = async () => {
    const bare = await best(async () => {
      for (const call of calls) await noop.execute(call.arguments)
    })
    const parsing = await best(() => {
      for (let at = 0; at < CALLS; at += 1) JSON.parse(TWO_KILOBYTES)
    })
    const over = (await best(() => run(executor))) - bare
    return { microseconds: (over * 1000) / CALLS, parsings: over / parsing }
  }
  let found = await measure()
  for (let again = 0; again < 2 && found.parsings > ROOM * LIMIT.parsings; again += 1) {
    const other = await measure()
    if (other.parsings < found.parsings) found = other
  }
  const ratio = `${found.parsings.toFixed(1)} times JSON.parse of 2 KB`
  console.log(
    `${title.padEnd(38)}${found.microseconds.toFixed(1).padStart(6)} µs a call over the function, ${ratio}`,
  )
  if (found.parsings > ROOM * LIMIT.parsings)
    failures.push(`${title}: ${ratio}, limit ${LIMIT.parsings} and ${ROOM} times that`)
}

async function best(work) {
  let least = Infinity
  for (let round = 0; round < 12; round += 1) {
    const started = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(started)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** Compares the heap after 20,000 calls and after 200,000. */
async function flat() {
  const executor = createExecutor({ tools: [noop], timeout: 60_000, context: { conversationId: 'talk' } })
  const after = async (rounds) => {
    for (let round = 0; round < rounds; round += 1) await each(executor)
    return megabytes()
  }
  const [before, later] = [await after(2), await after(18)]
  report('heap after 20,000 and 200,000 calls', before, later)
}

/**
 * Runs 1,000 concurrent calls that emit 100 chunks each, with a listener that takes a millisecond per event.
 */
async function slowListener() {
  const events = createToolEvents()
  const chatty = defineTool({
    name: 'chatty',
    parameters: { type: 'object' },
    async execute(_input, run) {
      for (let at = 0; at < 100; at += 1) {
        run.emit('x'.repeat(1000))
        if (at % 10 === 0) await null
      }
    },
  })
  const told = { chunks: 0, ends: 0 }
  const executor = createExecutor({
    tools: [chatty],
    events,
    async onEvent({ type }) {
      if (type === 'output-chunk') told.chunks += 1
      if (type === 'completed') told.ends += 1
      await new Promise((resolve) => setTimeout(resolve, 1))
    },
  })
  const before = megabytes()
  await executor.execute(Array.from({ length: 1000 }, (_, at) => toolCall(`c${at}`, 'chatty')))
  report('heap with 100,000 chunks told to a slow listener', before, megabytes())
  await executor.flush()
  const { chunks, ends } = told
  console.log(`  heard: ${chunks} chunks, ${ends} of 1000 ends; dropped: ${events.dropped}`)
  if (ends !== 1000) failures.push(`a slow listener lost ${1000 - ends} ends`)
}

function report(title, before, after) {
  console.log(`${title}: ${before.toFixed(1)} MB, ${after.toFixed(1)} MB`)
  if (after - before > LIMIT.grownMegabytes) failures.push(`${title}: ${(after - before).toFixed(1)} MB more`)
}

function megabytes() {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}
