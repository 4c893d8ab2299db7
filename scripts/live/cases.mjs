import { setTimeout as pause } from 'node:timers/promises'
import { contentResult, defineTool, systemMessage, textOf, userMessage, webSearch } from 'toolwire'
import { loadAdapter } from 'toolwire/adapters'
import { runLoop } from 'toolwire/loop'
import { foreignHistory } from './histories.mjs'
import { expect, NotShown, secret, secretIn } from './lab.mjs'
import { pictures } from './picture.mjs'

const parameters = {
  type: 'object',
  properties: { code: { type: 'string' } },
  required: ['code'],
}

function lookup(execute) {
  return defineTool({ name: 'lookup', description: 'Looks up the word of a code.', parameters, execute })
}

const callOf = (code) => ({ name: 'lookup', arguments: { code } })

/** Returns the calls of `lookup` with their codes. */
function lookupsIn({ message }) {
  const calls = message.parts.filter(({ type }) => type === 'tool-call')
  const usable = calls.filter(({ name, status }) => name === 'lookup' && status === 'complete')
  return usable.map(({ id, arguments: given }) => ({ id, code: given.code }))
}

/** Returns the last text of a loop. */
function lastText({ responses }) {
  const last = responses.at(-1)
  return last === undefined ? '' : textOf(last)
}

/** Returns a mock that answers with the secret of the request, as a model does. */
const readsBack = (name) => (body) => ({ text: secretIn(name, body) ?? `I see no ${name}.` })

/** Returns a mock that calls the tool, and answers with the secret when a result contains it. */
const callsThenReads = (name, thinking) => (body) => {
  const found = secretIn(name, body)
  if (found !== undefined) return { text: `The word is ${found}.` }
  const answer = { calls: [callOf(secretIn('CODE', body) ?? '')] }
  return thinking === undefined ? answer : { thinking, ...answer }
}

function askToLookUp(code) {
  return [
    userMessage(`Call lookup with the code ${code}. Then repeat the word that it returns, or its error.`),
  ]
}

const call = {
  id: 'call',
  title: 'a call',
  play: (body) => ({ calls: [callOf(secretIn('CODE', body) ?? '')] }),
  async run(lab) {
    const code = secret('CODE')
    const messages = [userMessage(`Call lookup with the code ${code}.`)]
    const response = await lab.provider().turn({ messages, tools: [lookup()] }).response
    const found = lookupsIn(response)
    expect(found.length === 1, `${found.length} usable calls, not 1`)
    expect(found[0].code === code, `the argument is ${found[0].code}, not ${code}`)
    return `${code} is the argument of the call`
  },
}

const parallel = {
  id: 'parallel',
  title: 'parallel calls',
  play: (body) => ({ calls: [...new Set(body.match(/CODE-[0-9a-f]{8}/g))].map(callOf) }),
  async run(lab) {
    const codes = [secret('CODE'), secret('CODE')]
    const messages = [
      userMessage(`Call lookup for ${codes[0]} and for ${codes[1]}: two calls, both in this one answer.`),
    ]
    const tools = [lookup()]
    const response = await lab.provider().turn({ messages, tools, parallelToolCalls: true }).response
    const found = lookupsIn(response)
    expect(found.length === 2, `${found.length} usable calls in one answer, not 2`)
    expect(new Set(found.map(({ id }) => id)).size === 2, 'the two calls have the same id')
    expect(
      codes.every((code) => found.some((one) => one.code === code)),
      'the calls do not have the two codes',
    )
    return 'two calls with distinct ids and both codes'
  },
}

const results = {
  id: 'results',
  title: 'results',
  play: callsThenReads('WORD'),
  async run(lab) {
    const word = secret('WORD')
    const tools = [lookup(() => ({ word }))]
    const result = await runLoop({
      ...{ provider: lab.provider(), messages: askToLookUp(secret('CODE')), tools, steps: 3 },
    }).result
    expect(lastText(result).includes(word), `the answer does not contain ${word} of the result`)
    return `${word} of the result is in the answer`
  },
}

const error = {
  id: 'error',
  title: 'an error result',
  play: callsThenReads('FAULT'),
  async run(lab) {
    const fault = secret('FAULT')
    const tools = [
      lookup(() => {
        throw new Error(`The shelf is locked: ${fault}.`)
      }),
    ]
    const result = await runLoop({
      ...{ provider: lab.provider(), messages: askToLookUp(secret('CODE')), tools, steps: 3 },
    }).result
    const parts = result.messages.flatMap((message) => message.parts)
    expect(
      parts.some(({ type, isError }) => type === 'tool-result' && isError),
      'no result is an error',
    )
    expect(lastText(result).includes(fault), `the answer does not contain ${fault} of the error`)
    return `${fault} of the error is in the answer`
  },
}

