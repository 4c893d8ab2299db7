import { describe, expect, test } from 'vitest'
import { concatenate } from '../../src/base/http/recorded-body.js'
import { createContext } from '../../src/base/model/context.js'
import {
  assistantMessage,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from '../../src/base/model/create.js'
import type { Message, ModelResponse, Part } from '../../src/base/model/types.js'
import { disassemble } from '../../src/codec/stream/assemble.js'
import { createFrameWriter, streamFrames } from '../../src/codec/stream/frame-writer.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { proxyMemory } from '../../src/proxy/client-state.js'
import type { StateStore } from '../../src/tools/context/context-types.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { chunked, proxied, requestOf, scripted } from '../support/proxy.js'

const CALL = toolCall('call_1', 'apply_patch', { patch: '*** Begin Patch and so on and so forth' })
const TOOLS = [{ type: 'function', name: 'apply_patch', parameters: { type: 'object' } }] as const

/**
 * Returns the frames of a stream that begins with a text and a call, up to the middle or the end of the
 * call's input.
 */
function begun({ codecs }: Adapter, wholeCall: boolean, thinking: readonly Part[] = []) {
  const message = assistantMessage(...thinking, 'Patching.', CALL)
  const response: ModelResponse = { id: 'answer', model: 'm', message, finish: { reason: 'tool-calls' } }
  const writer = createFrameWriter(codecs, createContext(codecs.id))
  const events = [...disassemble(response, { deltaLength: 10 })]
  const isEnd = wholeCall ? 'finish' : 'tool-input-end'
  const deltas = events.slice(0, events.findIndex(({ type }) => type === isEnd) - (wholeCall ? 0 : 1))
  return deltas.flatMap((event) => writer.push(event))
}

const pairs = adapters.flatMap((from) =>
  adapters.filter(({ wire }) => wire !== from.wire).map((to) => [from.wire, to.wire] as const),
)

describe('a call truncated by the end of the answer is not sent as runnable', () => {
  test.each(pairs)('clients of %s, servers of %s', async (from, to) => {
    const { codecs } = adapterOf(to).adapter
    for (const end of [[new Error('gone')], []]) {
      const headers = { 'content-type': codecs.stream.framing.contentType }
      const upstream = scripted(() => chunked([...begun(adapterOf(to).adapter, false), ...end], headers))
      const { fetch, told } = proxied(from, to, upstream.fetch)
      const conversation = { messages: [userMessage('Repair it.')], tools: TOOLS }
      const response = await fetch(...requestOf(from, conversation, true))
      const bytes = new Uint8Array(await response.arrayBuffer())
      const text = new TextDecoder().decode(bytes)
      expect(text).toContain('Patching')
      expect(text).not.toMatch(/item\.done.*apply_patch|function_call_arguments\.done/)
      if (from === 'google-generate-content') expect(text).not.toContain('functionCall')
      const seen = await adapterOf(from).adapter.collect(new Blob([bytes]).stream())
      expect(seen.error?.message).toBeDefined()
      expect(
        seen.message.parts.filter((part) => part.type === 'tool-call' && part.status === 'complete'),
      ).toEqual([])
      expect(told[0]?.error).toBeDefined()
    }
  })
})

describe('thinking before a call that the client keeps is restored', () => {
  const AUTHOR = adapterOf('anthropic-messages').adapter
  const thinking: Part = {
    ...{ type: 'reasoning', text: 'Wrong.' },
    providerMetadata: { [AUTHOR.id]: { signature: 'proof' } },
  }
  const headers = { 'content-type': 'text/event-stream' }
  const again = {
    tools: TOOLS,
    messages: [
      userMessage('Repair it.'),
      assistantMessage('Patching.', CALL),
      toolMessage([toolResult(CALL, 'done')]),
    ] satisfies Message[],
  }

  test('if the answer was interrupted after it', async () => {
    const upstream = scripted(() => chunked([...begun(AUTHOR, true, [thinking]), new Error('gone')], headers))
    const { fetch } = proxied('openai-responses', AUTHOR.id, upstream.fetch)
    const first = await fetch(
      ...requestOf('openai-responses', { messages: [userMessage('Repair it.')], tools: TOOLS }, true),
    )
    expect(await first.text()).toContain('response.failed')
    await fetch(...requestOf('openai-responses', again))
    expect(JSON.stringify(upstream.sent[1]?.body)).toContain('"signature":"proof"')
  })

  test.each([
    ['', proxyMemory()],
    [' and asked again before it was stored', slow(proxyMemory())],
  ])('if the client disconnected after it%s', async (_how, state) => {
    const frames = begun(AUTHOR, true, [thinking])
    const upstream = scripted((_sent, index) => {
      if (index > 0) return chunked([], headers)
      let next = 0
      const body = new ReadableStream({
        pull: (controller) => {
          if (next < frames.length) controller.enqueue(new TextEncoder().encode(String(frames[next++])))
          else return new Promise(() => undefined)
        },
      })
      return new Response(body, { headers })
    })
    const { fetch, told } = proxied('openai-responses', AUTHOR.id, upstream.fetch, {}, { state })
    const first = await fetch(
      ...requestOf('openai-responses', { messages: [userMessage('Repair it.')], tools: TOOLS }, true),
    )
    const reader = first.body?.getReader()
    let text = ''
    for (let step = await reader?.read(); step?.value; step = await reader?.read()) {
      text += new TextDecoder().decode(step.value)
      if (text.includes('function_call_arguments.done')) break
    }
    await reader?.cancel()
    expect(told[0]?.aborted).toBe(true)
    await fetch(...requestOf('openai-responses', again))
    expect(JSON.stringify(upstream.sent[1]?.body)).toContain('"signature":"proof"')
  })
})

/** Returns a state that writes after 20 milliseconds and reads at once. */
function slow({ get, set, replace }: StateStore): StateStore {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 20))
  return {
    get,
    set: async (key, text) => {
      await wait()
      await set(key, text)
    },
    replace: async (key, expected, text) => {
      await wait()
      return (await replace?.(key, expected, text)) ?? false
    },
  }
}

