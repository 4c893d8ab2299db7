// Processor time of translating a long history in one go, without a memory of earlier turns: as a multiple of parsing
// and printing the same request as JSON. All wires are loaded, and each request was encoded by its own wire.
//     node --expose-gc bench/translate.mjs [turns]     after `npm run build`
import { readdirSync } from 'node:fs'
import { translateRequest } from '../build/src/index.js'
import { measure } from './measure.mjs'

/** Milliseconds for the measurements of one pair of wires. */
const BUDGET = 4000
const [turns = 1000] = process.argv.slice(2).map(Number)
const PAIRS = [
  ['openai-chat', 'anthropic-messages'],
  ['anthropic-messages', 'openai-chat'],
  ['openai-responses', 'anthropic-messages'],
  ['openai-chat', 'google-generate-content'],
]
const FILE = "export function read(path) {\n  return files.get(path) ?? 'none' // see above\n}\n".repeat(6)

/** Returns the adapters of the wires with requests, by their id. */
async function loadAdapters() {
  const folder = new URL('../build/adapters/', import.meta.url)
  const modules = await Promise.all(
    readdirSync(folder).map((name) => import(new URL(`${name}/index.js`, folder).href)),
  )
  const adapters = modules
    .flatMap(Object.values)
    .filter((value) => value?.codecs?.http && value.encodeRequest)
  return Object.fromEntries(adapters.map((adapter) => [adapter.id, adapter]))
}

function turnOf(index) {
  const input = {
    path: `/src/file-${index}.ts`,
    lines: [index, index + 80],
    reason: 'The next file. '.repeat(8),
  }
  const id = `call_${index}`
  const call = { type: 'tool-call', kind: 'function', id, name: 'read_file', providerExecuted: false }
  const output = { type: 'text', value: `${index}\n${FILE}` }
  const result = {
    type: 'tool-result',
    callId: id,
    name: 'read_file',
    providerExecuted: false,
    isError: false,
  }
  const text = index % 4 === 0 ? [{ type: 'text', text: `Now I read file ${index}.` }] : []
  const finished = { status: 'complete', arguments: input, rawArguments: JSON.stringify(input) }
  return [
    { role: 'assistant', parts: [...text, { ...call, ...finished }] },
    { role: 'tool', parts: [{ ...result, output }] },
  ]
}

const parameters = { type: 'object', properties: { path: { type: 'string' } } }
const conversation = {
  model: 'm',
  maxOutputTokens: 1000,
  tools: [{ type: 'function', name: 'read_file', description: 'Reads a file.', parameters }],
  messages: [
    { role: 'user', parts: [{ type: 'text', text: 'Read all files.' }] },
    ...Array.from({ length: turns }, (_, index) => turnOf(index)).flat(),
  ],
}

const adapters = await loadAdapters()
for (const [fromId, toId] of PAIRS) {
  const [from, to] = [adapters[fromId], adapters[toId]]
  const request = from.encodeRequest(conversation).value
  const text = JSON.stringify(request)
  const contenders = {
    json: () => JSON.stringify(JSON.parse(text)).length,
    translation: () => translateRequest(request, { from, to, model: 'm' }).value,
  }
  const { json, translation } = await measure(contenders, BUDGET)
  const times = `${translation.milliseconds.toFixed(1)} ms, its JSON ${json.milliseconds.toFixed(1)} ms`
  console.log(
    `${`${fromId} to ${toId}`.padEnd(46)}${times.padStart(28)}, ratio ${translation.ratio.toFixed(1)}`,
  )
}
