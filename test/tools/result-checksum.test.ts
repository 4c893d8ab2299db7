import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import { toolCall, toolResult } from '../../src/base/model/create.js'
import { checksumOf, restoreResult, withHostData } from '../../src/tools/index.js'
import { tries } from '../support/cases.js'

const json = fc.jsonValue().filter((value) => value !== null)

describe('R12: the checksum of a result', () => {
  test('R12: restores a stored result, also with its members in another order', async () => {
    await fc.assert(
      fc.asyncProperty(json, fc.string(), async (value, id) => {
        const call = toolCall(id || 'c', 'look', {})
        const result = withHostData(toolResult(call, value), { locations: [id] })
        const checksum = await checksumOf(result)
        expect(checksum).toMatch(/^[0-9a-f]{64}$/)
        const text = JSON.stringify(result)
        const reversed = Object.fromEntries(Object.entries(JSON.parse(text)).reverse())
        for (const stored of [text, result, JSON.parse(JSON.stringify(reversed))])
          expect(await restoreResult(stored, checksum)).toEqual(JSON.parse(text))
      }),
      tries(100),
    )
  })

  test('R12: a changed result is not restored, for any change', async () => {
    const result = toolResult(toolCall('c1', 'look', {}), { degrees: 7 })
    const checksum = await checksumOf(result)
    const changes: object[] = [
      { callId: 'c2' },
      { name: 'see' },
      { isError: true },
      { output: { type: 'json', value: { degrees: 8 } } },
      { metadata: { more: 1 } },
    ]
    for (const change of changes) {
      const error = await restoreResult(JSON.stringify({ ...result, ...change }), checksum).catch(
        (cause) => cause,
      )
      expect(error).toBeInstanceOf(AdapterError)
      expect(error).toMatchObject({ code: 'untrusted' })
    }
  })

  test('R12: a value that is not a result is refused', async () => {
    await expect(restoreResult('{"text": "x"}', '0'.repeat(64))).rejects.toThrow(AdapterError)
    await expect(restoreResult('no JSON', '0'.repeat(64))).rejects.toThrow(AdapterError)
  })
})
