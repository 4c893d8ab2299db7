import { expect, test } from 'vitest'
import { googleGenerateContent as google } from '../../adapters/google-generate-content/index.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import { exchangesOf } from '../support/exchanges.js'
import { holdsFor } from '../support/law.js'
import { eventsOf } from '../support/streams.js'

test('every complete call of a stream is emitted as it is written: its name, its input, its end', () => {
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
