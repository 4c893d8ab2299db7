import { describe, expect, test, vi } from 'vitest'
import { createContext } from '../../src/adapter/context.js'
import type { Adapter } from '../../src/adapter/define.js'
import { disassemble } from '../../src/adapter/disassemble.js'
import { createFrameWriter } from '../../src/adapter/stream-frames.js'
import { assistantMessage, toolCall, toolMessage, toolResult, userMessage } from '../../src/model/create.js'
import type { Message, ModelResponse, Part } from '../../src/model/types.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { chunked, proxied, requestOf, scripted } from '../support/proxy.js'

const CALL = toolCall('call_1', 'apply_patch', { patch: '*** Begin Patch and so on and so forth' })
const TOOLS = [{ type: 'function', name: 'apply_patch', parameters: { type: 'object' } }] as const

/** The frames of a stream that has begun with a text and a call, to the middle of its input or to its end. */
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

describe('a call that is cut when the answer breaks off is not told as one to be run', () => {
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

describe('what was thought before a call that the client keeps comes back', () => {
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

  test('where the answer broke off after it', async () => {
    const upstream = scripted(() => chunked([...begun(AUTHOR, true, [thinking]), new Error('gone')], headers))
    const { fetch } = proxied('openai-responses', AUTHOR.id, upstream.fetch)
    const first = await fetch(
      ...requestOf('openai-responses', { messages: [userMessage('Repair it.')], tools: TOOLS }, true),
    )
    expect(await first.text()).toContain('response.failed')
    await fetch(...requestOf('openai-responses', again))
    expect(JSON.stringify(upstream.sent[1]?.body)).toContain('"signature":"proof"')
  })

  test('where the client let go after it', async () => {
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
    const { fetch, told } = proxied('openai-responses', AUTHOR.id, upstream.fetch)
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
    await vi.waitFor(() => expect(told[0]?.aborted).toBe(true))
    await fetch(...requestOf('openai-responses', again))
    expect(JSON.stringify(upstream.sent[1]?.body)).toContain('"signature":"proof"')
  })
})