const image = {
  id: 'image',
  title: 'an image in a result',
  play(body) {
    const shown = pictures.find(({ data }) => body.includes(data))
    if (shown !== undefined) return { text: `Left: ${shown.left}. Right: ${shown.right}.` }
    return secretIn('SHOWN', body) === undefined
      ? { calls: [callOf('picture')] }
      : { text: 'I see no image.' }
  },
  async run(lab) {
    const { left, right, data } = pictures[Math.floor(Math.random() * pictures.length)]
    const shown = secret('SHOWN')
    const tools = [
      lookup((_input, { call: made }) =>
        contentResult(made, [
          { type: 'text', text: `The picture ${shown}:` },
          { type: 'media', kind: 'image', mediaType: 'image/png', source: { type: 'data', data } },
        ]),
      ),
    ]
    const messages = [
      userMessage(
        'Call lookup with the code "picture". Then name the colour of the left half, and after it that of the right half: red, green, blue or yellow.',
      ),
    ]
    const result = await runLoop({ provider: lab.provider(), messages, tools, steps: 3 }).result
    if (!lab.bodyOf(-1).includes(data)) throw new NotShown(imageNotice(lab))
    const text = lastText(result)
    expect(new RegExp(`${left}.*${right}`, 'is').test(text), `the answer is not ${left}, ${right}: ${text}`)
    return `the answer names ${left} and ${right}`
  },
}

function imageNotice({ notices }) {
  return notices.find(({ code }) => /media|image/.test(code))?.message ?? 'the image was not sent'
}

const thinking = {
  id: 'thinking',
  title: 'thinking kept over a turn',
  play: callsThenReads('WORD', 'The user asks for a word, so the tool has to be called first.'),
  async run(lab) {
    const word = secret('WORD')
    const result = await runLoop({
      ...{
        provider: lab.provider({ maxOutputTokens: 3000 }),
        messages: askToLookUp(secret('CODE')),
        steps: 3,
      },
      ...{ tools: [lookup(() => ({ word }))], reasoning: lab.target.reasoning },
    }).result
    await lab.flush()
    const [first] = result.responses
    const kept = thoughtsIn(first)
    if (kept.length === 0) throw new NotShown('the model returned no reasoning for this request')
    expect(lab.exchanges.length >= 2, 'no second request was sent')
    const sent = lab.bodyOf(-1)
    expect(
      kept.every((text) => sent.includes(JSON.stringify(text).slice(1, -1))),
      'the second request does not contain the reasoning of the first answer',
    )
    expect(lastText(result).includes(word), `the second answer does not contain ${word}`)
    return 'the reasoning of the first answer went back, and was accepted'
  },
}

/** Returns the signatures of an answer; without signatures, the texts of its reasoning. */
function thoughtsIn({ message }) {
  const signed = message.parts.flatMap(({ providerMetadata = {} }) =>
    Object.values(providerMetadata).flatMap(({ signature }) => signature ?? []),
  )
  const texts = message.parts.flatMap((part) => (part.type === 'reasoning' && part.text) || [])
  return signed.length > 0 ? signed : texts
}

const history = {
  id: 'history',
  title: 'a history of another provider',
  play: readsBack('WORD'),
  async run(lab) {
    const word = secret('WORD')
    const { wire, request } = foreignHistory(lab.wire, word)
    const from = await loadAdapter(wire)
    const { messages, tools } = from.decodeRequest(request).value
    const response = await lab.provider().turn({ messages, tools }).response
    expect(textOf(response).includes(word), `the answer does not contain ${word} of the history`)
    return `a history of ${wire} was accepted and read`
  },
}

const structured = {
  id: 'structured',
  title: 'structured output',
  play: (body) => ({ text: JSON.stringify({ code: secretIn('CODE', body) ?? '', letters: 4 }) }),
  async run(lab) {
    const code = secret('CODE')
    const schema = {
      ...{ type: 'object', required: ['code', 'letters'], additionalProperties: false },
      properties: { code: { type: 'string' }, letters: { type: 'integer' } },
    }
    const response = await lab.provider().turn({
      messages: [userMessage(`The code is ${code}. The word "four" has 4 letters. Return both as JSON.`)],
      outputFormat: { type: 'json-schema', name: 'found', schema, strict: true },
    }).response
    const { object } = response
    const read = object ?? JSON.parse(textOf(response))
    expect(read.code === code && Number.isInteger(read.letters), `the object is ${JSON.stringify(read)}`)
    return `the object has the code ${code} and an integer`
  },
}

