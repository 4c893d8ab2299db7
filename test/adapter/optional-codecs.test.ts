import { expect, test } from 'vitest'
import { limits } from '../../adapters/openai-chat/limits.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import { defineAdapter } from '../../src/codec/wire/define-adapter.js'
import { readOnly } from '../../src/codec/wire/read-only.js'
import { plainWire } from '../support/plain-wire.js'

const plain = plainWire('plain', { id: 'plain', limits })

test('a wire may lack codecs: its other codecs work', () => {
  expect(plain.decodeMessages([{ role: 'user', parts: [] }]).value).toEqual([{ role: 'user', parts: [] }])
})

test.each([
  ['tools', () => plain.encodeTools([])],
  ['streams', () => plain.stream([new Uint8Array()]).next()],
])('asking for the %s of a wire that has none says which wire lacks what', async (what, ask) => {
  const refusal = await Promise.resolve()
    .then((): unknown => ask())
    .catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AdapterError)
  expect(refusal).toMatchObject({ code: 'unsupported', message: `plain has no ${what}` })
})

test('a read-only codec reports an attempt to write', () => {
  const record = defineAdapter(
    readOnly({
      id: 'record',
      title: 'a record',
      docs: '',
      limits,
      evidence: [],
      messages: { decode: () => [{ role: 'user', parts: [] }] },
      request: { decode: () => ({ messages: [] }) },
    }),
  )
  expect(record.decodeMessages([]).value).toHaveLength(1)
  for (const write of [() => record.encodeRequest({ messages: [] }), () => record.toolResults([])])
    expect(write).toThrow('a record can only be read, not written')
  expect([...record.lacks]).toEqual(['http', 'tools', 'response', 'stream', 'encoder'])
})
