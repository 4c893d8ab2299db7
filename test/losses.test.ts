import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './support/project.js'

/** A notice has a code followed by a severity. The code of an error has no severity. */
const REPORTED = /\bcode: '([a-z-]+)',\s*severity\b/g

const sources = ['src', 'adapters'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({
      path: `${folder}/${file}`,
      text: readFileSync(join(projectRoot, folder, file), 'utf8'),
    })),
)

test('each notice is reported in one place, which decides its severity and its words', () => {
  const places = new Map<string, string[]>()
  for (const { path, text } of sources)
    for (const [, code = ''] of text.matchAll(REPORTED)) places.set(code, [...(places.get(code) ?? []), path])
  expect(places.size).toBeGreaterThan(80)
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([])
})
