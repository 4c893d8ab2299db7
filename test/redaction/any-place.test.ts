import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bodyText } from '../../src/base/http/recorded-body.js'
import type { RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { redactExchange } from '../../src/traffic/redaction/redact.js'
import { CassetteWriter } from '../../src/traffic/replay/cassette.js'
import { isComplete, seed } from '../support/cases.js'
import { exchanges } from '../support/exchanges.js'
import { exchange, temporaryFolder } from '../support/replay.js'
import { KEYS } from '../support/secrets.js'
import { seededRandom } from '../support/values.js'

const seeds = Array.from({ length: isComplete ? 12 : 2 }, (_, index) => seed + index)
const recordings: readonly RecordedExchange[] = exchanges.map(({ request, response, stream }, index) =>
  exchange(`r${index}`, request === undefined ? {} : { body: { json: request } }, {
    body: stream === undefined ? { json: response ?? {} } : { text: stream },
  }),
)
const keys = Object.values(KEYS).filter((key) => !key.includes('\n'))

/** Returns the value with the key at the end of one of its strings, or undefined if it has no string. */
function planted(value: JsonValue, key: string, random: () => number): JsonValue | undefined {
  if (typeof value === 'string') return value.length > 2000 ? undefined : `${value} ${key} `
  const entries = isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : []
  const shuffled = [...entries].sort(() => random() - 0.5)
  for (const [name, member] of shuffled) {
    const inside = planted(member, key, random)
    if (inside === undefined) continue
    if (isArray(value)) return value.map((each, index) => (index === name ? inside : each))
    if (isObject(value)) return { ...value, [name]: inside }
  }
  return undefined
}

test.each(seeds)('a key at a random place of a recording is never on disk: seed %i', async (number) => {
  const random = seededRandom(number)
  const file = join(temporaryFolder(), 'planted.cassette')
  const writer = await CassetteWriter.open(file)
  const used: string[] = []
  for (let count = 0; count < 60; count += 1) {
    const recording = recordings[Math.floor(random() * recordings.length)]
    const key = keys[Math.floor(random() * keys.length)] ?? ''
    const body = recording?.request.body
    const json = body !== undefined && 'json' in body ? planted(body.json, key, random) : undefined
    if (recording === undefined || json === undefined) continue
    used.push(key)
    const request = { ...recording.request, body: { json } }
    await writer.append(redactExchange({ ...recording, id: `p${count}`, request }))
  }
  await writer.close()
  const text = await readFile(file, 'utf8')
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((key) => text.includes(key.slice(-16)))).toEqual([])
})

test.each(seeds)('recordings without a secret keep their bytes: seed %i', (number) => {
  const random = seededRandom(number)
  for (let count = 0; count < 40; count += 1) {
    const recording = recordings[Math.floor(random() * recordings.length)]
    const text = bodyText(recording?.response.body)
    if (recording === undefined || /password|authorization/i.test(text)) continue
    expect(bodyText(redactExchange(recording).response.body)).toBe(text)
  }
})