const cut = {
  id: 'cut',
  title: 'a stream that the client cuts',
  play: () => ({ text: Array.from({ length: 2000 }, (_, index) => `number ${index + 1}`).join(', ') }),
  async run(lab) {
    const abort = new AbortController()
    const messages = [userMessage('Count from 1 to 300 in English words, separated by commas.')]
    const turn = lab.provider({ stream: true }).turn({ messages }, { signal: abort.signal })
    let deltas = 0
    try {
      for await (const event of turn) {
        if (event.type !== 'text-delta') continue
        deltas += 1
        abort.abort()
      }
    } catch (reason) {
      if (!abort.signal.aborted) throw reason
    }
    await waitFor(() => lab.exchanges.length > 0)
    expect(deltas > 0, 'no text arrived before the end')
    expect(lab.exchanges.at(-1)?.response.aborted === true, 'the connection was not closed by the client')
    return `closed after ${deltas} piece${deltas === 1 ? '' : 's'} of text`
  },
}

/** Waits up to a minute: a cancelled body ends a moment after the turn. */
async function waitFor(isReady) {
  for (let tries = 0; tries < 6000 && !isReady(); tries += 1) await pause(10)
}

const search = {
  id: 'search',
  title: 'hosted search',
  mock: 'a script of the mock has no hosted tools',
  async run(lab) {
    const messages = [userMessage('Search the web once: which is the newest LTS version of Node.js?')]
    const response = await lab.provider().turn({ messages, tools: [webSearch({ maxUses: 1 })] }).response
    lab.expectSent('hosted-tool-dropped')
    const { parts } = response.message
    const runs = parts.filter(({ type, providerExecuted }) => type === 'tool-call' && providerExecuted)
    const sources = parts.filter(({ type }) => type === 'source')
    expect(runs.length + sources.length > 0, 'the answer has no search of the provider and no source')
    return `${runs.length} searches, ${sources.length} sources`
  },
}

const cache = {
  id: 'cache',
  title: 'a cache hit',
  mock: 'the usage of the mock has no cached tokens',
  async run(lab) {
    // Claude Haiku caches prompts of 4096 tokens and more; the secret makes the first request a new prompt.
    const manual = `${secret('MANUAL')}\n${'Rule: answer with the one word that the user asks for. '.repeat(450)}`
    const system = { role: 'system', parts: [{ ...systemMessage(manual).parts[0], cache: {} }] }
    const messages = [system, userMessage('Answer with the word yes.')]
    const cached = []
    // Caches that need no mark are filled with a delay.
    for (let tries = 0; tries < 3 && !cached.some((tokens) => tokens > 0); tries += 1) {
      if (tries > 1) await pause(lab.target.pauseMs ?? 2000)
      const { usage } = await lab.provider().turn({ messages, cacheKey: 'toolwire-live' }).response
      if (tries > 0) cached.push(usage?.cachedInputTokens ?? 0)
    }
    const hit = Math.max(...cached)
    expect(hit > 0, 'the usage of two repetitions has no cached tokens')
    return `${hit} tokens read from the cache`
  },
}

/**
 * Additions that some servers refuse, and that the library can fix. They are sent one after the other until one is refused.
 */
const OFFENCES = [
  { title: 'an unknown field', extra: { toolwire_live_check: true } },
  { title: 'a late system message', messages: [systemMessage('Be short.')] },
  {
    title: 'a keyword of a schema',
    tools: [{ ...lookup(), parameters: { ...parameters, additionalProperties: false } }],
  },
]

const refusal = {
  id: 'refusal',
  title: 'a refusal and its fix',
  play: readsBack('CODE'),
  async run(lab) {
    const code = secret('CODE')
    const rules = await lab.rules()
    const ask = userMessage(`Call no tool. Repeat this code: ${code}`)
    for (const { title, extra, messages = [], tools } of OFFENCES) {
      const before = lab.exchanges.length
      // Without the facts of the server and the model, which would prevent the refusal.
      const turn = lab.provider({ limits: {}, models: undefined, repair: 1, rules }).turn({
        ...{ messages: [ask, ...messages], ...(tools !== undefined && { tools }) },
        ...(extra !== undefined && { providerMetadata: { [lab.wire]: { extra } } }),
      })
      const text = textOf(await turn.response)
      await lab.flush()
      const statuses = lab.exchanges.slice(before).map(({ response }) => response.status)
      if (statuses[0] === 200) continue
      expect(statuses.join() === '400,200' || statuses.join() === '422,200', `the statuses are ${statuses}`)
      expect(
        lab.notices.some((notice) => notice.code === 'request-repaired'),
        'no notice of a repair',
      )
      expect(text.includes(code), `the answer to the fixed request does not contain ${code}`)
      return `${title}: ${statuses.join(', then ')}`
    }
    throw new NotShown(`the server accepts ${OFFENCES.map(({ title }) => title).join(', ')}`)
  },
}

/** The twelve cases of the matrix. Each returns its proof, or throws. */
export const CASES = [
  ...[call, parallel, results, error, image, thinking, history],
  ...[structured, cut, search, cache, refusal],
]
