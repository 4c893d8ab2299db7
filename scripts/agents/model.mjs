// A server of one wire with a scripted model: it reads, repairs, checks, and reports that it is done. It
// refuses requests that the provider would refuse: those that break a rule of the wire, and histories without
// the signatures of the model's answers.
import { setTimeout } from 'node:timers/promises'
import { createContext } from '../../build/src/base/model/context.js'
import { disassemble } from '../../build/src/codec/stream/assemble.js'
import { createFrameWriter } from '../../build/src/codec/stream/frame-writer.js'
import { stateError } from '../../build/src/codec/wire/error-table.js'
import { createMock } from '../../build/src/traffic/mock/index.js'
import { serveFetch } from '../../build/src/traffic/replay/server.js'
import { createRegistry } from '../../build/src/translate/exchange/registry.js'
import { refusalBody } from '../../build/src/translate/exchange/translate-answer.js'
import { lint } from '../../build/src/translate/lint/lint-request.js'
import { ENDS, NEWS, SUMMARY } from './scenarios.mjs'
import { providers } from './wires.mjs'

/**
 * Starts the server. Returns its URL, its refusals and requests, and a function that stops it.
 * @param steps the actions of each turn.
 * @param faults the faults of its actions, in order: `busy` refuses with a rate limit, `cut` interrupts the
 * answer, `overload` ends with an error of the provider.
 * @param strict the options of a mock that refuses requests and writes answers. Default: the rules refuse.
 */
export async function startModel({ adapter, rules, strict }, { steps, faults = [] }) {
  const registry = createRegistry([adapter])
  const mock = strict && (await createMock({ ...strict, registry }))
  const model = new Model(adapter.id, steps, mock !== undefined)
  const asked = []
  const refused = []
  let acts = 0
  const { url, close } = await serveFetch(async (input, init) => {
    const request = new Request(input, init)
    const { http } = adapter.codecs
    const path = new URL(request.url).pathname
    if (!http.path.test(path)) return new Response('not here', { status: 404 })
    const verdict = await mock?.fetch(request.clone())
    const body = await request.clone().json()
    asked.push(body)
    if (verdict?.status >= 400) {
      refused.push(`${verdict.status}: ${mock.requests.at(-1).refusal}`)
      return verdict
    }
    await verdict?.body.cancel()
    const broken = lint(mock ? [] : rules, body).filter(({ severity }) => severity === 'error')
    const conversation = { ...adapter.decodeRequest(body).value, searches: searches(body) }
    const answer = broken.map(said).join('; ') || model.answer(conversation)
    if (typeof answer === 'string') {
      refused.push(answer)
      return refusal(400, answer, adapter)
    }
    const fault = answer.finish.reason === 'tool-calls' ? faults[acts++] : undefined
    if (mock)
      return answeredBy({ ...strict, registry, script: [scripted(answer, fault)] }, request, asked.length)
    if (fault === 'busy') return refusal(429, 'Too many requests, come again.', adapter)
    return told(adapter, answer, http.streams(path, body), fault)
  })
  const isSummarized = () => model.isSummarized
  return { url: `${url}${adapter.codecs.http.base ?? ''}`, asked, refused, isSummarized, close }
}

function refusal(status, message, adapter) {
  const headers = status === 429 ? { 'retry-after': '1' } : {}
  return Response.json(refusalBody(status, message, adapter), { status, headers })
}

/** Returns the answer of a mock to its n-th request: the ids of calls depend on this number. */
async function answeredBy(options, request, number) {
  const { fetch } = await createMock(options)
  for (let index = 0; index < number; index += 1) await fetch('http://mock/nothing')
  return fetch(request)
}

/** Returns the answer as a line of a mock's script, so that the mock writes it like its server. */
function scripted({ message: { parts } }, fault) {
  if (fault === 'busy') return { refuse: 'rate-limit' }
  const textOf = (type) => parts.find((part) => part.type === type)?.text
  const thinking = textOf('reasoning')
  const calls = parts.filter(({ type }) => type === 'tool-call')
  return {
    ...(thinking !== undefined && { thinking }),
    text: textOf('text'),
    ...(calls.length > 0 && { calls: calls.map(scriptedCall) }),
    ...(fault === 'cut' && { cut: true }),
    ...(fault === 'overload' && { error: true }),
  }
}

function scriptedCall({ name, namespace, arguments: input }) {
  return { name, arguments: input, ...(namespace !== undefined && { namespace }) }
}

function said({ rule, path, message }) {
  return `${rule} at ${path}: ${message}`
}

/** Stores its answers, and chooses the next one by their number. */
class Model {
  #wire
  #steps
  #isStrict
  #given = []
  /** The number of steps before it wrote a summary. */
  #before = 0

  /** True if its summary was sent back in place of the conversation. */
  isSummarized = false

  /** @param isStrict true if a mock checks the history. */
  constructor(wire, steps, isStrict) {
    this.#wire = wire
    this.#steps = steps
    this.#isStrict = isStrict
  }

