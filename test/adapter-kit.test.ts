import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../adapters/anthropic-messages/index.js'
import { defineAdapter } from '../src/adapter-kit.js'
import { translate, translateResponse } from '../src/index.js'
import { declarationsOf } from './support/declarations.js'
import { fakeWire } from './support/fake-wire.js'
import { projectRoot } from './support/project.js'

const FROM_SRC = /^import (?:type )?\{([^}]*)\} from '(?:\.\.\/)+(src\/[^']+)'/gm

/** What a file imports of `src`, as `name of file`. */
function importsOf(file: string): { readonly name: string; readonly from: string }[] {
  const text = readFileSync(join(projectRoot, file), 'utf8')
  return [...text.matchAll(FROM_SRC)].flatMap(([, list = '', from = '']) =>
    list
      .split(',')
      .map((name) => name.replace(/^\s*type |^\s+| as .*$|\s+$/g, ''))
      .filter((name) => name !== '')
      .map((name) => ({ name, from })),
  )
}

describe('with the kit and the main entry alone', () => {
  test('an adapter can be written', () => {
    const imported = importsOf('test/support/fake-wire.ts').map(({ from }) => from)
    expect([...new Set(imported)].sort()).toEqual(['src/adapter-kit.js', 'src/index.js'])
    const fake = defineAdapter(fakeWire('fake', 'fake'))
    const call = { call: 'weather', id: 'call_1', args: { city: 'Oslo' } }
    const response = { fake: 1, answer: [{ say: 'Let me see.' }, call], end: 'done' }
    const [decoded] = fake.toolCalls(response)
    expect(decoded).toMatchObject({ name: 'weather', status: 'complete', arguments: { city: 'Oslo' } })
    const { value } = translateResponse(response, { from: fake, to: anthropic })
    expect(value.content).toMatchObject([
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Oslo' } },
    ])
    const moved = translate([{ role: 'user', content: 'Hi' }], { from: anthropic, to: fake })
    expect(moved.value).toEqual([{ role: 'user', parts: [{ say: 'Hi' }] }])
  })

  /** So those of this project could stand outside of it, too. */
  test('everything is there that the adapters import', () => {
    const known = new Set(
      ['src/adapter-kit.ts', 'src/index.ts', 'src/translate/catalogue/index.ts']
        .flatMap(declarationsOf)
        .map(({ name }) => name),
    )
    const files = readdirSync(join(projectRoot, 'adapters'), { recursive: true, encoding: 'utf8' })
    const imports = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => importsOf(`adapters/${file}`))
    expect(imports.length).toBeGreaterThan(500)
    const missing = imports
      .filter(({ name }) => !known.has(name))
      .map(({ name, from }) => `${name} of ${from}`)
    expect([...new Set(missing)]).toEqual([])
  })
})
