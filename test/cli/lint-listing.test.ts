import { describe, expect, test } from 'vitest'
import type { CheckedRequest } from '../../src/cli/lint/lint-formats.js'
import { listed } from '../../src/cli/lint/lint-listing.js'
import { PLAIN } from '../../src/cli/paint.js'
import type { Rule, Violation } from '../../src/translate/lint/rule.js'

const RULE: Rule = {
  id: 'R-1',
  severity: 'error',
  summary: 'It is short.',
  error: 'too long',
  check: () => undefined,
}
const VIOLATION: Violation = { rule: 'R-1', path: '/a', message: 'it is long', severity: 'error' }

function told(text: string, violation: Partial<Violation> = {}, more: Partial<CheckedRequest> = {}): string {
  const checked: CheckedRequest = {
    ...{ place: { file: 'a.json' }, rules: [RULE], violations: [{ ...VIOLATION, ...violation }] },
    source: { text, firstLine: 1, path: '' },
    ...more,
  }
  return listed(checked, PLAIN, 60)
}

describe('findings in the form of a compiler', () => {
  test("names the rule, the position, the line with a mark, and the provider's message", () => {
    expect(told('{\n  "a": "long"\n}').split('\n')).toEqual([
      'error R-1: it is long',
      '  --> a.json:2:8',
      '   |',
      ' 2 |   "a": "long"',
      '   |        ^^^^^^',
      '  = at        /a',
      '  = rule      It is short.',
      '  = provider  too long',
      '',
      '',
    ])
  })

  test('a fix is shown by its first changes', () => {
    const add = (path: string) => ({ op: 'add', path, value: 'x' }) as const
    expect(told('{"a":1}', { fix: [{ op: 'remove', path: '/a' }, add('/b')] })).toContain(
      '--fix: remove /a; add /b "x"',
    )
    expect(told('{"a":1}', { fix: ['/a', '/b', '/c', '/d'].map(add) })).toMatch(/and\s+1 more/)
  })

  test('a long line is shortened to the part around the position', () => {
    const text = JSON.stringify({ before: 'x'.repeat(200), a: 'y'.repeat(200) })
    const lines = told(text).split('\n')
    expect(lines.every((line) => line.length <= 60)).toBe(true)
    expect(lines[3]).toContain('"a":"yyy')
    expect(lines[4]).toMatch(/\^+$/)
  })

  test('the first line of a longer value is marked, and control characters are not printed', () => {
    const lines = told('{\n\t"a": {\n"b": 1}\n}').split('\n')
    expect(lines.slice(3, 5)).toEqual([' 2 |  "a": {', '   |       ^'])
  })

  test('a finding for the complete request, an unknown rule, and a text without a file', () => {
    const source = { text: '{"a":1}', firstLine: undefined, path: '' }
    const text = told('', { path: '', rule: 'R-2', severity: 'info' }, { source, place: {} })
    expect(text).toContain('info R-2')
    expect(text).toContain('--> <stdin>\n')
    expect(text).toContain('the whole request')
    expect(text).not.toContain('= rule')
  })

  test('a position that is not in the text', () => {
    expect(told('[1', {}, { source: { text: '[1', firstLine: 1, path: '/x' } })).toContain('  --> a.json\n')
  })
})