describe('an answer ends where it breaks', () => {
  /** Returns two answers in one stream, with frames in between. */
  function twoAnswers(to: string, between: readonly string[]) {
    const { adapter } = adapterOf(to)
    const [first = [], second = []] = ['First said.', 'Second said.'].map((text) => {
      const message = assistantMessage(text)
      return [
        ...streamFrames({ id: text, message, finish: { reason: 'stop' } }, adapter.codecs, createContext(to)),
      ]
    })
    const begun = first.slice(0, Math.ceil(first.length / 2))
    const pieces = [...begun, ...between, ...second].map((piece) =>
      typeof piece === 'string' ? new TextEncoder().encode(piece) : piece,
    )
    return { pieces, type: adapter.codecs.stream.framing.contentType }
  }

  const broken = pairs.flatMap(([from, to]) => {
    const { framing, begins } = adapterOf(to).adapter.codecs.stream
    const isText = framing.contentType === 'text/event-stream'
    const frame = [from, to, 'a frame that is not JSON', ['data: {"half\n\n']] as const
    const beginning = [from, to, 'a second beginning', []] as const
    return [...(isText ? [frame] : []), ...(begins === undefined ? [] : [beginning])]
  })

  test.each(broken)('clients of %s, servers of %s, at %s', async (from, to, _how, between) => {
    for (const atOnce of [false, true]) {
      const { pieces, type } = twoAnswers(to, between)
      const told = atOnce ? [concatenate(pieces)] : pieces
      let isLetGo = false
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const piece of told) controller.enqueue(piece)
        },
        cancel: () => {
          isLetGo = true
        },
      })
      const upstream = scripted(() => new Response(body, { headers: { 'content-type': type } }))
      const { fetch, told: noted } = proxied(from, to, upstream.fetch, {}, { idleTimeout: 5000 })
      const response = await fetch(...requestOf(from, { messages: [userMessage('Hi')] }, true))
      const bytes = new Uint8Array(await response.arrayBuffer())
      const text = new TextDecoder().decode(bytes)
      expect(text).not.toContain('Second')
      expect(text).toContain('toolwire proxy: the answer of the target was cut off')
      const seen = await adapterOf(from).adapter.collect(new Blob([bytes]).stream())
      expect(seen.error).toBeDefined()
      expect(isLetGo).toBe(true)
      expect(noted[0]?.error).toBeDefined()
    }
  })

  const cuts = adapters.flatMap((from) => adapters.map((to) => [from.wire, to.wire] as const))

  test.each(cuts)(
    'and is a failure of the proxy to clients of %s that want it whole from %s',
    async (from, to) => {
      const { adapter } = adapterOf(to)
      const headers = { 'content-type': adapter.codecs.stream.framing.contentType }
      const upstream = scripted(() => chunked(begun(adapter, false), headers))
      const { fetch, told } = proxied(from, to, upstream.fetch, { stream: true })
      const response = await fetch(...requestOf(from, { messages: [userMessage('Hi')], tools: TOOLS }))
      expect([response.status, response.headers.get('x-toolwire-error')]).toEqual([502, 'target-answer'])
      expect(await response.text()).toContain('toolwire proxy: the answer of the target was cut off')
      expect(told).toMatchObject([{ status: 502 }])
    },
  )
})
