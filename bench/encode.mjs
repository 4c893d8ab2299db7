// Speed of encoding streams: one call with a megabyte of arguments in small deltas, from canonical events to
// the text on the wire, as a ratio to JSON.stringify of the sent events (or of the input events, if the wire
// sends complete calls).
//     npm run build && node --expose-gc bench/encode.mjs [--check] [--json]

import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createContext } from '../build/src/base/model/context.js'
import { adapterName } from '../scripts/adapter-name.mjs'
import { measure } from './measure.mjs'

const { values: options } = parseArgs({ options: { check: { type: 'boolean' }, json: { type: 'boolean' } } })
const MOST = 1.5
const SIZE = 1 << 20
const DELTAS = [4, 64]
const BUDGET_MS = 1500

const rows = []
for (const wire of readdirSync(new URL('../build/adapters', import.meta.url))) {
  const { [adapterName(wire)]: adapter } = await import(`../build/adapters/${wire}/index.js`)
  const { lacks, codecs } = adapter
  if (lacks.has('encoder') || lacks.has('http')) continue
  const { stream } = codecs
  for (const delta of DELTAS)
    rows.push({ wire, delta, ...(await measureEncoder(wire, stream, eventsOf(delta))) })
}
const slow = rows.filter(({ ratio }) => ratio > MOST)
if (options.json) console.log(JSON.stringify(rows, null, 2))
else console.table(rows)
process.exitCode = options.check && slow.length > 0 ? 1 : 0

function eventsOf(length) {
  const text = `{"text":"${'ab \\n'.repeat(SIZE / 5)}"}`
  const call = {
    type: 'tool-call',
    id: 'call_1',
    name: 'write',
    kind: 'function',
    status: 'complete',
    arguments: JSON.parse(text),
    rawArguments: text,
    providerExecuted: false,
  }
  const { id, name, kind, providerExecuted } = call
  const events = [
    { type: 'response-start', id: 'answer_1', model: 'm' },
    { type: 'tool-input-start', id, name, kind, providerExecuted },
  ]
  for (let start = 0; start < text.length; start += length)
    events.push({ type: 'tool-input-delta', id, delta: text.slice(start, start + length) })
  events.push({ type: 'tool-input-end', id }, { type: 'tool-call', call })
  events.push({ type: 'finish', finish: { reason: 'tool-calls' }, id: 'answer_1', model: 'm' })
  return events
}

async function measureEncoder(wire, stream, events) {
  const encode = () => {
    const encoder = stream.encoder(createContext(wire))
    let characters = 0
    for (const event of events)
      for (const frame of encoder.push(event)) characters += stream.framing.write(frame).length
    for (const frame of encoder.finish()) characters += stream.framing.write(frame).length
    return characters
  }
  const encoder = stream.encoder(createContext(wire))
  const frames = [...events.flatMap((event) => encoder.push(event)), ...encoder.finish()]
  const stringify = (list) => () => {
    let characters = 0
    for (const item of list) characters += JSON.stringify(item).length
    return characters
  }
  // A wire that sends complete calls has very little to stringify, so the floor uses the input events.
  const isWhole = frames.length < events.length / 10
  const floor = stringify(isWhole ? events : frames.map(({ data }) => data))
  const result = await measure({ floor, encode }, BUDGET_MS)
  const rounded = (number) => Math.round(number * 100) / 100
  return {
    frames: frames.length,
    floor: isWhole ? 'events' : 'frames',
    'floor ms': rounded(result.floor.milliseconds),
    'encode ms': rounded(result.encode.milliseconds),
    ratio: rounded(result.encode.ratio),
  }
}
