import { expect, test } from 'vitest'
import { googleGenerateContent as google } from '../../adapters/google-generate-content/index.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import { exchangesOf } from '../support/exchanges.js'
import { holdsFor } from '../support/law.js'
import { eventsOf } from '../support/streams.js'

test('every complete call of a stream is told as it is written: its name, its input, its end', () => {
  holdsFor(
    exchangesOf(google.id).filter(({ stream }) => stream !== undefined),
    ({ stream = '' }) => {
      const events = eventsOf(google, [stream])
      const inputs = new Map<string, string>()
      const wrong: string[] = [...checkGrammar(events)]
      for (const event of events) {
        if (event.type === 'tool-input-start') inputs.set(event.id, '')
        if (event.type === 'tool-input-delta') inputs.set(event.id, `${inputs.get(event.id)}${event.delta}`)
        if (event.type !== 'tool-call' || event.call.status !== 'complete') continue
        const input = inputs.get(event.call.id)
        if (input === undefined) wrong.push(`${event.call.name} has no input`)
        else expect(JSON.parse(input)).toEqual(event.call.arguments)
      }
      return wrong
    },
  )
})

test('a call that came whole is told in order', () => {
  const chunk = {
    candidates: [
      { content: { role: 'model', parts: [{ functionCall: { id: 'c', name: 'f', args: { a: 1 } } }] } },
    ],
  }
  expect(eventsOf(google, [chunk]).slice(1, 5)).toMatchObject([
    { type: 'tool-input-start', id: 'c', name: 'f', kind: 'function', providerExecuted: false },
    { type: 'tool-input-delta', id: 'c', delta: '{"a":1}' },
    { type: 'tool-input-end', id: 'c' },
    { type: 'tool-call', call: { id: 'c' } },
  ])
})
