import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { proxyMemory } from '../../src/proxy/client-state.js'
import type { StateStore } from '../../src/tools/context/context-types.js'
import { nativeAnswer, type Scripted, scripted, served, targetOf } from '../support/proxy.js'

/** Repeats the last message, and calls a tool on request. */
function parrot(adapter: typeof anthropic | typeof google | typeof openaiChat): Scripted {
  return scripted((sent, index) => {
    const { messages } = adapter.decodeRequest(sent.body).value
    const last = messages.at(-1)?.parts.at(-1)
    const text = last?.type === 'text' ? last.text : 'results'
    const response: ModelResponse = {
      id: `answer-${index}`,
      model: 'target-model',
      message: {
        role: 'assistant',
        parts: [
          { type: 'text', text: `You said ${text}.` },
          ...(text === 'call'
            ? [
                {
                  ...{
                    type: 'tool-call' as const,
                    id: `call_${index}`,
                    name: 'look',
                    kind: 'function' as const,
                  },
                  ...{ status: 'complete' as const, arguments: { at: 'it' }, providerExecuted: false },
                },
              ]
            : []),
        ],
      },
      finish: { reason: text === 'call' ? 'tool-calls' : 'stop' },
      usage: { inputTokens: 3, outputTokens: 2 },
    }
    return nativeAnswer(adapter, response, sent)
  })
}

/** Returns a short form of the messages that a server received. */
function saidTo(
  adapter: typeof anthropic | typeof openaiChat | typeof google,
  { sent }: Scripted,
  index: number,
): string[] {
  const { messages } = adapter.decodeRequest(sent[index]?.body ?? {}).value
  return messages.map(
    ({ role, parts }) =>
      `${role}: ${parts.map((part) => ('text' in part ? part.text : part.type)).join(' ')}`,
  )
}

const TOOL = {
  type: 'function' as const,
  name: 'look',
  parameters: { type: 'object', properties: {} },
  strict: false,
}

describe.each([anthropic, openaiChat, google])(
  'clients of openai responses that leave turns with $id',
  (target) => {
    let upstream: Scripted
    let state: StateStore
    const clientOf = (apiKey = 'k') => {
      const { fetch } = served({
        routes: [{ from: openaiResponses, to: targetOf(target) }],
        fetch: upstream.fetch,
        state,
      })
      return new OpenAI({ apiKey, baseURL: 'https://proxy.test/v1', fetch, maxRetries: 0 })
    }
    beforeEach(() => {
      upstream = parrot(target)
      state = proxyMemory()
    })

    test('continue by the id of the answer, over five turns, complete and streamed', async () => {
      const client = clientOf()
      let previous: string | undefined
      for (let turn = 1; turn <= 5; turn += 1) {
        const body = {
          model: 'm',
          instructions: `Be brief ${turn}.`,
          input: `word ${turn}`,
          ...(previous && { previous_response_id: previous }),
        }
        const answer =
          turn % 2 === 0
            ? await client.responses.create(body)
            : await client.responses.stream(body).finalResponse()
        expect(answer.output_text).toBe(`You said word ${turn}.`)
        previous = answer.id
      }
      expect(saidTo(target, upstream, 4)).toEqual([
        'system: Be brief 5.',
        ...[1, 2, 3, 4].flatMap((turn) => [`user: word ${turn}`, `assistant: You said word ${turn}.`]),
        'user: word 5',
      ])
    })

    test('get no shorter conversation if any entry of the store has expired', async () => {
      const texts = new Map<string, string>()
      const missing = new Set<string>()
      state = {
        get: (key) => (missing.has(key) ? undefined : texts.get(key)),
        set: (key, text) => void texts.set(key, text),
      }
      const client = clientOf()
      let previous: string | undefined
      for (const input of ['one', 'two', 'three'])
        previous = (
          await client.responses.create({
            model: 'm',
            input,
            ...(previous && { previous_response_id: previous }),
          })
        ).id
      const outcomes = []
      for (const key of [...texts.keys()]) {
        missing.clear()
        missing.add(key)
        const { length } = upstream.sent
        const answer = await client.responses
          .create({ model: 'm', input: 'four', previous_response_id: previous ?? '' })
          .catch((error: unknown) => String(error))
        if (typeof answer === 'string') expect(answer).toMatch(/400.*nothing is stored/)
        else expect(saidTo(target, upstream, length)).toHaveLength(7)
        outcomes.push(typeof answer)
      }
      expect(new Set(outcomes)).toEqual(new Set(['object', 'string']))
    })

    test('answer calls that are not in their request', async () => {
      const client = clientOf()
      const first = await client.responses.create({ model: 'm', input: 'call', tools: [TOOL] })
      const call = first.output.find((item) => item.type === 'function_call')
      await client.responses.create({
        model: 'm',
        tools: [TOOL],
        previous_response_id: first.id,
        input: [{ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'seen' }],
      })
      const said = saidTo(target, upstream, 1)
      expect(said).toEqual(['user: call', 'assistant: You said call. tool-call', 'tool: tool-result'])
    })

    test('may continue from one answer twice, and from an old answer', async () => {
      const client = clientOf()
      const first = await client.responses.create({ model: 'm', input: 'one' })
      await client.responses.create({ model: 'm', input: 'two', previous_response_id: first.id })
      await client.responses.create({ model: 'm', input: 'three', previous_response_id: first.id })
      expect(saidTo(target, upstream, 2)).toEqual(['user: one', 'assistant: You said one.', 'user: three'])
    })

    test('keep a conversation under its id', async () => {
      const client = clientOf()
      const { id } = await client.conversations.create({
        items: [{ type: 'message', role: 'user', content: 'Before.' }],
      })
      await client.responses.create({ model: 'm', input: 'one', conversation: id })
      await client.responses.create({ model: 'm', input: 'two', conversation: { id } })
      expect(saidTo(target, upstream, 1).slice(-3)).toEqual(
        ['user: one', 'assistant: You said one.', 'user: two'].slice(-3),
      )
      expect(saidTo(target, upstream, 1).join()).toContain('Before.')
      expect((await client.conversations.retrieve(id)).id).toBe(id)
      await client.conversations.delete(id)
      await expect(client.responses.create({ model: 'm', input: 'x', conversation: id })).rejects.toThrow(
        /404.*nothing is stored/,
      )
    })

    test('can get and delete their stored answers', async () => {
      const client = clientOf()
      const answer = await client.responses.create({ model: 'm', input: 'one' })
      expect((await client.responses.retrieve(answer.id)).output_text).toBe('You said one.')
      await client.responses.delete(answer.id)
      await expect(client.responses.retrieve(answer.id)).rejects.toThrow(/404.*nothing is stored/)
      const next = client.responses.create({ model: 'm', input: 'two', previous_response_id: answer.id })
      await expect(next).rejects.toMatchObject({
        status: 400,
        code: 'previous_response_not_found',
        param: 'previous_response_id',
        message: expect.stringContaining('nothing is stored'),
      })
      expect(upstream.sent).toHaveLength(1)
    })

    test('store nothing with store: false, and find no answers of others', async () => {
      const client = clientOf()
      const secret = await client.responses.create({ model: 'm', input: 'secret', store: false })
      await expect(client.responses.retrieve(secret.id)).rejects.toThrow(/404/)
      const kept = await client.responses.create({ model: 'm', input: 'mine' })
      await expect(clientOf('another key').responses.retrieve(kept.id)).rejects.toThrow(/404/)
      expect((await clientOf().responses.retrieve(kept.id)).id).toBe(kept.id)
    })

    test('are reported if their turn cannot be kept', async () => {
      const set = vi.fn(async () => Promise.reject(new Error('disk full')))
      state = { get: () => undefined, set }
      const client = clientOf()
      await expect(client.responses.create({ model: 'm', input: 'one' })).rejects.toThrow(/500/)
      const stream = await client.responses.create({ model: 'm', input: 'one', stream: true })
      const types: string[] = []
      const read = async () => {
        for await (const event of stream) types.push(event.type)
      }
      await read().catch(() => undefined)
      expect(types).not.toContain('response.completed')
    })
  },
)

