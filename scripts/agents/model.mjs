// A server of one wire whose model is a script: it looks, repairs, checks, and says that it is done. It refuses what the
// provider would refuse: requests that break a rule of the wire, and histories without the proofs of what it said itself.
import { setTimeout } from 'node:timers/promises'
import { refusalBody } from '../../build/src/exchange/translate-answer.js'
import { lint } from '../../build/src/lint/lint-request.js'
import { createContext } from '../../build/src/model/context.js'
import { serveFetch } from '../../build/src/replay/server.js'
import { disassemble } from '../../build/src/stream/disassemble.js'
import { createFrameWriter } from '../../build/src/stream/frame-writer.js'
import { providers } from './wires.mjs'

/** What goes wrong with a request in its place, when things go wrong. */
const FAULTS = [undefined, 'busy', undefined, 'cut']

/** What it says at the end, and when it was asked again. */
export const LAST_WORDS = ['Done: sum.js adds now.', 'It is still fine.']

/**
 * Gives the URL, what was refused and asked, and a way to end it.
 * @param tools how the agent's tools are called for what the script wants; `folder` is where the program is.
 * @param isFaulty whether one request is refused for a rate limit, and one answer breaks off.
 */
export async function startModel({ adapter, rules }, tools, folder, isFaulty) {
  const model = new Model(adapter.id, stepsFor(tools, folder))
  const asked = []
  const refused = []
  let turns = 0
  const { url, close } = await serveFetch(async (input, init) => {
    const request = new Request(input, init)
    const { http } = adapter.codecs
    const path = new URL(request.url).pathname
    if (!http.path.test(path)) return new Response('not here', { status: 404 })
    const body = await request.json()
    asked.push(body)
    const broken = lint(rules, body).filter(({ severity }) => severity === 'error')
    const answer = broken.map(said).join('; ') || model.answer(adapter.decodeRequest(body).value)
    if (typeof answer === 'string') {
      refused.push(answer)
      return refusal(400, answer, adapter)
    }
    const fault = isFaulty && answer.finish.reason === 'tool-calls' ? FAULTS[turns++] : undefined
    if (fault === 'busy') return refusal(429, 'Too many requests, come again.', adapter)
    return told(adapter, answer, http.streams(path, body), fault === 'cut')
  })
  return { url: `${url}${adapter.codecs.http.base ?? ''}`, asked, refused, close }
}

function refusal(status, message, adapter) {
  const headers = status === 429 ? { 'retry-after': '1' } : {}
  return Response.json(refusalBody(status, message, adapter), { status, headers })
}

function said({ rule, path, message }) {
  return `${rule} at ${path}: ${message}`
}

/** What it does in each turn, and what has to be among the results before. */
function stepsFor({ look, repair, run }, folder) {
  return [
    { text: 'Looking.', calls: [run('node check.js'), look(`${folder}/sum.js`)] },
    { text: 'Repairing.', calls: [repair(`${folder}/sum.js`, 'a - b', 'a + b')], seen: 'a - b' },
    { text: 'Checking.', calls: [run('node check.js')] },
    { text: LAST_WORDS[0], calls: [], seen: 'check is fine' },
    { text: 'Checking again.', calls: [run('node check.js')] },
    { text: LAST_WORDS[1], calls: [] },
  ]
}

/** Remembers what it said, and answers by how often it did. */
class Model {
  #wire
  #steps
  #given = []

  constructor(wire, steps) {
    this.#wire = wire
    this.#steps = steps
  }

  /** The answer to a conversation, or why it is refused. What agents ask beside it (for a title) comes without tools. */
  answer({ messages, tools = [] }) {
    const said = messages.filter((message) => message.role === 'assistant' && isWhole(message))
    for (const [index, { parts }] of said.entries()) {
      const given = this.#proofs(this.#given[index]?.message.parts ?? [])
      const came = this.#proofs(parts)
      if (given !== came) return `${providers[this.#wire].refusal} Given: ${given} Came back: ${came}`
    }
    const { seen = '', text, calls } = this.#steps[said.length] ?? this.#steps.at(-1)
    const results = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-result'))
    if (seen !== '' && !JSON.stringify(results).includes(seen)) return `No result has "${seen}".`
    const declared = calls.map(([name]) => tools.find((tool) => tool.name === name))
    if (tools.length === 0 || declared.includes(undefined)) return answerOf([{ type: 'text', text }])
    const answer = this.#acting(text, calls, declared)
    this.#given[said.length] = answer
    return answer
  }

  #acting(text, calls, declared) {
    const { callId, proofs } = providers[this.#wire]
    const { thinking, call } = proofs()
    const own = (metadata) =>
      Object.keys(metadata).length > 0 && { providerMetadata: { [this.#wire]: metadata } }
    return answerOf([
      { type: 'reasoning', text: `What comes now: ${text} – “thought” about.`, ...own(thinking) },
      { type: 'text', text },
      ...calls.map(([name, input], index) => ({
        ...{ type: 'tool-call', id: callId(), name, status: 'complete', providerExecuted: false },
        ...inputOf(declared[index], input),
        ...own(call(index)),
      })),
    ])
  }

  /** What has to come back as it was. Google's calls are told by their order, and agents add arguments to theirs. */
  #proofs(parts) {
    const kept = parts.flatMap((part) => {
      const { signature, itemId } = part.providerMetadata?.[this.#wire] ?? {}
      if (part.type === 'reasoning') return [{ thinking: part.text, signature, itemId }]
      if (part.type !== 'tool-call') return []
      const id = this.#wire === 'google-generate-content' ? undefined : part.id
      return [{ id, call: part.name, signature, itemId }]
    })
    return JSON.stringify(kept)
  }
}

/** What came of an answer that broke off has no calls, and no agent takes it for the end. */
function isWhole({ parts }) {
  return parts.some((part) => part.type === 'tool-call' || LAST_WORDS.includes(part.text))
}

/** Free text for a tool that takes it; where it became a function, its one argument. */
function inputOf({ type, namespace, parameters }, input) {
  const place = namespace === undefined ? {} : { namespace }
  if (type === 'custom') return { ...place, kind: 'custom', arguments: input }
  const [name] = Object.keys(parameters?.properties ?? {})
  return { ...place, kind: 'function', arguments: typeof input === 'string' ? { [name]: input } : input }
}

function answerOf(parts) {
  const reason = parts.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop'
  return {
    id: `answer-${Date.now()}`,
    model: 'script',
    message: { role: 'assistant', parts },
    finish: { reason },
    usage: { inputTokens: 100, outputTokens: 10, totalTokens: 110 },
  }
}

/** Streams are cut small: a few characters to a delta, and bytes without regard to frames. */
function told({ id, codecs, encodeResponse }, response, streams, breaksOff) {
  if (!streams) return Response.json(encodeResponse(response).value)
  const writer = createFrameWriter(codecs, createContext(id))
  const frames = [...disassemble(response, { deltaLength: 3 })].flatMap((event) => writer.push(event))
  const bytes = Buffer.concat([...frames, ...writer.finish()].map((frame) => Buffer.from(frame)))
  return new Response(ReadableStream.from(pieces(bytes, breaksOff)), {
    headers: { 'content-type': codecs.stream.framing.contentType },
  })
}

async function* pieces(bytes, breaksOff) {
  const end = breaksOff ? bytes.length * 0.7 : bytes.length
  for (let start = 0; start < end; start += 100) yield bytes.subarray(start, start + 100)
  if (!breaksOff) return
  // What was sent shall arrive.
  await setTimeout(100)
  throw new Error('the script breaks off')
}
