// Speed of decoding, as ratios to the minimum work of any client (see floor.mjs).
//     npm run bench -- [--wire <id>] [--check] [--json] [--budget <ms per case>] [--no-sdk]
// Reads the built adapters in dist. Every wire with a template in wires/ is measured.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { adapterName } from '../scripts/adapter-name.mjs'
import { streamContenders, streamInput, translationContenders, wholeContenders } from './contenders.mjs'
import { callsOf, streamCases, translationCase, wholeCases } from './inputs.mjs'
import { measure } from './measure.mjs'
import { limits, printTable, violationsOf } from './report.mjs'

const { values: options } = parseArgs({
  options: {
    wire: { type: 'string', multiple: true },
    case: { type: 'string' },
    check: { type: 'boolean' },
    json: { type: 'boolean' },
    'no-sdk': { type: 'boolean' },
    budget: { type: 'string', default: '1500' },
  },
})
/**
 * A busy machine may slow a short contender without slowing its floor, so a check fails only if every attempt
 * exceeds the limit.
 */
const ATTEMPTS = 7
const budget = Number(options.budget)
const wires = readdirSync(new URL('../build/adapters', import.meta.url))
const adapters = await Promise.all(
  wires.map(async (wire) => (await import(`../build/adapters/${wire}/index.js`))[adapterName(wire)]),
)
const targets = adapters.filter(({ lacks }) => !lacks.has('encoder') && !lacks.has('http'))
const rows = []
for (const adapter of adapters.filter(isMeasured)) await measureWire(adapter)
const growth = growthOf(rows)
const violations = violationsOf(rows, growth)
if (options.json)
  console.log(JSON.stringify({ node: process.version, limits, rows, growth, violations }, null, 2))
else printTable(rows, growth, violations)
process.exitCode = options.check && violations.length > 0 ? 1 : 0

/** Returns true for wires with a template. */
function isMeasured({ id }) {
  return existsSync(new URL(`wires/${id}.mjs`, import.meta.url)) && (options.wire?.includes(id) ?? true)
}

async function measureWire(adapter) {
  const { id } = adapter
  const template = await import(`./wires/${id}.mjs`)
  let sdkTooSlow = 0
  for (const wanted of streamCases) {
    if (wanted.delta !== Infinity && !template.deltas) continue
    if (options.case && !wanted.name.includes(options.case)) continue
    const input = streamInput(template, wanted)
    const withSdk = template.sdkHelper && !options['no-sdk'] && !(sdkTooSlow && wanted.size > sdkTooSlow)
    const contenders = await streamContenders(adapter, template, input, withSdk && wanted.delta)
    if (withSdk && !contenders.sdk) sdkTooSlow = wanted.size
    const result = await measure(contenders, budget)
    const { characters, isFetched } = input
    const { deltaLimits } = template
    rows.push({ wire: id, kind: 'stream', ...wanted, characters, isFetched, deltaLimits, result })
    progress(id, wanted.name)
  }
  if (template.deltas && (!options.case || translationCase.name.includes(options.case))) {
    const input = streamInput(template, translationCase)
    const result = await measure(translationContenders(adapter, targets, template, input), 2 * budget)
    rows.push({ wire: id, kind: 'translation', name: translationCase.name, result })
    progress(id, translationCase.name)
  }
  for (const wanted of wholeInputs(id, template)) {
    if (options.case && !wanted.name.includes(options.case)) continue
    rows.push(await measureWhole(id, wanted, wholeContenders(adapter, template, wanted.texts), budget))
    progress(id, wanted.name)
  }
}

async function measureWhole(wire, { name, size, texts }, contenders, budget) {
  for (let attempt = 1; ; attempt += 1) {
    const result = await measure(contenders, budget)
    const row = { wire, kind: 'whole', name, size, bodies: texts.length, result }
    if (attempt === ATTEMPTS || violationsOf([row], []).length === 0) return row
  }
}

function progress(id, name) {
  if (!options.json) process.stderr.write(`  ${id}: ${name}\n`)
}

function wholeInputs(id, template) {
  const generated = wholeCases.map(({ name, size }) => ({ name, size, texts: [wholeBody(template, size)] }))
  const folder = new URL(`../fixtures/${id}/`, import.meta.url)
  if (!existsSync(folder)) return generated
  const texts = readdirSync(folder)
    .map((name) => new URL(`${name}/response.json`, folder))
    .filter((file) => existsSync(file))
    .map((file) => JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))))
  return [...generated, { name: `${texts.length} fixtures`, texts }]
}

/**
 * Creates a complete body: a third is text and the rest two calls. The largest body consists mostly of one
 * call.
 */
function wholeBody(template, size) {
  const isLarge = size > 100_000
  const words = 'I will look at both files and then change them. '
  const text = words.repeat(Math.ceil(Math.min(size / 3, 4000) / words.length))
  const room = size - text.length - JSON.stringify(template.body([], '')).length
  const calls = isLarge ? callsOf(1, room * 0.95, room) : callsOf(2, Math.floor((room - 300) / 2), room)
  return JSON.stringify(template.body(calls, text))
}

/** Returns the growth exponent from 16 KB to 1 MB: 1 is linear, 2 quadratic. */
function growthOf(measured) {
  const found = []
  const streamed = measured.filter(
    ({ kind, count, perEvent, cutAnywhere }) => kind === 'stream' && count === 1 && !perEvent && !cutAnywhere,
  )
  for (const large of streamed.filter(({ size, delta }) => size === 1024 * 1024 && delta !== Infinity)) {
    const small = streamed.find(
      ({ wire, size, delta }) => wire === large.wire && delta === large.delta && size === 16 * 1024,
    )
    if (small === undefined) continue
    let floor = 1
    for (const contender of ['floor', 'core', 'stream', 'partial']) {
      const ratio = large.result[contender].milliseconds / small.result[contender].milliseconds
      const exponent = Math.log(ratio) / Math.log(large.characters / small.characters)
      if (contender === 'floor') floor = exponent
      found.push({ wire: large.wire, delta: large.delta, contender, exponent, floor })
    }
  }
  return found
}
