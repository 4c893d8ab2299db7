// Speed of decoding, as ratios to the least that any client must do (see floor.mjs).
//   npm run bench -- [--wire <id>] [--check] [--json] [--budget <ms per case>] [--no-sdk]
// Reads the built adapters in dist; every wire with a template in wires/ is measured.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { createContext } from '../dist/src/adapter/context.js'
import { EventReader } from '../dist/src/adapter/event-reader.js'
import { createPartialCalls } from '../dist/src/stream/partial.js'
import { readChunks, readResponse } from './floor.mjs'
import { bytesOf, bytesPerEvent, callsOf, streamCases, wholeCases } from './inputs.mjs'
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
const budget = Number(options.budget)
/** The official helpers parse the text so far anew at each delta; longer runs than this are not worth the wait. */
const LONGEST_SDK_RUN_MS = 5_000

const rows = []
for (const wire of wiresToMeasure()) await measureWire(wire)
const growth = growthOf(rows)
const violations = violationsOf(rows, growth)
if (options.json)
  console.log(JSON.stringify({ node: process.version, limits, rows, growth, violations }, null, 2))
else printTable(rows, growth, violations)
process.exitCode = options.check && violations.length > 0 ? 1 : 0

function wiresToMeasure() {
  const built = existsSync(new URL('../dist/adapters', import.meta.url))
    ? readdirSync(new URL('../dist/adapters', import.meta.url))
    : []
  const templates = readdirSync(new URL('wires', import.meta.url)).map((file) => file.replace('.mjs', ''))
  return built.filter((id) => templates.includes(id) && (options.wire?.includes(id) ?? true))
}

async function measureWire(id) {
  const template = await import(`./wires/${id}.mjs`)
  const { default: adapter } = await import(`../dist/adapters/${id}/index.js`)
  let sdkTooSlow = 0
  for (const wanted of streamCases) {
    if (wanted.delta !== Infinity && !template.deltas) continue
    if (options.case && !wanted.name.includes(options.case)) continue
    const input = streamInput(template, wanted)
    const withSdk = template.sdkHelper && !options['no-sdk'] && !(sdkTooSlow && wanted.size > sdkTooSlow)
    const contenders = await streamContenders(adapter, template, input, withSdk && wanted.delta)
    if (withSdk && !contenders.sdk) sdkTooSlow = wanted.size
    const result = await measure(contenders, budget)
    rows.push({ wire: id, kind: 'stream', ...wanted, characters: input.characters, result })
    progress(id, wanted.name)
  }
  for (const wanted of wholeInputs(id, template)) {
    if (options.case && !wanted.name.includes(options.case)) continue
    const result = await measure(wholeContenders(adapter, template, wanted.texts), budget)
    rows.push({
      wire: id,
      kind: 'whole',
      name: wanted.name,
      size: wanted.size,
      bodies: wanted.texts.length,
      result,
    })
    progress(id, wanted.name)
  }
}

function progress(id, name) {
  if (!options.json) process.stderr.write(`  ${id}: ${name}\n`)
}

function streamInput(template, { count, size, delta, perEvent, chunkSize = 16 * 1024 }) {
  const calls = callsOf(count, size, delta)
  let text = ''
  for (const event of template.events(calls)) text += template.frame(event)
  text += template.end ?? ''
  const chunks = perEvent ? bytesPerEvent(text) : bytesOf(text, chunkSize)
  return { calls, chunks, perEvent, characters: text.length }
}

async function streamContenders(adapter, template, { calls, chunks, perEvent }, withSdk) {
  const source = () => (perEvent ? responseOf(chunks) : chunks)
  const contenders = {
    floor: () => (perEvent ? readResponse(source(), template) : readChunks(chunks, template)),
    core: () => readCore(adapter, perEvent ? source().body : chunks),
    stream: () => readEvents(adapter, source()),
    partial: () => readPartial(adapter, source()),
  }
  const expected = calls.map(({ text }) => JSON.parse(text))
  for (const [name, run] of Object.entries(contenders)) {
    if (!isDeepStrictEqual(await run(), expected))
      throw new Error(`${adapter.id}: ${name} gave other arguments`)
  }
  if (withSdk) {
    const sdk = () => template.sdkHelper(() => responseOf(chunks))
    const start = performance.now()
    await sdk()
    if (performance.now() - start < LONGEST_SDK_RUN_MS) contenders.sdk = sdk
  }
  return contenders
}

/** The synchronous core, as one who reads the chunks himself uses it. */
function readCore(adapter, chunks) {
  const reader = new EventReader(adapter.codecs.stream, createContext(adapter.id))
  const found = []
  const take = (events) => {
    for (const event of events) if (event.type === 'tool-call') found.push(event.call.arguments)
  }
  const finish = () => {
    take(reader.finish())
    return found
  }
  if (!Array.isArray(chunks)) return readCoreFrom(chunks, (chunk) => take(reader.push(chunk)), finish)
  for (const chunk of chunks) take(reader.push(chunk))
  return finish()
}

async function readCoreFrom(body, push, finish) {
  for await (const chunk of body) push(chunk)
  return finish()
}

/** As users read a stream. */
async function readEvents(adapter, source) {
  const found = []
  for await (const event of adapter.stream(source))
    if (event.type === 'tool-call') found.push(event.call.arguments)
  return found
}

/** As users read a stream, with the arguments so far looked at after every delta. */
async function readPartial(adapter, source) {
  const calls = createPartialCalls()
  const found = []
  for await (const event of adapter.stream(source)) {
    const call = calls.push(event)
    if (event.type === 'tool-input-delta' && call.arguments === null) throw new Error('no arguments')
    if (event.type === 'tool-call') found.push(event.call.arguments)
  }
  return found
}

function responseOf(chunks) {
  const rest = chunks.values()
  const body = new ReadableStream({
    pull(controller) {
      const { value, done } = rest.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
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

/** A third of the body is text, the rest two calls; of the largest body nearly all is one call. */
function wholeBody(template, size) {
  const isLarge = size > 100_000
  const words = 'I will look at both files and then change them. '
  const text = words.repeat(Math.ceil(Math.min(size / 3, 4000) / words.length))
  const room = size - text.length - JSON.stringify(template.body([], '')).length
  const calls = isLarge ? callsOf(1, room * 0.95, room) : callsOf(2, Math.floor((room - 300) / 2), room)
  return JSON.stringify(template.body(calls, text))
}

/** Where arguments are text inside the body, the floor parses that text too: nobody can use them otherwise. */
function wholeContenders(adapter, template, texts) {
  return {
    floor() {
      for (const text of texts) {
        const body = JSON.parse(text)
        for (const json of template.argumentTexts?.(body) ?? []) parseArguments(json)
      }
    },
    body() {
      for (const text of texts) JSON.parse(text)
    },
    decode() {
      for (const text of texts) adapter.decodeResponse(text)
    },
    toolCalls() {
      for (const text of texts) adapter.toolCalls(text)
    },
  }
}

function parseArguments(json) {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** How the cost grows from 16 KB to 1 MB: 1 is linear, 2 quadratic. */
function growthOf(measured) {
  const found = []
  const streamed = measured.filter(
    ({ kind, count, perEvent }) => kind === 'stream' && count === 1 && !perEvent,
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
