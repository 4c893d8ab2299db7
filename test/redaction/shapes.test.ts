import { describe, expect, it, test } from 'vitest'
import { redactText } from '../../src/traffic/redaction/redact.js'
import { ENDINGS, SHAPES } from '../../src/traffic/redaction/secret-shapes.js'
import { SHAPE_EXAMPLES } from './shape-examples.js'

const rows = [...SHAPES, ...ENDINGS]
const SOURCE = /^(?:https:\/\/\S+|gitleaks:[a-z0-9-]+)$/

test('each shape has a unique name, a source and an example', () => {
  expect(rows.length).toBeGreaterThanOrEqual(140)
  expect(rows.map(({ rule }) => rule).toSorted()).toEqual(Object.keys(SHAPE_EXAMPLES).toSorted())
  expect(rows.filter(({ source }) => !SOURCE.test(source))).toEqual([])
})

describe.each(rows)('$rule', ({ rule, expression }) => {
  const [beginning = '', rest = ''] = SHAPE_EXAMPLES[rule] ?? []
  const key = beginning + rest

  it('matches its example', () => expect(expression.exec(key)?.[0]).toBeDefined())

  it.each([
    ['alone', (text: string) => text],
    ['in a sentence', (text: string) => `Use ${text}, then go on.`],
    ['in code', (text: string) => `call("${text}")`],
    ['after an escape', (text: string) => `"\\n${text}\\n"`],
  ])('is redacted %s', (_place, write) => {
    const redacted = redactText(write(key))
    expect(redacted).toContain('[redacted]')
    expect(redacted).not.toContain(rest.slice(-12))
  })

  it('keeps a beginning with little of the rest', () => {
    const near = `The ${beginning}${rest.slice(0, 3)} is short.`
    expect(redactText(near)).toBe(near)
  })
})

describe('private keys', () => {
  const lines = Array.from({ length: 5 }, (_, index) => `AAAAB3NzaC1yc2EAAAADAQABAAABAQC${index}`).join('\n')
  const putty = `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: a\n${'Private'}-Lines: 6\n${lines}\nQw==\nPrivate-MAC: 12ab\n`

  it('of PuTTY are redacted without their headers', () => {
    expect(redactText(putty)).toMatch(/^PuTTY[\s\S]+Private-Lines: 6\n\[redacted\]Private-MAC: 12ab\n$/)
  })

  it('of PuTTY are redacted in JSON', () => {
    expect(redactText(JSON.stringify({ putty }))).not.toContain('AAAAB3')
  })
})
