// Timing in processor time. Contenders take turns, so that a busy machine slows all of them equally. Medians
// are reported.

/** Shorter runs are repeated inside one sample. Short samples are rarely interrupted. */
const SHORTEST_SAMPLE_MS = 1
const WARM_UP_SAMPLES = 150
const MOST_ROUNDS = 201
const FEWEST_ROUNDS = 7

/**
 * Measures contenders against the first one.
 * @param contenders name -> function (may be async) that does the complete work once and returns a value to
 * check.
 * @param budget milliseconds for the complete set.
 * @returns name -> {milliseconds: median of one run, ratio: median over the rounds of its time to the first
 * one's}
 */
export async function measure(contenders, budget) {
  const entries = Object.entries(contenders)
  const repeats = {}
  let roundTime = 0
  for (const [name, run] of entries) {
    await timed(run, 1)
    const once = await timed(run, 1)
    repeats[name] = Math.max(1, Math.ceil(SHORTEST_SAMPLE_MS / Math.max(once, 0.001)))
    // Warms up the compiler. It optimizes a function after a number of runs, so short functions need many of
    // them.
    if (repeats[name] > 1) await timed(run, repeats[name] * WARM_UP_SAMPLES)
    roundTime += Math.max(once * repeats[name], SHORTEST_SAMPLE_MS)
  }
  // Collected once instead of before each sample: a forced collection discards optimized code, which would
  // slow short samples.
  globalThis.gc?.()
  const rounds = Math.min(MOST_ROUNDS, Math.max(FEWEST_ROUNDS, Math.round(budget / roundTime)))
  const samples = Object.fromEntries(entries.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? entries : entries.toReversed()
    for (const [name, run] of order) {
      samples[name].push((await timed(run, repeats[name])) / repeats[name])
    }
  }
  const [base] = entries[0]
  return Object.fromEntries(
    entries.map(([name]) => [
      name,
      {
        milliseconds: median(samples[name]),
        ratio: median(samples[name].map((sample, round) => sample / samples[base][round])),
      },
    ]),
  )
}

async function timed(run, repeats) {
  const start = process.cpuUsage()
  for (let count = 0; count < repeats; count += 1) {
    const result = run()
    if (result instanceof Promise) await result
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
