import { describe, expect, test } from 'vitest'
import { decodeAny } from '../../adapters.js'
import { AdapterError, attempt } from '../../src/base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { stringifyJson } from '../../src/base/json/write-json.js'
import { look } from '../../src/traffic/input/decode-entry.js'
import { entriesOf, openText } from '../../src/traffic/input/open-text.js'
import { ownForm, withOwnForm } from '../../src/traffic/input/own-form.js'
import { registry } from '../support/adapters.js'
import { someLocally } from '../support/cases.js'
import { allFixtures, type Fixture } from '../support/exchanges.js'

const known = withOwnForm(registry)

/** What a reader finds: the wire and the decoded sides, or the code of the error. */
interface Found {
  readonly wire?: string | undefined
  readonly request?: object | undefined
  readonly response?: object | undefined
  readonly error?: string | undefined
}

/** Reads a text as the command line and the playground read a file. */
async function inFile(text: string): Promise<Found[]> {
  const found: Found[] = []
  const options = { registry: async () => known }
  for await (const entry of entriesOf(
    await openText({ start: text, chunks: [new TextEncoder().encode(text)] }, undefined, options),
  )) {
    const seen = look(entry, known, undefined)
    if ('failure' in seen) found.push({ error: seen.failure.code })
    else {
      const { wire, request, response, error } = seen.report
      found.push(error === undefined ? { wire, request, response } : { error: error.code })
    }
  }
  return found
}

async function inProgram(given: string | object): Promise<Found> {
  try {
    const { wire, request, response } = await decodeAny(given)
    return { wire, request, response }
  } catch (error) {
    return { error: error instanceof AdapterError ? error.code : String(error) }
  }
}

/** Returns the texts of a fixture: its record, its bodies, and its stream. */
function textsOf({ wire, request, response, stream }: Fixture): string[] {
  const values = [{ wire, request, response }, request, response].filter((value) => value !== undefined)
  return [...values.map((value) => stringifyJson(value)), ...(stream === undefined ? [] : [stream])]
}

describe('one reader', () => {
  test.each(registry.adapters.map(({ id }) => id))('%s is read alike by all entrances', async (wire) => {
    for (const fixture of someLocally(
      allFixtures.filter((one) => one.wire === wire),
      4,
    ))
      for (const text of textsOf(fixture)) {
        const files = await inFile(text)
        const [file = {}] = files
        if (files.length !== 1) continue
        const title = `${fixture.id}: ${text.slice(0, 80)}`
        expect(await inProgram(text), title).toEqual(file)
        expect(await inProgram(new TextEncoder().encode(text)), title).toEqual(file)
        const value = tryParseJson(text)
        if (isObject(value) || isArray(value)) expect((await inProgram(value)).wire, title).toBe(file.wire)
      }
  })

  test('a response of fetch is read with its status', async () => {
    const answers = allFixtures.filter(({ response, status }) => response !== undefined && status < 600)
    for (const { id, response = {}, status } of answers) {
      const alone = await inProgram(response)
      const given = await inProgram(new Response(stringifyJson(response), { status }))
      if (alone.response !== undefined) expect(given.response, id).toEqual(alone.response)
    }
    const page = new Response('<html>Bad gateway</html>', { status: 502 })
    await expect(decodeAny(page, { wire: 'openai' })).resolves.toMatchObject({
      finish: { outcome: 'failed' },
      response: { error: { message: expect.stringContaining('Bad gateway') } },
    })
  })

  test('stored values of the library are read: conversations, messages, answers, calls and results', async () => {
    for (const { id, canonical } of allFixtures) {
      const { request, response } = canonical
      if (request !== undefined && request.messages.length > 0) {
        expect(await inProgram(JSON.stringify(request)), id).toMatchObject({ wire: ownForm.id, request })
        const list = await inProgram(JSON.stringify(request.messages))
        expect(list, id).toMatchObject({ wire: ownForm.id, request: { messages: request.messages } })
        expect(await inFile(JSON.stringify(request.messages)), id).toEqual([list])
      }
      if (response === undefined) continue
      expect(await inProgram(JSON.stringify(response)), id).toMatchObject({ wire: ownForm.id, response })
      for (const call of response.message.parts.filter(({ type }) => type === 'tool-call'))
        expect((await decodeAny(JSON.stringify(call))).calls, id).toEqual([call])
    }
  })

  test('the output of decode is read again', async () => {
    for (const { id, wire, canonical } of allFixtures.slice(0, 60)) {
      const found = await inProgram(JSON.stringify({ wire, ...canonical }))
      if ((canonical.request?.messages.length ?? 1) > 0) expect(found, id).toMatchObject({ ...canonical })
    }
  })

  test('a list of messages with one of a user is a history, in the field of its wire', async () => {
    for (const { id, wire, request } of allFixtures) {
      const list = historyIn(request, wire)
      if (list === undefined || !list.some((one) => isObject(one) && ASKERS.test(String(one.role)))) continue
      const found = await inProgram(list)
      if (found.error === 'unknown-wire') continue
      expect(found.response, id).toBeUndefined()
      expect(await inFile(stringifyJson(list)), id).toEqual([await inProgram(stringifyJson(list))])
    }
  })

  test('lists that were read as answers or refused', async () => {
    const ui = [
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      { id: '2', role: 'assistant', parts: [{ type: 'text', text: 'Ho' }] },
    ]
    expect(await decodeAny(ui)).toMatchObject({
      wire: 'ai-sdk',
      request: { messages: [{ role: 'user' }, {}] },
    })
    const contents = [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
    ]
    const { wire, calls, request } = await decodeAny(contents)
    expect([wire, calls.length, request?.messages.length]).toEqual(['google-generate-content', 1, 2])
    const items = [
      { type: 'message', role: 'user', content: 'Hi' },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    ]
    const read = await decodeAny(items)
    expect([read.wire, read.calls.length, read.response]).toEqual(['openai-responses', 1, undefined])
  })

  test.each([
    ['variables', 'FOO=bar\nBAZ=qux\n'],
    ['a page', '<!doctype html><p>data</p>'],
    ['a text', '# Notes\n\nevent log'],
  ])('%s is refused, as bytes and as text', async (_title, text) => {
    const [asText, asBytes] = [await inProgram(text), await inProgram(new TextEncoder().encode(text))]
    expect(['unknown-wire', 'invalid-json']).toContain(asText.error)
    expect(asBytes).toEqual(asText)
  })

  test('several exchanges are refused with their number', async () => {
    const record = { wire: 'openai-chat', request: { messages: [{ role: 'user', content: 'Hi' }] } }
    await expect(decodeAny(JSON.stringify([record, record]))).rejects.toThrow('2 exchanges')
  })

  test('the answer has its text, its end and its tokens', async () => {
    for (const { id, canonical } of allFixtures) {
      const { response } = canonical
      const read = response && attempt(() => JSON.stringify(response))
      if (response === undefined || read === undefined || 'error' in read) continue
      const { text, finish, usage, results } = await decodeAny(read.value)
      const parts = response.message.parts
      expect(text, id).toBe(parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
      expect([finish, usage], id).toEqual([response.finish, response.usage])
      expect(results, id).toEqual(parts.filter(({ type }) => type === 'tool-result'))
    }
  })
})

const ASKERS = /^(user|system|developer|human|tool)$/

function historyIn(request: JsonObject | undefined, wire: string): JsonArray | undefined {
  const list: JsonValue | undefined = request?.[registry.get(wire).codecs.pieces?.list ?? 'messages']
  return isArray(list) ? list : undefined
}
