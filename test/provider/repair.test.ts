import { Anthropic } from '@anthropic-ai/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { refusals, rules } from '../../adapters/anthropic-messages/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { applyPatch } from '../../src/base/json/patch.js'
import { objectsIn } from '../../src/base/json/read-json.js'
import {
  type Conversation,
  fetchSend,
  type Notice,
  type ProviderWithSend,
  provider,
  RefusalError,
  ResponseError,
  userMessage,
} from '../../src/index.js'
import { isRule, type KnownRefusal } from '../../src/translate/repair/refusal.js'
import { RequestRepair } from '../../src/translate/repair/request-repair.js'

type Fetch = typeof globalThis.fetch

const known = [...rules, ...refusals]
const WORDS = 'temperature is deprecated for this model'
const asked: Conversation = { messages: [userMessage('Hi')], temperature: 0.5, maxOutputTokens: 100 }
const answer = {
  ...{
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    stop_reason: 'end_turn',
    stop_sequence: null,
  },
  ...{ content: [{ type: 'text', text: 'Hello' }], usage: { input_tokens: 1, output_tokens: 1 } },
}

function refusal(message: string, status = 400): Response {
  return Response.json({ type: 'error', error: { type: 'invalid_request_error', message } }, { status })
}

/** Starts a server that refuses a request if the test finds a fault in it. */
function server(refuse: (body: JsonObject, index: number) => Response | undefined) {
  const sent: string[] = []
  const fetch: Fetch = async (_input, init) => {
    sent.push(String(init?.body))
    return refuse(JSON.parse(String(init?.body)), sent.length - 1) ?? Response.json(answer)
  }
  return { sent, fetch }
}

const withTemperature = ({ temperature }: JsonObject) =>
  temperature === undefined ? undefined : refusal(WORDS)

type Send = ProviderWithSend<typeof anthropic>['send']

/** Methods of sending requests. */
const WAYS: Readonly<Record<string, (fetch: Fetch) => Send>> = {
  'the SDK': (fetch) => {
    const client = new Anthropic({ apiKey: 'none', fetch, maxRetries: 0 })
    return (request, { signal }) => client.messages.create(request, { signal })
  },
  fetchSend: (fetch) => fetchSend(anthropic, { key: 'none-at-all', fetch }),
  fetch:
    (fetch) =>
    (request, { path, signal }) =>
      fetch(`https://api.example${path}`, { method: 'POST', body: JSON.stringify(request), signal }),
}

function claude(send: Send, options: Partial<ProviderWithSend<typeof anthropic>> = {}) {
  const notices: Notice[] = []
  const model = provider(anthropic, {
    ...{
      model: 'm',
      send,
      stream: false,
      rules: known,
      limits: '2023-06-01',
      onNotice: (notice) => notices.push(notice),
    },
    ...options,
    maxOutputTokens: options.maxOutputTokens ?? 1000,
  })
  return { model, notices }
}

describe.each(Object.entries(WAYS))('a refusal that comes through %s', (_, way) => {
  test('is fixed, reported, and sent once more', async () => {
    const { sent, fetch } = server(withTemperature)
    const { model, notices } = claude(way(fetch), { repair: 1 })
    const { message } = await model.turn(asked).response
    expect(message.parts).toMatchObject([{ type: 'text', text: 'Hello' }])
    expect(sent).toHaveLength(2)
    const [first, second] = sent.map((text) => JSON.parse(text))
    expect({ ...second, temperature: 0.5 }).toEqual(first)
    expect(notices).toMatchObject([
      {
        code: 'request-repaired',
        detail: { rule: 'ANTHROPIC-REFUSED-SAMPLING', fix: [{ op: 'remove', path: '/temperature' }] },
      },
    ])
  })

  test('reports the rule and the path without repair', async () => {
    const { sent, fetch } = server(withTemperature)
    const error = await claude(way(fetch))
      .model.turn(asked)
      .response.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RefusalError)
    expect(error).toBeInstanceOf(ResponseError)
    expect(error).toMatchObject({
      error: { status: 400 },
      refusal: { rule: 'ANTHROPIC-REFUSED-SAMPLING', path: '/temperature' },
    })
    expect(String(error)).toMatch(
      /temperature is deprecated.*\nANTHROPIC-REFUSED-SAMPLING at \/temperature: /,
    )
    expect(sent).toHaveLength(1)
  })

  test('is unchanged if no rule explains it, or none is given', async () => {
    const unknown = server(() => refusal('no idea what this is'))
    const error = await claude(way(unknown.fetch), { repair: 3 })
      .model.turn(asked)
      .response.catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(RefusalError)
    expect(String(error)).toMatch(/no idea what this is/)
    const { fetch, sent } = server(withTemperature)
    const plain = await claude(way(fetch), { rules: undefined })
      .model.turn(asked)
      .response.catch((thrown: unknown) => thrown)
    expect(plain).not.toBeInstanceOf(RefusalError)
    expect([unknown.sent.length, sent.length]).toEqual([1, 1])
  })

  test('is the first error if the repaired request is also refused', async () => {
    const { sent, fetch } = server((_body, index) =>
      refusal(index === 0 ? WORDS : 'top_k is deprecated for this model'),
    )
    const { model, notices } = claude(way(fetch), { repair: 1 })
    const error = await model.turn({ ...asked, topK: 4 }).response.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      refusal: { words: WORDS },
      tried: [{ rule: 'ANTHROPIC-REFUSED-SAMPLING' }],
    })
    expect(sent).toHaveLength(2)
    expect(notices.map(({ code }) => code)).toEqual(['request-repaired', 'repair-refused'])
  })
})

