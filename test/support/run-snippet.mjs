// Runs programs of the documentation against fixtures of a wire. The official client is answered from the
// fixtures:
//     node test/support/run-snippet.mjs <compiled program> <wire> <names of fixtures, with commas between> …
// Prints as JSON, in the last line, the number of runs of each program and its faults: a client call without
// an answer, a result for a call that the provider had run itself, a request that the wire rejects for its
// pairing. A program that runs calls by hand calls `run`.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lint, pendingCalls } from 'toolwire'
import { createContext, streamFrames } from 'toolwire/adapter-kit'
import { adapterName } from '../../scripts/adapter-name.mjs'

for (const key of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY']) process.env[key] ??= 'none'
process.stdout.write = new Proxy(process.stdout.write, { apply: () => true })
console.log = () => undefined

const HISTORY = /^\/(messages|input|contents)/
/** The placeholder of `src/translate/fit/pairing.ts`. It is not the result of a run. */
const MISSING = /^The result of this tool call is missing/
const END = {
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] },
  finish: { reason: 'stop' },
}
let runs = 0
const given = process.argv.slice(2)
const outcomes = []
for (let index = 0; index < given.length; index += 3)
  outcomes.push(await runOver(given[index], given[index + 1], given[index + 2].split(',')))
process.stderr.write(`\n${JSON.stringify(outcomes)}`)
process.exit(0)

async function runOver(program, wire, names) {
  const { [adapterName(wire)]: adapter } = await import(`toolwire/adapters/${wire}`)
  const found = []
  const before = runs
  for (const name of names) {
    const fixture = await answersOf(adapter, join('fixtures', wire, name))
    runs += 1
    for (const problem of await runWith(program, wire, fixture)) found.push(`${name}: ${problem}`)
  }
  return { runs: runs - before, found }
}

/** Returns the fixture's answer, streamed or complete as requested. */
async function answersOf(adapter, folder) {
  const [whole, stream] = ['response.json', 'stream.sse'].map((file) => join(folder, file))
  const response = existsSync(whole) ? readFileSync(whole, 'utf8') : undefined
  const streamed = existsSync(stream) ? readFileSync(stream, 'utf8') : undefined
  const canonical =
    response === undefined ? await adapter.collect(streamed) : adapter.decodeResponse(response).value
  return { response, stream: streamed, canonical }
}

async function runWith(program, wire, fixture) {
  const requests = []
  const twice = []
  globalThis.run = (call) => {
    if (call.providerExecuted) twice.push(`${call.id} was run, which the provider had run itself`)
    return 'done'
  }
  globalThis.fetch = async (url, init) => {
    const path = new URL(url instanceof Request ? url.url : url).pathname
    const body = JSON.parse(init?.body ?? (await url.text()))
    const asked = await wireOf(path, wire)
    const isFirst = asked.adapter.id === wire && !requests.some(({ adapter: { id } }) => id === wire)
    requests.push({ ...asked, body })
    return answer(asked.adapter, isFirst ? fixture : undefined, path, body)
  }
  try {
    await import(`${pathToFileURL(resolve(program)).href}?${runs}`)
  } catch (error) {
    const isTold = fixture.canonical.error !== undefined || error.name === 'ResponseError'
    return isTold ? [] : [`it threw ${error.stack}`]
  }
  return [...twice, ...judge(fixture, requests)]
}

/** Returns the fixture's answer first, and a final answer for all later requests. */
async function answer({ id, codecs, encodeResponse }, fixture, path, body) {
  const streams = codecs.http.streams(path, body)
  const { canonical } = fixture ?? { canonical: END }
  const text = streams
    ? (fixture?.stream ?? [...streamFrames(canonical, codecs, createContext(id))].join(''))
    : (fixture?.response ?? JSON.stringify(encodeResponse(canonical).value))
  const type = streams ? codecs.stream.framing.contentType : 'application/json'
  return new Response(text, { headers: { 'content-type': type } })
}

/** Related wires share a path, so the given wire is tried before the others. */
async function wireOf(path, wire) {
  const folders = readdirSync('dist/adapters').sort(
    (a, b) => Number(b === wire) - Number(a === wire) || b.localeCompare(a),
  )
  for (const folder of folders) {
    const { [adapterName(folder)]: candidate } = await import(`toolwire/adapters/${folder}`)
    if (!candidate.codecs.http.path.test(path)) continue
    const { rules } = await import(pathToFileURL(resolve(`dist/adapters/${folder}/rules.js`)).href)
    return { adapter: candidate, rules }
  }
  throw new Error(`nothing answers ${path}`)
}

/** Checks that in the last request every client call has an answer, and no other call has one. */
function judge({ canonical: { message } }, requests) {
  const last = requests.at(-1)
  if (last === undefined) return ['it asked nothing']
  const owed = pendingCalls(message).length
  if (requests.length === 1) return owed === 0 ? [] : ['it did not go on']
  const { messages } = last.adapter.decodeRequest(last.body).value
  const results = messages.filter(({ role }) => role === 'tool').flatMap(({ parts }) => parts)
  const given = results.filter(({ output }) => !MISSING.test(output.value)).length
  const broken = lint(last.rules, last.body).filter(
    ({ rule, severity, path }) => severity === 'error' && /-PAIR-/.test(rule) && HISTORY.test(path),
  )
  return [
    ...(given < owed ? [`${owed - given} calls have no answer`] : []),
    ...(given > owed ? [`${given - owed} calls were run that are not its own`] : []),
    ...broken.map(({ rule, message }) => `${rule} ${message}`),
  ]
}
