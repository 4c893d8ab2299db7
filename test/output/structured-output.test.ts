import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { createContext } from '../../src/base/model/context.js'
import { runLoop } from '../../src/chat/loop/index.js'
import {
  type Adapter,
  type ModelResponse,
  type Notice,
  OutputError,
  objectOf,
  type Part,
  partialObjects,
  pendingCalls,
  ResponseError,
  textOf,
  toolCall,
  userMessage,
} from '../../src/index.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { anyCase, type Case, objectCase, type Say, saying } from './support.js'

const MESSAGES = [userMessage('How is the weather?')]
const STOP = { reason: 'stop' } as const
const text = (said: string): Part => ({ type: 'text', text: said })
const chat = adapterOf('openai-chat').adapter
const wires = adapters.map(({ adapter }) => adapter)

/** Faults of a model's structured output. */
const FAULTS: Readonly<
  Record<string, (json: string, place: number) => { said: string; finish?: ModelResponse['finish'] }>
> = {
  none: (json) => ({ said: json }),
  spaces: (json) => ({ said: `\n ${json}\n` }),
  fence: (json) => ({ said: `\`\`\`json\n${json}\n\`\`\`` }),
  prose: (json) => ({ said: `Here it is: ${json}` }),
  cut: (json, place) => ({ said: json.slice(0, place % (json.length + 1)), finish: { reason: 'length' } }),
  stopped: (json, place) => ({ said: json.slice(0, place % (json.length + 1)) }),
  filtered: () => ({ said: 'I cannot say that.', finish: { reason: 'content-filter' } }),
  otherType: () => ({ said: '[[{"other":1}]]' }),
  lessMembers: (json) => ({ said: json.replace(/"[^"]*":/, '"none":') }),
  empty: () => ({ said: '' }),
}

/** Returns the object that a reader with only the text and the schema would accept. */
function expected(
  { schema }: Case,
  said: string,
  isWhole: boolean,
): { readonly object: unknown } | undefined {
  for (const candidate of [said, /^\s*```json\n([\s\S]*)\n```\s*$/.exec(said)?.[1] ?? 'no']) {
    try {
      const value: unknown = JSON.parse(candidate)
      // A truncated number is also a valid number, but a different one.
      if (!isWhole && typeof value === 'number') return undefined
      const { success, data } = schema.safeParse(value)
      return success ? { object: data } : undefined
    } catch {
      // This is not JSON: try the next candidate.
    }
  }
  return undefined
}

const world = fc.record({
  wire: fc.constantFrom(...wires),
  given: anyCase,
  fault: fc.constantFrom(...Object.keys(FAULTS)),
  place: fc.nat(),
  pieces: fc.integer({ min: 1, max: 300 }),
  stream: fc.boolean(),
})

describe('an answer with a schema', () => {
  test('has the object that the schema returns for its text, or an error with the reason', async () => {
    const property = fc.asyncProperty(world, async ({ wire, given, fault, place, pieces, stream }) => {
      const { said, finish = STOP } = FAULTS[fault]?.(JSON.stringify(given.value), place) ?? { said: '' }
      const { model, sent } = saying(wire, () => ({ parts: said === '' ? [] : [text(said)], finish }), {
        pieces,
        stream,
        outputThroughTool: false,
      })
      const turn = model.turn({ messages: MESSAGES, outputFormat: given.schema })
      const wanted = expected(given, said, finish.reason === 'stop')
      if (wanted !== undefined) expect((await turn.response).object).toEqual(wanted.object)
      else {
        const error = await turn.response.then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
        // Wires without a finish value for filtered answers use the value for an error or a truncated answer.
        const { outcomes = [] } = wire.codecs.limits
        const isSaid = fault !== 'filtered' || outcomes.includes('filtered') || outcomes.includes('refused')
        if (isSaid || !(error instanceof ResponseError)) expect(error).toBeInstanceOf(OutputError)
        if (error instanceof OutputError) {
          expect(error.text).toBe(said)
          expect(error.issues.length > 0).toBe(error.reason === 'mismatch')
          if (fault === 'cut') expect(['cut', 'mismatch']).toContain(error.reason)
          if (error.response?.finish.reason === 'content-filter') expect(error.reason).toBe('refused')
        }
      }
      expect(sent[0]?.outputFormat).toMatchObject({ type: 'json-schema', schema: expect.anything() })
    })
    await fc.assert(property, tries(1200))
  })

  test('is requested through a tool if necessary, and returned as text, never as a pending call', async () => {
    const cases = fc.record({
      wire: fc.constantFrom(...wires),
      given: fc.oneof(objectCase, anyCase),
      pieces: fc.integer({ min: 1, max: 300 }),
      stream: fc.boolean(),
      chats: fc.boolean(),
    })
    const property = fc.asyncProperty(cases, async ({ wire, given, pieces, stream, chats }) => {
      const say: Say = ({ tools = [], toolChoice }) => {
        const [tool] = tools
        if (tool === undefined || tool.type !== 'function') throw new Error('there is no tool')
        // Ollama has no field for a tool choice, so only this tool is sent.
        if (wire.id !== 'ollama-chat')
          expect(toolChoice).toMatchObject({ type: expect.stringMatching(/^(tool|required)$/) })
        else expect([toolChoice, tools.length]).toEqual([undefined, 1])
        const isWrapped = JSON.stringify(Object.keys(tool.parameters?.properties ?? {})) === '["value"]'
        const input = isWrapped ? { value: given.value } : given.value
        const call = toolCall('call12345', tool.name, input as never)
        return { parts: chats ? [text('Sure.'), call] : [call], finish: { reason: 'tool-calls' } }
      }
      const notices: Notice[] = []
      const onNotice = (notice: Notice) => notices.push(notice)
      const { model } = saying(wire, say, { pieces, stream, onNotice, outputThroughTool: true })
      const turn = model.turn({ messages: MESSAGES, outputFormat: given.schema })
      const seen: string[] = []
      for await (const event of turn) seen.push(event.type)
      const response = await turn.response
      expect(response.object).toEqual(given.schema.parse(given.value))
      expect(pendingCalls(response.message)).toEqual([])
      expect(response.finish.reason).toBe('stop')
      expect(seen.filter((type) => type.startsWith('tool'))).toEqual([])
      expect(notices.map(({ code }) => code)).toContain('output-through-tool')
    })
    await fc.assert(property, tries(400))
  })

  test('automatically uses a tool if the wire has no field for schemas', async () => {
    const say: Say = ({ tools }) => ({
      parts: [toolCall('c1', tools?.[0]?.name ?? '', { sky: 'rain' })],
      finish: { reason: 'tool-calls' },
    })
    const older: Adapter = {
      ...chat,
      encodeRequest({ outputFormat, ...rest }, options) {
        const context = createContext(chat.id, options)
        const path = '/outputFormat'
        if (outputFormat !== undefined)
          context.report({ code: 'setting-dropped', severity: 'warning', path, message: 'no place' })
        const { value, notices } = chat.encodeRequest(rest, options)
        return { value, notices: [...context.notices, ...notices] }
      },
    }
    const input = { messages: MESSAGES, outputFormat: z.object({ sky: z.string() }) }
    const { model, sent } = saying(older, say, { mode: 'strict' })
    expect((await model.turn(input).response).object).toEqual({ sky: 'rain' })
    expect(sent[0]?.outputFormat).toBeUndefined()
    const never = saying(older, say, { outputThroughTool: false, mode: 'strict' })
    await expect(never.model.turn(input).response).rejects.toThrow('no place')
  })

  test('is not there yet when the model calls tools first', async () => {
    const weather = { type: 'function' as const, name: 'weather', parameters: { type: 'object' as const } }
    const say: Say = () => ({ parts: [toolCall('c1', 'weather', {})], finish: { reason: 'tool-calls' } })
    const { model } = saying(chat, say)
    const turn = model.turn({
      messages: MESSAGES,
      tools: [weather],
      outputFormat: z.object({ sky: z.string() }),
    })
    const response = await turn.response
    expectTypeOf(response.object).toEqualTypeOf<{ sky: string } | undefined>()
    expect('object' in response).toBe(false)
    expect(pendingCalls(response.message)).toHaveLength(1)
  })

  test('continues if the answer also calls other tools', async () => {
    const weather = { type: 'function' as const, name: 'weather', parameters: { type: 'object' as const } }
    const say: Say = ({ tools = [] }) => ({
      parts: tools.map(({ name }, index) => toolCall(`call1234${index}`, name, { sky: 'rain' })),
      finish: { reason: 'tool-calls' },
    })
    for (const adapter of wires) {
      const { model } = saying(adapter, say, { outputThroughTool: true })
      const turn = model.turn({
        messages: MESSAGES,
        tools: [weather],
        outputFormat: z.object({ sky: z.string() }),
      })
      const { finish, message } = await turn.response
      expect(finish.reason).toBe('tool-calls')
      expect(pendingCalls(message)).toMatchObject([{ name: 'weather' }])
    }
  })

  test('is read from the last text, if a model writes other text before it', async () => {
    const outputFormat = z.object({ sky: z.string() })
    const parts = [text('[1'), text('{"sky":"rain"}')]
    const { model } = saying(adapterOf('anthropic-messages').adapter, () => ({ parts, finish: STOP }))
    const turn = model.turn({ messages: MESSAGES, outputFormat })
    const seen: string[] = []
    for await (const partial of partialObjects(turn)) seen.push(JSON.stringify(partial))
    expect((await turn.response).object).toEqual({ sky: 'rain' })
    expect(seen.at(-1)).toBe('{"sky":"rain"}')
  })

  test('is requested again with the errors, if the caller configures it, and counts all usage', async () => {
    const answers = ['rain', '{"celsius":"seven"}', '{"celsius":7}']
    const notices: Notice[] = []
    const onNotice = (notice: Notice) => notices.push(notice)
    const { model, sent } = saying(
      chat,
      (_asked, turn) => ({ parts: [text(answers[turn] ?? '')], finish: STOP }),
      { onNotice },
    )
    const outputFormat = z.object({ celsius: z.number() })
    const turn = model.turn({ messages: MESSAGES, outputFormat }, { outputRetries: 2 })
    const response = await turn.response
    expect(response).toMatchObject({ object: { celsius: 7 }, usage: { inputTokens: 30, outputTokens: 15 } })
    expect(textOf(response)).toBe('{"celsius":7}')
    expect(sent.map(({ messages }) => messages.length)).toEqual([1, 3, 5])
    expect(JSON.stringify(sent[2]?.messages.at(-1))).toContain('/celsius')
    const codes = notices.map(({ code }) => code)
    expect(codes.filter((code) => code === 'output-retried')).toHaveLength(2)

    const { model: poor, sent: asked } = saying(chat, () => ({ parts: [text('no')], finish: STOP }))
    await expect(
      poor.turn({ messages: MESSAGES, outputFormat }, { outputRetries: 1 }).response,
    ).rejects.toThrow(OutputError)
    expect(asked).toHaveLength(2)
    await expect(poor.turn({ messages: MESSAGES, outputFormat }).response).rejects.toThrow(OutputError)
    expect(asked).toHaveLength(3)
    const { model: cut, sent: once } = saying(chat, () => ({
      parts: [text('{')],
      finish: { reason: 'length' },
    }))
    const wanted = { messages: MESSAGES, outputFormat }
    await expect(cut.turn(wanted, { outputRetries: 5 }).response).rejects.toMatchObject({ reason: 'cut' })
    expect(once).toHaveLength(1)
  })

  test('is not requested again after the caller has left', async () => {
    const outputFormat = z.object({ celsius: z.number() })
    // A client without support for signals.
    const { model, sent } = saying(chat, () => ({ parts: [text('no')], finish: STOP }))
    const abort = new AbortController()
    const turn = model.turn({ messages: MESSAGES, outputFormat }, { outputRetries: 5, signal: abort.signal })
    const read = async () => {
      for await (const { type } of turn) if (type === 'restart') abort.abort()
    }
    await expect(read()).rejects.toThrow('aborted')
    await expect(turn.response).rejects.toThrow('aborted')
    expect(sent).toHaveLength(1)
  })

  test('is not made from a tool call without the object', async () => {
    const say: Say = ({ tools }) => ({
      parts: [toolCall('call12345', tools?.[0]?.name ?? '', {})],
      finish: { reason: 'tool-calls' },
    })
    for (const adapter of wires) {
      const { model } = saying(adapter, say, { outputThroughTool: true })
      const turn = model.turn({ messages: MESSAGES, outputFormat: z.string().nullable() })
      await expect(turn.response).rejects.toMatchObject({ reason: 'mismatch', text: '{}' })
    }
  })

  test('is typed by the schema', async () => {
    const { model } = saying(chat, () => ({ parts: [text('{"sky":"rain"}')], finish: STOP }))
    const schema = z.object({ sky: z.string(), celsius: z.number().default(0) })
    const { object } = await model.turn({ messages: MESSAGES, outputFormat: schema }).response
    expectTypeOf(object).toEqualTypeOf<{ sky: string; celsius: number }>()
    expect(object).toEqual({ sky: 'rain', celsius: 0 })
    const plain = await model.turn({
      messages: MESSAGES,
      outputFormat: { type: 'object', required: ['sky'] },
    }).response
    expect(plain.object).toEqual({ sky: 'rain' })
    const untyped = await model.turn({ messages: MESSAGES, outputFormat: { type: 'json' } }).response
    expectTypeOf(untyped).toEqualTypeOf<ModelResponse>()
    expect(await objectOf(untyped, schema)).toEqual({ sky: 'rain', celsius: 0 })
    await expect(objectOf(untyped.message, z.array(z.string()))).rejects.toMatchObject({ reason: 'mismatch' })
  })

  test('can be read while it arrives', async () => {
    const given = { city: 'Oslo', days: [{ sky: 'rain' }, { sky: 'sun' }] }
    const schema = z.object({ city: z.string(), days: z.array(z.object({ sky: z.string() })) })
    for (const adapter of wires) {
      const { model } = saying(adapter, () => ({ parts: [text(JSON.stringify(given))], finish: STOP }), {
        pieces: 7,
      })
      const turn = model.turn({ messages: MESSAGES, outputFormat: schema })
      const seen: string[] = []
      for await (const partial of partialObjects(turn)) {
        expectTypeOf(partial.days).toEqualTypeOf<readonly { readonly sky?: string }[] | undefined>()
        seen.push(JSON.stringify(partial))
      }
      expect(seen.at(-1)).toBe(JSON.stringify(given))
      expect((await turn.response).object).toEqual(given)
    }
  })

  test('is the object of a loop', async () => {
    const { model } = saying(chat, () => ({ parts: [text('{"sky":"rain"}')], finish: STOP }))
    const outputFormat = z.object({ sky: z.string() })
    const { object } = await runLoop({ provider: model, messages: MESSAGES, outputFormat }).result
    expectTypeOf(object).toEqualTypeOf<{ sky: string } | undefined>()
    expect(object).toEqual({ sky: 'rain' })
    const bad = saying(chat, () => ({ parts: [text('no')], finish: STOP }))
    await expect(runLoop({ provider: bad.model, messages: MESSAGES, outputFormat }).result).rejects.toThrow(
      OutputError,
    )
  })

  test('is refused before anything is sent when the schema has no JSON Schema', () => {
    const { model, sent } = saying(chat, () => ({ parts: [], finish: STOP }))
    const outputFormat = {
      '~standard': { version: 1, vendor: 'mine', validate: (value: unknown) => ({ value }) },
    } as const
    expect(() => model.turn({ messages: MESSAGES, outputFormat })).toThrow(
      expect.objectContaining({ path: '/outputFormat' }),
    )
    expect(sent).toEqual([])
  })
})
