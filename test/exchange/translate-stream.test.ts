import { expect, test } from 'vitest'
import { assemble } from '../../src/codec/stream/assemble.js'
import { translateStream } from '../../src/index.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { adapters } from '../support/adapters.js'
import { fixtures } from '../support/exchanges.js'
import { eventsOf } from '../support/streams.js'

const pairs = adapters.flatMap((from) => adapters.map((to): [LoadedAdapter, LoadedAdapter] => [from, to]))

function streamOf({ wire }: LoadedAdapter): string {
  const fixture = fixtures.find(({ id }) => id === `${wire}/single-call`)
  return fixture?.stream ?? ''
}

async function written(frames: AsyncIterable<string | Uint8Array>): Promise<(string | Uint8Array)[]> {
  const list: (string | Uint8Array)[] = []
  for await (const frame of frames) list.push(frame)
  return list
}

test.each(pairs)('a call of $wire arrives as frames of the target', async (from, to) => {
  const body = new Response(streamOf(from))
  const frames = translateStream(body, { from: from.adapter, to: to.adapter })
  expect(frames.contentType).toBe(to.adapter.codecs.stream.framing.contentType)
  const [expected] = assemble(eventsOf(from.adapter, [streamOf(from)]), from.wire).message.parts.slice(-1)
  const answer = assemble(eventsOf(to.adapter, await written(frames)), to.wire)
  const call = answer.message.parts.at(-1)
  expect(expected?.type).toBe('tool-call')
  expect(call).toMatchObject({
    type: 'tool-call',
    name: expected?.type === 'tool-call' ? expected.name : '',
    arguments: expected?.type === 'tool-call' ? expected.arguments : {},
    status: 'complete',
  })
})

test.each(pairs)('from $wire: what arrived is written before more is read', async (from, to) => {
  const text = streamOf(from)
  const last = text.lastIndexOf('\n\n', text.length - 3)
  const middle = last === -1 ? text.length : last + 2
  let reads = 0
  const source = async function* () {
    reads += 1
    yield text.slice(0, middle)
    reads += 1
    yield text.slice(middle)
  }
  const frames = translateStream(source(), { from: from.adapter, to: to.adapter })
  await frames.next()
  // On some wires with whole calls nothing tells that an answer began.
  expect(reads).toBeLessThanOrEqual(to.adapter.codecs.stream.wholeCalls ? 2 : 1)
})

test.each(pairs)('an interrupted source is an error of the target', async (from, to) => {
  const text = streamOf(from)
  const source = async function* () {
    yield text.slice(0, Math.floor(text.length * 0.4))
    throw new Error('connection reset')
  }
  const frames = translateStream(source(), { from: from.adapter, to: to.adapter })
  const answer = assemble(eventsOf(to.adapter, await written(frames)), to.wire)
  expect(answer.error?.message).toContain('connection reset')
  expect(
    answer.message.parts.filter((part) => part.type === 'tool-call' && part.status === 'complete'),
  ).toEqual([])
})

test.each(pairs.filter(([from, to]) => from !== to))(
  'names that the translation of the request changed are restored in the stream',
  async (from, to) => {
    const [name, sent] = ['näme with späce', 'n_me_with_sp_ce']
    const stream = streamOf(from).replaceAll('get_weather', sent)
    const frames = translateStream([stream], {
      from: from.adapter,
      to: to.adapter,
      restore: { toolNames: { [sent]: name }, customTools: [] },
    })
    const answer = assemble(eventsOf(to.adapter, await written(frames)), to.wire)
    expect(answer.message.parts.at(-1)).toMatchObject({ type: 'tool-call', name })
  },
)
