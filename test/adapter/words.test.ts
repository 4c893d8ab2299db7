import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EverydayExports } from '../../src/codec/wire/everyday.js'
import { adapters } from '../support/adapters.js'
import { fixtures } from '../support/exchanges.js'

for (const { wire, folder, adapter } of adapters) {
  describe(`the functions that ${wire} exports one by one behave like the adapter's`, async () => {
    const words: EverydayExports = await import(join(folder, 'index.ts'))
    for (const { id, folder: fixture, canonical, response, stream } of fixtures.filter(
      (one) => one.wire === wire,
    )) {
      if (response !== undefined)
        test(`${id}: response`, () => {
          const text = readFileSync(join(fixture, 'response.json'), 'utf8')
          expect(words.decodeResponse(text)).toStrictEqual(adapter.decodeResponse(text))
          expect(words.toolCalls(text)).toStrictEqual(adapter.toolCalls(text))
        })
      if (stream !== undefined)
        test(`${id}: stream`, async () => {
          expect(await words.collect([stream])).toStrictEqual(await adapter.collect([stream]))
          const events = []
          for await (const event of words.stream([stream])) events.push(event)
          const expected = []
          for await (const event of adapter.stream([stream])) expected.push(event)
          expect(events).toStrictEqual(expected)
        })
      const results = (canonical.request?.messages ?? [])
        .flatMap(({ parts }) => parts)
        .filter((part) => part.type === 'tool-result')
        .filter(({ providerExecuted }) => !providerExecuted)
      if (results.length > 0)
        test(`${id}: results`, () => {
          expect(words.toolResults(results)).toStrictEqual(adapter.toolResults(results))
        })
    }
  })
}