test('a thread of @anthropic-ai/sdk continues without its tools and earlier messages', async () => {
  const upstream = parrot(openaiChat)
  const { fetch } = served({ routes: [{ from: anthropic, to: targetOf(openaiChat) }], fetch: upstream.fetch })
  const ask = async (body: object) => {
    const response = await fetch('https://proxy.test/v1/messages', {
      method: 'POST',
      headers: { 'x-api-key': 'k' },
      body: JSON.stringify({ model: 'm', max_tokens: 100, ...body }),
    })
    return response.json()
  }
  const tools = [{ name: 'look', input_schema: { type: 'object', properties: {} } }]
  const first = await ask({
    thread: { type: 'create' },
    system: 'Be brief.',
    tools,
    messages: [{ role: 'user', content: 'call' }],
  })
  const results = [{ type: 'tool_result', tool_use_id: first.content.at(-1).id, content: 'seen' }]
  const second = await ask({
    thread: { type: 'continue', previous_message_id: first.id },
    messages: [{ role: 'user', content: results }],
  })
  expect(second.content).toMatchObject([{ type: 'text', text: 'You said results.' }])
  expect(saidTo(openaiChat, upstream, 1)).toEqual([
    'system: Be brief.',
    'user: call',
    'assistant: You said call. tool-call',
    'tool: tool-result',
  ])
  expect(upstream.sent[1]?.body.tools).toEqual(upstream.sent[0]?.body.tools)
  const unknown = await ask({
    thread: { type: 'continue', previous_message_id: 'msg_unknown' },
    messages: [{ role: 'user', content: 'x' }],
  })
  expect(unknown).toMatchObject({ type: 'error', error: { type: 'not_found_error' } })
})

test('toolRunner of @anthropic-ai/sdk runs over another wire', async () => {
  const upstream = parrot(openaiChat)
  const { fetch } = served({ routes: [{ from: anthropic, to: targetOf(openaiChat) }], fetch: upstream.fetch })
  const client = new Anthropic({ apiKey: 'k', baseURL: 'https://proxy.test', fetch, maxRetries: 0 })
  const seen: unknown[] = []
  const tool = {
    name: 'look',
    description: 'Looks',
    input_schema: { type: 'object' as const, properties: { at: { type: 'string' } } },
    parse: (input: unknown) => input,
    run: (input: unknown) => {
      seen.push(input)
      return 'seen'
    },
  }
  const runner = client.beta.messages.toolRunner({
    model: 'm',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'call' }],
    tools: [tool],
  })
  const last = await runner
  expect(seen).toEqual([{ at: 'it' }])
  expect(JSON.stringify(last.content)).toContain('You said results.')
  expect(saidTo(openaiChat, upstream, 1)).toEqual([
    'user: call',
    'assistant: You said call. tool-call',
    'tool: tool-result',
  ])
})
