import { expect, test } from 'vitest'
import type { StreamEvent, ToolCall } from '../../src/index.js'
import { createPartialCalls, partialArguments } from '../../src/index.js'

const start = (id: string, name: string, kind: ToolCall['kind'] = 'function'): StreamEvent => ({
  type: 'tool-input-start',
  id,
  name,
  kind,
  providerExecuted: false,
})
const delta = (id: string, text: string): StreamEvent => ({ type: 'tool-input-delta', id, delta: text })
const call: ToolCall = {
  type: 'tool-call',
  id: 'a',
  name: 'weather',
  kind: 'function',
  status: 'complete',
  arguments: { city: 'Paris' },
  rawArguments: '{"city":"Paris"}',
  providerExecuted: false,
}

test('parallel calls grow side by side', () => {
  const calls = createPartialCalls()
  calls.push(start('a', 'weather'))
  calls.push(start('b', 'search'))
  calls.push(delta('a', '{"city":"Pa'))
  expect(calls.push(delta('b', '{"query":['))).toMatchObject({ name: 'search', arguments: { query: [] } })
  expect(calls.push(delta('a', 'ris'))).toMatchObject({
    id: 'a',
    arguments: { city: 'Paris' },
    call: undefined,
  })
  expect(calls.push({ type: 'tool-call', call })).toMatchObject({ arguments: { city: 'Paris' }, call })
  expect(calls.get('b')?.arguments).toEqual({ query: [] })
  expect(calls.push({ type: 'text-delta', id: '0', delta: 'x' })).toBeUndefined()
})

test('free text of custom tools is shown as text, bad text as far as it was good', () => {
  const calls = createPartialCalls()
  calls.push(start('a', 'sql', 'custom'))
  expect(calls.push(delta('a', 'select'))?.arguments).toBe('select')
  calls.push(start('b', 'weather'))
  expect(calls.push(delta('b', '{"city":"Paris",oops'))?.arguments).toEqual({ city: 'Paris' })
})

test('a call that arrived complete, without deltas', () => {
  expect(createPartialCalls().push({ type: 'tool-call', call })).toMatchObject({ name: 'weather', call })
})

test('as a stream of calls', async () => {
  const seen: string[] = []
  const events = [start('a', 'weather'), delta('a', '{"city":"P'), delta('a', 'aris"}')]
  for await (const item of partialArguments(events)) seen.push(JSON.stringify(item.arguments) ?? 'nothing')
  expect(seen).toEqual(['nothing', '{"city":"P"}', '{"city":"Paris"}'])
})
