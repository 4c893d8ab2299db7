import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { decodeTraffic } from '../../src/traffic/decode-traffic.js'
import { registry } from '../support/adapters.js'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'
import { textOf } from './shape-files.js'
import { SHAPES, type Shape } from './shapes.js'

interface Side {
  readonly toolCalls: readonly { readonly id: string; readonly arguments: { readonly city: string } }[]
  readonly toolResults: readonly { readonly callId: string }[]
}

interface Printed {
  readonly wire?: string
  readonly request?: Side
  readonly response?: Side
  readonly error?: { readonly code: string }
  readonly notices?: readonly { readonly severity: string }[]
}

async function printedFor(shape: Shape, command: string): Promise<Printed[]> {
  const file = join(temporaryFolder(), shape.lines === undefined ? 'file.json' : 'file.jsonl')
  writeFileSync(file, textOf(shape))
  const { stdout } = await runCli([command, file], '', { adapters: ADAPTERS_FOLDER })
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)))
}

const sidesOf = ({ request, response }: Printed) => [request, response].filter((side) => side !== undefined)

describe.each(Object.entries(SHAPES))('%s', (_name, shape) => {
  const { wire, records = 1, others = 0, isOpen = false } = shape

  test('is read by the command line, with every call and result', async () => {
    const printed = await printedFor(shape, 'calls')
    const read = printed.filter(({ error }) => error === undefined)
    expect(printed.flatMap(({ error }) => error?.code ?? [])).toEqual(Array(others).fill('unknown-wire'))
    expect(read.map((one) => one.wire)).toEqual(Array(records).fill(wire))
    for (const one of read) {
      const calls = sidesOf(one).flatMap(({ toolCalls }) => toolCalls)
      const results = sidesOf(one).flatMap(({ toolResults }) => toolResults)
      expect(calls.map(({ arguments: given }) => given.city)).toEqual(['Oslo'])
      expect(results.map(({ callId }) => callId)).toEqual(isOpen ? [] : calls.map(({ id }) => id))
    }
  })

  test('is decoded without a warning', async () => {
    const printed = await printedFor(shape, 'decode')
    const warned = printed.flatMap(({ notices = [] }) =>
      notices.filter(({ severity }) => severity !== 'info'),
    )
    expect(warned).toEqual([])
  })

  test('is read by decodeAny, as text and as a value', async () => {
    const read = (given: string | object) => decodeTraffic(given, registry)
    const given = [textOf(shape), ...(shape.value === undefined ? [] : [Object(asJson(shape.value))])]
    for (const one of given) {
      if (records + others > 1)
        await expect(read(one)).rejects.toMatchObject({
          code: expect.stringMatching(/wrong-type|invalid-json/),
        })
      else {
        const found = await read(one)
        expect(found.wire).toBe(wire)
        expect(found.calls.map(({ arguments: input }) => isObject(input) && input.city)).toEqual(['Oslo'])
      }
    }
  })
})

test('a damaged database of SQLite is refused', async () => {
  const file = join(temporaryFolder(), 'sessions.db')
  writeFileSync(file, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(84, 1)]))
  const { stdout } = await runCli(['calls', file], '', { adapters: ADAPTERS_FOLDER })
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: 'unsupported' },
  })
})