  /**
   * Returns the answer to a conversation, or the reason for a refusal. Additional requests of agents (for a
   * title) have no tools.
   */
  answer({ messages, tools = [], searches }) {
    const said = messages.filter((message) => message.role === 'assistant' && isWhole(message))
    if (isSummary(messages.at(-1))) return this.#summary(said.length)
    this.isSummarized ||= JSON.stringify(messages).includes(SUMMARY)
    const first = this.isSummarized ? this.#before : 0
    for (const [index, message] of said.entries()) {
      // Next to a summary, agents keep the last texts without their reasoning. Providers require the
      // reasoning only with calls.
      if (this.isSummarized && !hasCalls(message)) continue
      const given = this.#proofs(this.#given[first + index]?.message.parts ?? [])
      const came = this.#proofs(message.parts)
      if (!this.#isStrict && given !== came)
        return `${providers[this.#wire].refusal} Given: ${given} Came back: ${came}`
    }
    const number = first + said.length
    const { seen = '', text, calls, usage, isSearch } = this.#steps[number] ?? this.#steps.at(-1)
    const results = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-result'))
    if (seen !== '' && !this.#isShortened(said.at(-1), number) && !JSON.stringify(results).includes(seen))
      return `No result has "${seen}".`
    if (isSearch && !searches) return 'No search of the web came along.'
    const declared = calls.map(([name]) => tools.find((tool) => tool.name === name))
    if (tools.length === 0 || declared.includes(undefined))
      return answerOf([{ type: 'text', text: searches ? NEWS : text }])
    const answer = { ...this.#acting(text, calls, declared), ...(usage && { usage }) }
    this.#given[number] = answer
    return answer
  }

  /** Returns true if the server left out parallel calls of this answer, since the agent forbids them. */
  #isShortened(message, number) {
    const written = this.#steps[number - 1]?.calls.length ?? 0
    return this.#isStrict && message?.parts.filter(({ type }) => type === 'tool-call').length < written
  }

  #summary(steps) {
    this.#before = steps
    return answerOf([{ type: 'text', text: SUMMARY }])
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

  /**
   * Returns the data that must be sent back unchanged. Google's calls are matched by order, and agents add
   * arguments to their calls.
   */
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

/**
 * Returns true if the provider should search the web: with a hosted tool, or because of a field of the
 * request.
 */
function searches({ tools, toolConfig, web_search_options: options }) {
  const own = [tools ?? [], toolConfig?.tools ?? []].flat().filter((tool) => !hasFunction(tool))
  return options !== undefined || own.some((tool) => /search|grounding/i.test(JSON.stringify(tool)))
}

function hasFunction({ type, input_schema, functionDeclarations, toolSpec }) {
  return (
    [input_schema, functionDeclarations, toolSpec].some(Boolean) || /^(function|custom|namespace)$/.test(type)
  )
}

/** Agents and the proxy use different prompts for a summary. */
function isSummary(message) {
  const text = message?.parts.map((part) => part.text ?? '').join(' ') ?? ''
  return /\b(create|write) a (detailed |handoff )?summary\b/i.test(text)
}

/**
 * Returns true for a final message. The received part of an interrupted answer has no calls, and agents do
 * not treat it as final.
 */
function isWhole(message) {
  return hasCalls(message) || message.parts.some(({ text }) => ENDS.includes(text))
}

function hasCalls({ parts }) {
  return parts.some(({ type }) => type === 'tool-call')
}

/**
 * Returns free text for a tool that accepts it; if the tool became a function, the text is its only argument.
 */
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

/** Streams are split into small pieces: a few characters per delta, and bytes regardless of frames. */
export function told({ id, codecs, encodeResponse }, response, streams, fault) {
  if (!streams) return Response.json(encodeResponse(response).value)
  const writer = createFrameWriter(codecs, createContext(id))
  const events = [...disassemble(response, { deltaLength: 3 })]
  const passed = fault === 'overload' ? [...events.slice(0, events.length * 0.7), overload(codecs)] : events
  const frames = passed.flatMap((event) => writer.push(event))
  const bytes = Buffer.concat([...frames, ...writer.finish()].map((frame) => Buffer.from(frame)))
  return new Response(ReadableStream.from(pieces(bytes, fault === 'cut')), {
    headers: { 'content-type': codecs.stream.framing.contentType },
  })
}

/** Returns the error that an overloaded provider sends in the middle of an answer. */
function overload({ http }) {
  const { error } = stateError('Overloaded, come again.', 'overloaded', http.errors ?? [])
  return { type: 'error', error }
}

async function* pieces(bytes, breaksOff) {
  const end = breaksOff ? bytes.length * 0.7 : bytes.length
  for (let start = 0; start < end; start += 100) yield bytes.subarray(start, start + 100)
  if (!breaksOff) return
  // Waits until the sent data has arrived.
  await setTimeout(100)
  throw new Error('the script breaks off')
}
