import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodyText } from '../../src/base/http/recorded-body.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { redactExchange, redactText } from '../../src/traffic/redaction/redact.js'
import { REDACTED } from '../../src/traffic/redaction/secrets-in-text.js'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'
import { KEYS } from '../support/secrets.js'
import { textOf } from './shape-files.js'
import { SHAPES, type Shape } from './shapes.js'

// A key in every text, argument and result of the files that programs write.

const KEY = KEYS.Anthropic ?? ''

/** Returns the file with the key after every text, argument and result. */
function planted(shape: Shape): string {
  return textOf(shape).replace(/Oslo\?|\bOslo\b|\brain\b/g, (said) => `${said} ${KEY}`)
}

const PLACES = { texts: /Oslo\?/g, arguments: /\bOslo\b(?!\?)/g, results: /\brain\b/g }

interface Side {
  readonly toolCalls: readonly { readonly id: string; readonly arguments: { readonly city: string } }[]
  readonly toolResults: readonly object[]
}
interface Printed {
  readonly request?: Side
  readonly response?: Side
}

function fileWith(text: string, { lines }: Shape): string {
  const file = join(temporaryFolder(), lines === undefined ? 'file.json' : 'file.jsonl')
  writeFileSync(file, text)
  return file
}

const command = (...argv: readonly string[]) => runCli(argv, '', { adapters: ADAPTERS_FOLDER })

/** Returns the calls and results of a file, without what differs between files. */
async function callsIn(file: string) {
  const { stdout } = await command('calls', file)
  const printed: Printed[] = stdout.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)))
  return printed.flatMap(({ request, response }) => [request, response].flatMap((side) => side ?? []))
}

describe.each(Object.entries(SHAPES))('%s, with keys', (_name, shape) => {
  test('a redacted file has no key, and the same calls and results', async () => {
    const text = redactText(planted(shape))
    expect(text).not.toContain(KEY)
    const expected = await callsIn(fileWith(planted(shape).replaceAll(KEY, REDACTED), shape))
    expect(expected.flatMap(({ toolCalls }) => toolCalls.map((call) => call.arguments.city))).toContain(
      `Oslo ${REDACTED}`,
    )
    expect(await callsIn(fileWith(text, shape))).toEqual(expected)
  })

  test('a recorded answer has no key, and the same calls', async () => {
    const response = { status: 200, headers: {}, body: { text: planted(shape) } }
    const request = { method: 'POST', url: '/', headers: {} }
    const { body } = redactExchange({ id: 'x', request, response }).response
    const text = bodyText(body) ?? ''
    expect(text).not.toContain(KEY)
    const expected = await callsIn(fileWith(planted(shape).replaceAll(KEY, REDACTED), shape))
    const read = await callsIn(fileWith(text, shape))
    expect(read.map(({ toolCalls }) => toolCalls)).toEqual(expected.map(({ toolCalls }) => toolCalls))
  })

  test.each(Object.entries(PLACES))('inspect prints no key of %s', async (_place, place) => {
    const file = fileWith(
      textOf(shape).replace(place, (said) => `${said} ${KEY}`),
      shape,
    )
    for (const argv of [
      ['inspect', file],
      ['inspect', file, '--html', `${file}.html`],
    ]) {
      const { stdout } = await command(...argv)
      expect(stdout).not.toContain(KEY)
    }
  })

  test('scan finds the keys', async () => {
    const { stdout } = await command('scan', fileWith(planted(shape), shape), '--json')
    const lengths = stdout.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line).length))
    expect(lengths.filter((length) => length === KEY.length)).toHaveLength(
      planted(shape).split(KEY).length - 1,
    )
    expect(lengths).not.toContain(0)
    // The texts of an event stream may continue each other.
    if (shape.text === undefined) expect(new Set(lengths)).toEqual(new Set([KEY.length]))
  })

  test('import refuses the file, or keeps its calls without the key', async () => {
    const file = fileWith(planted(shape), shape)
    const cassette = `${file}.cassette`
    const { status } = await command('import', file, '--to', cassette)
    if (status === 0) expect(existsSync(cassette)).toBe(true)
    if (!existsSync(cassette)) return
    const { stdout } = await command('calls', cassette)
    expect(stdout).not.toContain(KEY)
    expect(await callsIn(cassette)).toEqual(await callsIn(fileWith(redactText(planted(shape)), shape)))
  })
})
