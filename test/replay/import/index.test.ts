import { describe, expect, it } from 'vitest'
import { REDACTED } from '../../../src/traffic/redaction/secrets-in-text.js'
import {
  detectFormat,
  formatNamed,
  IMPORT_FORMATS,
  importRecordings,
} from '../../../src/traffic/replay/import/index.js'

const KEY = `sk-${'a1'.repeat(20)}`

describe('the formats of recordings', () => {
  it.each([
    ['har', '\n{"log": {"entries": []}}'],
    ['aimock', '{"fixtures": []}'],
    ['vcr', '---\n# a comment\ninteractions:\n- request: {}'],
    ['vcr', 'version: 1\nhttp_interactions: []'],
    ['vcr', '{"version": 1, "interactions": []}'],
    ['jsonl', '{"request": {}}\n{"response": {}}'],
    ['jsonl', '{\n  "sse": ""\n}'],
    ['jsonl', '[{"chunks": []}]'],
    ['sse', 'event: x\ndata: {}\n\n'],
    ['chunks', '{"type": "response.created", "response": {}}\n{"type": "x"}'],
    ['chunks', '\r\n{"choices": []}\r\n'],
  ])('are distinguished by the content: %s', (name, text) => {
    expect(detectFormat(text).name).toBe(name)
  })

  it.each([
    ['', 'no known format (har, aimock, vcr, jsonl, sse, chunks)'],
    ['hello', 'no known format'],
    ['[1, 2]', 'no known format'],
    ['{\n "cassette": 1,\n "format": "toolwire"\n}\n', 'a cassette already'],
  ])('are not guessed: %j', (text, message) => {
    expect(() => detectFormat(text)).toThrow(message)
  })

  it('have names', () => {
    expect(IMPORT_FORMATS.map(({ name }) => formatNamed(name).name)).toEqual([
      'har',
      'aimock',
      'vcr',
      'jsonl',
      'sse',
      'chunks',
    ])
    expect(() => formatNamed('fax')).toThrow('unknown format "fax"; known are har')
  })
})

describe('importing recordings', () => {
  it('redacts secrets', async () => {
    const text = JSON.stringify({
      log: {
        entries: [
          {
            request: {
              method: 'POST',
              url: `https://a/b?key=${KEY}`,
              headers: [{ name: 'Authorization', value: `Bearer ${KEY}` }],
              postData: { text: JSON.stringify({ note: `use ${KEY}`, secret: { pin: 'x' } }) },
            },
            response: { status: 200, headers: [{ name: 'Set-Cookie', value: KEY }], content: { text: KEY } },
          },
        ],
      },
    })
    const { exchanges } = await importRecordings(`\ufeff${text}`, { redact: { bodyPaths: ['/secret/*'] } })
    expect(JSON.stringify(exchanges)).not.toContain(KEY)
    expect(exchanges[0]?.request).toEqual({
      method: 'POST',
      url: `https://a/b?key=${REDACTED}`,
      headers: {},
      body: { json: { note: `use ${REDACTED}`, secret: { pin: REDACTED } } },
    })
  })

  it('uses the format that the caller names', async () => {
    await expect(importRecordings('{"fixtures": []}', { format: 'har' })).rejects.toMatchObject({
      path: '/log',
    })
  })
})
