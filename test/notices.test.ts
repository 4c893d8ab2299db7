import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adapters } from './support/adapters.js'
import { projectRoot } from './support/project.js'

const notices = read(join(projectRoot, 'docs', 'notices.md'))
const REPORTED = /\b(?:code: |(?:warn|inform)\(\s*)'([a-z]+(?:-[a-z]+)+)'/g

test('docs/notices.md lists every code that the source reports', () => {
  const missing = codesIn(join(projectRoot, 'src')).filter((code) => !notices.includes(`\`${code}\``))
  expect(missing).toEqual([])
})

describe.each(adapters)('$wire', ({ folder }) => {
  test('the README lists the codes that docs/notices.md does not', () => {
    const documented = notices + read(join(folder, 'README.md'))
    expect(codesIn(folder).filter((code) => !documented.includes(`\`${code}\``))).toEqual([])
  })
})

function codesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const texts = files.map((file) => read(join(folder, file)))
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(REPORTED)].map(([, code = '']) => code))),
  ].sort()
}

function read(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
