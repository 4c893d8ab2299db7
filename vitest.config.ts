import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
// Generated files of adapters are written again, also if a single test is run.
import './scripts/adapters.mjs'

// Vitest 5 prints failures with Map.groupBy, which Node 20 lacks (https://vitest.dev/guide/migration states Node 22).
if (!('groupBy' in Map)) Object.defineProperty(Map, 'groupBy', { value: groupBy })

function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item, index: number) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
    index += 1
  }
  return groups
}

const LONG_LISTS = 'test/laws/07-long-lists.test.ts'

// These files measure the growth of processor time many times: in a large heap, garbage collection takes longer
// than the work. CI runs them without coverage, whose counters slow down the loops.
const GROWTH = /growth[^/]*\.test\.ts$/

// Files share what they load (adapters, recordings), but for those that start processes or change the runtime.
const APART =
  /child_process|worker_threads|support\/(?:children|expressions|redis)|vi\.(?:mock|stub|useFakeTimers)/
// Examples with packages of their own have no tests, and a large `node_modules`.
const files = [
  ...readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) => `test/${name}`),
  ...readdirSync('examples').map((name) => `examples/${name}`),
].filter((file) => file.endsWith('.test.ts') && file !== LONG_LISTS)
const growth = files.filter((file) => GROWTH.test(file))
const apart = files.filter((file) => !growth.includes(file) && APART.test(readFileSync(file, 'utf8')))
const together = files.filter((file) => ![...growth, ...apart].includes(file))

const isCi = process.env.CI === 'true'

// The cases of the long tests (test/support/cases.ts): a share, chosen by the seed, or with `--mode deep` all. CI and
// `--mode complete` choose more of them.
const { SEED: seed = String(Date.now() % 1_000_000) } = process.env
console.info(`The long tests choose their cases by SEED=${seed}.`)

export default defineConfig(({ mode }) => ({
  test: {
    env: {
      SEED: seed,
      DEEP: mode === 'deep' ? '1' : '',
      COMPLETE: isCi || mode === 'complete' ? '1' : '',
    },
    setupFiles: ['test/support/seed.ts', ...(process.env.WIRE ? ['test/support/one-wire.ts'] : [])],
    // Compiled modules are reused in the next run. A fresh clone, as in CI, would only write them.
    fsModuleCache: !isCi,
    projects: [
      { extends: true, test: { name: 'together', include: together, isolate: false } },
      { extends: true, test: { name: 'apart', include: apart } },
      { extends: true, test: { name: 'growth', include: growth } },
      // A list that does not fit the stack as arguments is shorter on a small stack, and so takes less time.
      {
        extends: true,
        test: { name: 'long lists', include: [LONG_LISTS], pool: 'forks', execArgv: ['--stack-size=72'] },
      },
    ],
    // Vitest leaves one core idle, which is half of a machine with two; and some files mostly wait for processes.
    maxWorkers: availableParallelism() + 1,
    // The laws run over every recording at once; a slow machine under coverage needs the room.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Timeouts are long, because durations depend on the load of the machine.
    expect: { poll: { timeout: 60_000 } },
    coverage: {
      provider: 'v8',
      // In CI the one run of the tests measures it too; by hand `npm run coverage` does.
      enabled: isCi,
      include: ['src/**/*.ts', 'adapters/**/*.ts'],
      // Types only: nothing in them runs.
      exclude: [
        'src/**/{types,*-types}.ts',
        'src/index.ts',
        'src/codec/wire/contract.ts',
        'src/codec/wire/limits.ts',
        'src/translate/lint/rule.ts',
        'src/codec/wire/fit-step.ts',
        'src/codec/shape/codecs.ts',
        'src/codec/stream/codec.ts',
        'src/base/model/events.ts',
        'adapters/*/wire.ts',
        // Threads run the compiled file, which is not measured; test/cli/jobs.test.ts and proxy-large.test.ts do.
        'src/cli/threads.ts',
        'src/cli/proxy/large-thread.ts',
      ],
      reportOnFailure: true,
      // CI opens no pages.
      reporter: isCi ? ['text-summary'] : ['text-summary', 'html'],
      // The goal is 95: which cases the long tests try moves it a little.
      thresholds: { lines: 94, branches: 94 },
    },
  },
}))