test.each([401, 403, 404, 413, 429, 500, 529])(
  "status %d is not a refusal of the request's content",
  async (status) => {
    const { sent, fetch } = server(() => refusal(WORDS, status))
    const { model } = claude(WAYS.fetch?.(fetch) ?? (() => answer), { repair: 3 })
    await expect(model.turn(asked).response).rejects.toThrow(WORDS)
    expect(sent).toHaveLength(1)
  },
)

test('an error after the beginning of an answer is not repaired', async () => {
  let count = 0
  const send: Send = async function* () {
    count += 1
    yield { type: 'message_start', message: { ...answer, content: [] } }
    throw Object.assign(new Error(WORDS), { status: 400 })
  }
  await expect(claude(send, { repair: 3, stream: true }).model.turn(asked).response).rejects.toThrow()
  expect(count).toBe(1)
})

test('strict mode changes nothing', async () => {
  const { sent, fetch } = server(withTemperature)
  const { model } = claude(fetchSend(anthropic, { key: 'none-at-all', fetch }), { repair: 1, mode: 'strict' })
  await expect(model.turn(asked).response).rejects.toBeInstanceOf(RefusalError)
  expect(sent).toHaveLength(1)
})

test('an abort between the refusal and the next request ends it', async () => {
  const abort = new AbortController()
  const { sent, fetch } = server(withTemperature)
  const load = async () => {
    abort.abort(new Error('enough'))
    return known
  }
  const { model } = claude(fetchSend(anthropic, { key: 'none-at-all', fetch }), { repair: 1, rules: load })
  await expect(model.turn(asked, { signal: abort.signal }).response).rejects.toThrow('enough')
  expect(sent).toHaveLength(1)
})

test('two turns at once are each fixed for themselves, and the next one is fixed before it is sent', async () => {
  const { sent, fetch } = server(withTemperature)
  const { model } = claude(fetchSend(anthropic, { key: 'none-at-all', fetch }), { repair: 1 })
  await Promise.all([model.turn(asked).response, model.turn(asked).response])
  await model.turn(asked).response
  expect(sent).toHaveLength(5)
})

test('a renamed tool has the original name for the caller', async () => {
  const rename: KnownRefusal = {
    ...{ id: 'NAME', summary: 'No dashes.', errors: ['no dashes'] },
    fix: () => [{ op: 'replace', path: '/tools/0/name', value: 'get_weather' }],
  }
  const called = {
    ...answer,
    stop_reason: 'tool_use',
    content: [{ type: 'tool_use', id: 't1', name: 'get_weather', input: {} }],
  }
  const { fetch } = server((body) =>
    JSON.stringify(body).includes('get-weather') ? refusal('no dashes') : Response.json(called),
  )
  const { model } = claude(fetchSend(anthropic, { key: 'none-at-all', fetch }), {
    repair: 1,
    rules: [rename],
  })
  const tools = [{ type: 'function' as const, name: 'get-weather' }]
  const { message } = await model.turn({ ...asked, tools }).response
  expect(message.parts).toMatchObject([{ type: 'tool-call', name: 'get-weather' }])
})

