import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asJson, isArray, isObject } from '../../src/base/json/read-json.js'
import type { MessagesReader, MessagesWriter } from '../../src/codec/wire/messages-wire.js'
import { translate } from '../../src/translate/exchange/translate-conversation.js'
import { adapters } from '../support/adapters.js'
import { someLocally } from '../support/cases.js'
import { exchangesOf } from '../support/exchanges.js'

type Light = MessagesReader<object> & MessagesWriter<object, unknown>

function isLight(value: unknown): value is Light {
  return typeof value === 'object' && value !== null && 'decodeMessages' in value && 'encodeMessages' in value
}

async function lightOf(folder: string): Promise<Light> {
  const { messages } = await import(join(folder, 'index.ts'))
  if (isLight(messages)) return messages
  throw new Error(`${folder} exports no messages`)
}

/** Returns the list of messages of each recorded request, whatever its name on the wire. */
function histories(wire: string): (readonly object[])[] {
  const lists = exchangesOf(wire).flatMap(({ request }) => {
    const body = asJson(request ?? null)
    return isObject(body) ? [body.messages ?? body.contents ?? body.input] : []
  })
  return lists.filter((list) => isArray(list)).map((list) => list.filter(isObject))
}

describe('the messages of an adapter alone translate as the whole adapter does', () => {
  for (const source of adapters)
    for (const target of someLocally(adapters, 3, source.wire))
      test(`${source.wire} to ${target.wire}`, async () => {
        const [from, to] = await Promise.all([lightOf(source.folder), lightOf(target.folder)])
        const found = histories(source.wire).slice(0, 30)
        expect(found.length).toBeGreaterThan(5)
        for (const history of found)
          for (const repair of [false, true])
            expect(translate(history, { from, to, repair })).toEqual(
              translate(history, { from: source.adapter, to: target.adapter, repair }),
            )
      })
})
