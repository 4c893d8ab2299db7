import { describe, expect, test } from 'vitest'
import { clientCalls, userMessage } from '../../src/base/model/create.js'
import { failureOf, isGoodEnd, outcomeOf } from '../../src/base/model/outcome.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { provider } from '../../src/chat/provider/provider.js'
import { translateResponse, translateStream } from '../../src/index.js'
import { defineTool } from '../../src/tools/define-tool.js'
import { pendingCalls } from '../../src/tools/pending.js'
import { runTools } from '../../src/tools/run-tools.js'
import { adapterOf, adapters, type LoadedAdapter } from '../support/adapters.js'
import { type End, endedAnswer, ends } from '../support/ends.js'

const wires = [...new Set(ends.map(({ wire }) => wire))]
const targets = adapters.filter(({ adapter }) => !adapter.lacks.has('encoder'))

/** Returns the answer with this end, complete and streamed. */
async function answersOf(end: End): Promise<[form: string, answer: ModelResponse][]> {
  const { adapter } = adapterOf(end.wire)
  const { whole, stream } = endedAnswer(end)
  return [
    ['whole', adapter.decodeResponse(whole).value],
    ['streamed', await adapter.collect(stream)],
  ]
}

function isGood({ finish, error }: ModelResponse): boolean {
  return error === undefined && isGoodEnd(outcomeOf(finish))
}

describe.each(wires)('ends of turns of %s', (wire) => {
  const own = ends.filter((end) => end.wire === wire)

  test('each documented end has its outcome, complete and streamed', async () => {
    for (const end of own)
      for (const [form, { finish }] of await answersOf(end))
        expect(outcomeOf(finish), `${end.word}, ${form}`).toBe(end.outcome)
  })

  test('calls run only after a good end, with every function that runs calls', async () => {
    const ran: string[] = []
    for (const end of own)
      for (const [form, { message }] of await answersOf(end)) {
        const [call] = message.parts.filter((part) => part.type === 'tool-call')
        const tool = defineTool({ name: call?.name ?? '', parameters: {}, execute: () => ran.push(end.word) })
        const isRun = isGoodEnd(end.outcome)
        const title = `${end.word}, ${form}`
        expect(call, title).toBeDefined()
        expect(clientCalls(message).length, title).toBe(isRun ? 1 : 0)
        expect(pendingCalls(message).length, title).toBe(isRun ? 1 : 0)
        const before = ran.length
        expect(await runTools([message], [tool]), title).toHaveLength(isRun ? 1 : 0)
        expect(ran.length - before, title).toBe(isRun ? 1 : 0)
        if (!isRun) {
          expect(call, title).toMatchObject({ withheld: end.outcome })
          const named = runTools([message], [tool], { alsoAfter: [asReason(end)] })
          expect(await named, title).toHaveLength(1)
        }
      }
  })

  test('a loop runs no call of a turn that did not end well, and does not ask again', async () => {
    for (const end of own) {
      if (adapterOf(wire).adapter.lacks.has('http') || wire === 'openai-realtime') continue
      const { whole } = endedAnswer(end)
      const { adapter } = adapterOf(wire)
      const [call] = adapter
        .decodeResponse(whole)
        .value.message.parts.filter((part) => part.type === 'tool-call')
      let ran = 0
      let asked = 0
      const done = endedAnswer({ wire, word: wordOfDone(wire) }, 'text-only').whole
      const tool = defineTool({ name: call?.name ?? '', parameters: {}, execute: () => (ran += 1) })
      const model = provider(adapter, {
        model: 'm',
        maxOutputTokens: 100,
        stream: false,
        send: () => JSON.parse(asked++ ? done : whole),
      })
      const loop = runLoop({ provider: model, messages: [userMessage('Hi')], tools: [tool] })
      const result = await loop.result.catch((error: unknown) => error)
      const isRun = isGoodEnd(end.outcome)
      const resumes = end.outcome === 'paused' && model.resumesPaused === true
      expect([ran, asked], end.word).toEqual([isRun ? 1 : 0, isRun || resumes ? 2 : 1])
      if (end.outcome === 'failed') expect(result, end.word).toMatchObject({ name: 'ResponseError' })
      else expect(result, end.word).toMatchObject({ reason: isRun || resumes ? 'answered' : 'incomplete' })
    }
  })

  describe.each(targets.filter((target) => target.wire !== wire))('on their way to $wire', (target) => {
    test('only a good end is written as one, complete and streamed; the words of a failure arrive', async () => {
      for (const end of own) {
        for (const [form, before, arrived] of await translated(end, target)) {
          const title = `${end.word}, ${form}`
          expect(isGood(arrived), title).toBe(isGoodEnd(end.outcome))
          if (!isGoodEnd(end.outcome)) expect(clientCalls(arrived.message), title).toEqual([])
          const failure = failureOf(before)
          if (failure !== undefined) expect(failureOf(arrived)?.message, title).toContain(failure.message)
        }
      }
    })
  })
})

/** Decodes the answer with the target's adapter: complete, streamed, and streamed without calls. */
async function translated(
  end: End,
  { adapter: to }: LoadedAdapter,
): Promise<[form: string, before: ModelResponse, arrived: ModelResponse][]> {
  const { adapter: from } = adapterOf(end.wire)
  const { whole, stream } = endedAnswer(end)
  const frames: (string | Uint8Array)[] = []
  for await (const frame of translateStream(stream, { from, to })) frames.push(frame)
  const { value } = translateResponse(whole, { from, to })
  return [
    ['whole', from.decodeResponse(whole).value, to.decodeResponse(JSON.stringify(value)).value],
    ['streamed', await from.collect(stream), await to.collect(frames)],
  ]
}

function asReason({ outcome }: End) {
  if (isGoodEnd(outcome)) throw new Error('a good end withholds nothing')
  return outcome
}

function wordOfDone(wire: string): string {
  const good: Readonly<Record<string, string>> = {
    'anthropic-messages': 'end_turn',
    'bedrock-converse': 'end_turn',
    'cohere-chat': 'COMPLETE',
    'google-generate-content': 'STOP',
    'google-interactions': 'completed',
    'openai-responses': 'completed',
    'xai-grpc': 'REASON_STOP',
  }
  return good[wire] ?? 'stop'
}
