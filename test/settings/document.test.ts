import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { projectRoot } from '../support/project.js'
import {
  cacheMarks,
  ELSEWHERE,
  formsOf,
  SETTINGS,
  settingsByWire,
  settingValues,
  TABLES,
} from './document.js'
import { CASES, OTHER_FORMS, type Said } from './native-forms.js'

test('docs/settings-by-wire.md and docs/setting-values.md match the tables', async () => {
  await expect(settingsByWire()).toMatchFileSnapshot('../../docs/settings-by-wire.md')
  await expect(settingValues()).toMatchFileSnapshot('../../docs/setting-values.md')
})

test('docs/prompt-caching.md has the table of marks', () => {
  expect(readFileSync(join(projectRoot, 'docs/prompt-caching.md'), 'utf8')).toContain(cacheMarks())
})

test('docs/request-settings.md names every setting', () => {
  const guide = readFileSync(join(projectRoot, 'docs/request-settings.md'), 'utf8')
  expect(SETTINGS.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('every `elsewhere` in the tables names the place', () => {
  const found = [...TABLES].flatMap(([wire, table]) =>
    Object.entries(table).flatMap(([setting, forms]) => (forms === 'elsewhere' ? `${wire} ${setting}` : [])),
  )
  expect(found.sort()).toEqual(Object.keys(ELSEWHERE).sort())
})

/** Returns true if a request has a field. An entry of a list counts as a field. */
function has(request: JsonValue | undefined, path: string): boolean {
  const [, list, entry] = /^(\w+)\[(\w+)\]$/.exec(path) ?? []
  if (list !== undefined && entry !== undefined)
    return isObject(request) && JSON.stringify(request[list] ?? '').includes(entry)
  let value = request
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined
  return value !== undefined
}

/** Settings that the laws and the adapter tests already cover, since almost every request has them. */
const EVERYWHERE = new Set(['model', 'stream', 'parallelToolCalls'])

test('every field of every form is in a request that is tested, and every dash in a notice', () => {
  const requestOf = (said: Said | undefined): JsonValue =>
    said !== undefined && 'lost' in said ? {} : (said ?? {})
  const unproven = [...TABLES].flatMap(([wire, table]) =>
    SETTINGS.flatMap((setting) => {
      const forms = formsOf(table, setting)
      if (forms === 'elsewhere' || EVERYWHERE.has(setting)) return []
      const cases = CASES.filter(({ value }) => Object.keys(value).includes(setting))
      const requests = [
        ...cases.map(({ said }) => requestOf(said[wire])),
        ...OTHER_FORMS.filter((form) => form.wire === wire).flatMap(({ native, edited }) => [native, edited]),
      ]
      const fields = forms
        .flatMap((form) => form.fields)
        .filter((path) => !requests.some((one) => has(one, path)))
      const isDash = forms.every(({ name }) => name !== undefined)
      const isTold = cases.some(({ said }) => 'lost' in (said[wire] ?? {}))
      return [...fields, ...(isDash && !isTold ? ['—'] : [])].map((path) => `${wire} ${setting} ${path}`)
    }),
  )
  expect(unproven).toEqual([])
})
