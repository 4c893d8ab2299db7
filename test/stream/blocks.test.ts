import { describe, expect, test } from 'vitest'
import { AdapterError } from '../../src/json/errors.js'
import type { CallStage } from '../../src/model/arguments.js'
import type { ToolCall } from '../../src/model/types.js'
import { type BlockCodec, Blocks, type OpenBlock } from '../../src/stream/blocks.js'
import type { StreamEvent } from '../../src/stream/events.js'
import { checkGrammar } from '../../src/stream/grammar.js'
import { STREAM_CUT } from '../../src/stream/step.js'

/** A wire whose blocks are their text. A call is whole when its text ends in `}`; `broken` cannot be read. */
const codec: BlockCodec<undefined> = {
  wire: 'fake',
  finished: ({ text }) => ({ text }),
  part({ text }, { mode }) {
    if (text === 'broken') throw new AdapterError('wrong-type', '/text', 'unreadable')
    return { type: mode === 'reasoning' ? mode : 'text', text: String(text) }
  },
  call({ id, text }: OpenBlock<undefined>, stage: CallStage): ToolCall | undefined {
    const shared = { type: 'tool-call', id, name: 'look', kind: 'function', providerExecuted: false } as const
    if (stage === 'begun' || text.endsWith('}')) return { ...shared, status: 'complete', arguments: {} }
    if (stage === 'ended') return undefined
    return { ...shared, status: stage === 'whole' ? 'malformed' : 'truncated', rawArguments: text }
  },
}

function run(tell: (blocks: Blocks<undefined>) => readonly (readonly StreamEvent[])[]) {
  const blocks = new Blocks(codec)
  const events = tell(blocks).flat()
  expect(checkGrammar([...events, { type: 'finish', finish: { reason: 'stop' } }])).toEqual([])
  return events
}

const add = (blocks: Blocks<undefined>, index: number, text: string) => {
  const block = blocks.at(index)
  return block === undefined ? [] : blocks.append(block, block.mode, text)
}
const call = (blocks: Blocks<undefined>, index: number, text: string) => [
  blocks.begin(index, 'call', undefined, `call-${index}`),
  add(blocks, index, text),
]
const statuses = (events: readonly StreamEvent[]) =>
  events.flatMap((event) => (event.type === 'tool-call' ? [`${event.call.id} ${event.call.status}`] : []))

describe('a call that ended with broken arguments', () => {
  test('is cut when the output limit ended the answer right behind it', () => {
    const events = run((blocks) => [...call(blocks, 0, '{"a'), blocks.end(blocks.at(0)), blocks.settle(true)])
    expect(statuses(events)).toEqual(['call-0 truncated'])
  })

  test('is malformed when another block followed', () => {
    const events = run((blocks) => [
      ...call(blocks, 0, '{"a'),
      blocks.end(blocks.at(0)),
      ...call(blocks, 1, '{}'),
      blocks.end(blocks.at(1)),
      blocks.finish(true, true),
    ])
    expect(statuses(events)).toEqual(['call-0 malformed', 'call-1 complete'])
  })

  test('is told before what follows, for clients that run calls as they come', () => {
    const events = run((blocks) => [
      ...call(blocks, 0, '{"a'),
      blocks.end(blocks.at(0)),
      blocks.begin(1, 'text', undefined),
      blocks.finish(true, true),
    ])
    expect(events.slice(-3).map(({ type }) => type)).toEqual(['tool-call', 'text-start', 'text-end'])
    expect(statuses(events)).toEqual(['call-0 malformed'])
  })

  test('is malformed when a later block had ended before it', () => {
    const events = run((blocks) => [
      ...call(blocks, 0, '{"a'),
      ...call(blocks, 1, '{}'),
      blocks.end(blocks.at(1)),
      blocks.end(blocks.at(0)),
      blocks.finish(true, true),
    ])
    expect(statuses(events)).toEqual(['call-1 complete', 'call-0 malformed'])
  })

  test('is cut when the stream broke off before it could tell', () => {
    const events = run((blocks) => [
      ...call(blocks, 0, '{"a'),
      blocks.end(blocks.at(0)),
      blocks.finish(false, false),
    ])
    expect(statuses(events)).toEqual(['call-0 truncated'])
  })

  test('hides no other that ended likewise while both were open', () => {
    const events = run((blocks) => [
      ...call(blocks, 0, '{"a'),
      ...call(blocks, 1, '{"b'),
      blocks.end(blocks.at(1)),
      blocks.end(blocks.at(0)),
      blocks.finish(true, false),
    ])
    expect(statuses(events)).toEqual(['call-1 malformed', 'call-0 malformed'])
  })
})

test('what is open at the end of a cut stream ends there', () => {
  const events = run((blocks) => [
    blocks.begin(0, 'text', undefined),
    add(blocks, 0, 'so'),
    ...call(blocks, 1, '{'),
    blocks.begin(2, 'unknown', undefined),
    blocks.finish(false, false),
    [STREAM_CUT],
  ])
  expect(events.slice(-4).map(({ type }) => type)).toEqual([
    'text-end',
    'tool-input-end',
    'tool-call',
    'error',
  ])
  expect(statuses(events)).toEqual(['call-1 truncated'])
})

test('a number that is used again ends the block that had it', () => {
  const events = run((blocks) => [
    blocks.begin(0, 'text', undefined),
    add(blocks, 0, 'one'),
    blocks.begin(0, 'reasoning', undefined),
    blocks.end(blocks.at(0)),
  ])
  expect(events.map(({ type }) => type)).toEqual([
    'text-start',
    'text-delta',
    'text-end',
    'reasoning-start',
    'reasoning-end',
  ])
})

test('a delta of another kind, or an empty one, says nothing', () => {
  const events = run((blocks) => {
    const begun = blocks.begin(0, 'text', undefined)
    const block = blocks.at()
    const deltas =
      block === undefined ? [] : [blocks.append(block, 'call', '{'), blocks.append(block, 'text', '')]
    return [begun, ...deltas, blocks.end(block)]
  })
  expect(events.map(({ type }) => type)).toEqual(['text-start', 'text-end'])
})

test('a block that cannot be read is kept as it is', () => {
  const blocks = new Blocks<undefined>({ ...codec, finished: () => ({ text: 'broken' }) })
  blocks.begin(0, 'whole', undefined)
  expect(blocks.end(blocks.at())).toEqual([
    { type: 'part', part: { type: 'opaque', wire: 'fake', value: { text: 'broken' } } },
  ])
})
