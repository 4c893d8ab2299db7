// Linting a long history, measured against `JSON.parse` of the same body, which is the minimum work of a
// server.
//     npm run build && node bench/lint.mjs [--check]
// Reads `build`. Every wire with acceptance rules and an encoder is measured in one process, so that the
// ratio is comparable between machines.

import { existsSync, readdirSync } from 'node:fs'
import { encodeConversation, lint } from '../build/src/index.js'
import { adapterName } from '../scripts/adapter-name.mjs'

/** The maximum time, as a multiple of parsing the body. */
const MOST = 3
const ROUNDS = 60
const folder = new URL('../build/adapters/', import.meta.url)
const wires = readdirSync(folder).filter((wire) => existsSync(new URL(`${wire}/http.js`, folder)))
const conversation = {
  model: 'example-model',
  maxOutputTokens: 4096,
  tools: toolsOf(20),
  messages: history(),
}
for (const wire of wires) await measureWire(wire)

async function measureWire(wire) {
  if (!existsSync(new URL(`${wire}/rules.js`, folder))) return
  const { [adapterName(wire)]: to } = await import(new URL(`${wire}/index.js`, folder))
  const { rules } = await import(new URL(`${wire}/rules.js`, folder))
  const text = JSON.stringify(encodeConversation(conversation, { to }).value)
  const ratio = quickest(() => lint(rules, JSON.parse(text))) / quickest(() => JSON.parse(text)) - 1
  const found = lint(rules, JSON.parse(text)).filter(({ severity }) => severity === 'error')
  if (found.length > 0) throw new Error(`${wire}: ${found[0].rule} at ${found[0].path}`)
  console.log(
    `${wire.padEnd(26)} ${ratio.toFixed(2)} × JSON.parse of ${text.length.toLocaleString('en')} bytes`,
  )
  if (process.argv.includes('--check') && ratio > MOST) process.exitCode = 1
}

/** Returns the milliseconds of the fastest round, which was disturbed least. */
function quickest(run) {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    run()
    least = Math.min(least, performance.now() - start)
  }
  return least
}

/** Returns 1,000 messages with 500 calls, each with a result of two hundred words. */
function history() {
  const words = 'The weather in this city is fair and mild today. '.repeat(20)
  const turns = Array.from({ length: 500 }, (_, index) => [
    {
      role: 'assistant',
      parts: [
        { type: 'text', text: `Step ${index}.` },
        { type: 'tool-call', id: idAt(index), name: `tool_${index % 20}`, arguments: { city: words } },
      ],
    },
    {
      role: 'tool',
      parts: [
        {
          type: 'tool-result',
          callId: idAt(index),
          name: `tool_${index % 20}`,
          output: { type: 'text', value: words },
        },
      ],
    },
  ])
  return [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }, ...turns.flat()].slice(0, 1001)
}

/** Returns an id of nine letters and digits, which every wire accepts. */
function idAt(index) {
  return `call${String(index).padStart(5, '0')}`
}

function toolsOf(count) {
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  return Array.from({ length: count }, (_, index) => ({
    type: 'function',
    name: `tool_${index}`,
    parameters,
  }))
}