test('tools that fit, repairs or both renamed have the original names for the caller', async () => {
  const names = ['with spaces', 'get-weather', 'with spaces-and-dashes', 'plain']
  const rename: KnownRefusal = {
    ...{ id: 'NAME', summary: 'No such characters.', errors: ['no such characters'] },
    // A name with dashes is repaired twice.
    fix: (request) => {
      const tools = objectsIn(request.tools).map(({ name }) => String(name))
      const [kind, other] = tools.some((name) => name.includes('-')) ? [/-/g, 'X'] : [/X/g, 'Y']
      const changed = tools.flatMap((name, index) =>
        name.search(kind) === -1 ? [] : [{ index, name: name.replace(kind, other) }],
      )
      return changed.map(({ index, name }) => ({ op: 'replace', path: `/tools/${index}/name`, value: name }))
    },
  }
  const sent: string[][] = []
  const { fetch } = server((body) => {
    const tools = objectsIn(body.tools).map(({ name }) => String(name))
    sent.push(tools)
    if (tools.some((name) => /[-X]/.test(name))) return refusal('no such characters')
    const content = tools.map((name, index) => ({ type: 'tool_use', id: `t${index}`, name, input: {} }))
    return Response.json({ ...answer, stop_reason: 'tool_use', content })
  })
  const { model } = claude(fetchSend(anthropic, { key: 'none-at-all', fetch }), {
    repair: 2,
    rules: [rename],
  })
  const tools = names.map((name) => ({ type: 'function' as const, name }))
  const { message } = await model.turn({ ...asked, tools }).response
  expect(sent).toHaveLength(3)
  expect(sent[0]?.every((name) => /^[\w-]+$/.test(name))).toBe(true)
  expect(message.parts).toMatchObject(names.map((name) => ({ type: 'tool-call', name })))
})

test('it needs rules, and a number', () => {
  const send: Send = () => answer
  const made = (options: object) => () =>
    provider(anthropic, { model: 'm', maxOutputTokens: 10, send, ...options })
  expect(made({ repair: 1 })).toThrow(/`repair` needs the rules of the wire/)
  expect(made({ repair: -1, rules: known })).toThrow(/number of further requests/)
})

describe('a fix', () => {
  const use = { type: 'tool_use', id: 'c1', name: 'f', input: { a: 1 } }
  const request: JsonObject = {
    ...{
      model: 'm',
      max_tokens: 10,
      temperature: 1,
      system: 'Be brief.',
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
    },
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'text', text: 'Well' }, use] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: 'ok' },
          { type: 'image', source: { type: 'url', url: 'https://x.test/i' } },
        ],
      },
    ],
  }
  const losing = [
    '/messages/0',
    '/messages/1',
    '/messages/1/content/0',
    '/messages/1/content/1',
    '/messages/2',
    '/messages/2/content/0',
    '/messages/2/content/1',
    '/system',
    '/tools',
    '/tools/0',
  ]
  const repairOf = (path: string) =>
    new RequestRepair({
      ...{ codecs: anthropic.codecs, times: 1 },
      rules: [{ id: 'R', summary: '.', errors: ['no good'], fix: () => [{ op: 'remove', path }] }],
    })

  test.each(losing)('that removes %s is not applied', async (path) => {
    expect(applyPatch(request, [{ op: 'remove', path }])).not.toEqual(request)
    expect(await repairOf(path).after('no good', request)).toBeUndefined()
  })

  test('that changes no data is not applied', async () => {
    const repair = new RequestRepair({
      ...{ codecs: anthropic.codecs, times: 3 },
      rules: [
        {
          id: 'R',
          summary: '.',
          errors: ['no good'],
          fix: () => [{ op: 'replace', path: '/temperature', value: 1 }],
        },
      ],
    })
    expect(await repair.after('no good', request)).toBeUndefined()
  })

  test('that removes no data of the user is applied', async () => {
    expect((await repairOf('/temperature').after('no good', request))?.request).not.toHaveProperty(
      'temperature',
    )
  })
})

test('repair ends, and never sends the same request twice, regardless of the server', async () => {
  const fields = ['temperature', 'top_p', 'top_k', 'stop_sequences', 'metadata', 'service_tier']
  const word = fc.constantFrom(
    ...known.flatMap((row) => (isRule(row) ? (row.error ?? []) : [...row.errors])),
    ...fields.map((name) => `${name}: Extra inputs are not permitted`),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.nat({ max: 6 }),
      async (said, repair) => {
        const { sent, fetch } = server((_body, index) => refusal(said[index % said.length] ?? ''))
        const conversation: Conversation = { ...asked, topP: 0.5, topK: 3, stop: ['x'] }
        const send = fetchSend(anthropic, { key: 'none-at-all', fetch })
        await expect(claude(send, { repair }).model.turn(conversation).response).rejects.toThrow()
        expect(sent.length).toBeGreaterThan(0)
        expect(sent.length).toBeLessThanOrEqual(repair + 1)
        expect(new Set(sent).size).toBe(sent.length)
      },
    ),
    { numRuns: 60 },
  )
})
