import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entryOf } from '../scripts/adapter-entry.mjs'
import { listOf } from '../scripts/adapter-list.mjs'
import { pageWith } from '../scripts/models.mjs'
import { models, priceOf, priceRows } from '../src/translate/catalogue/index.js'
import { folders } from './support/adapters.js'
import { adaptersFolder, projectRoot } from './support/project.js'

const wires = folders(adaptersFolder)

describe('committed files that scripts/adapters.mjs writes are fresh', () => {
  test.each(wires)('adapters/%s/index.ts', (wire) => {
    expect(readFileSync(join(adaptersFolder, wire, 'index.ts'), 'utf8')).toBe(entryOf(wire, adaptersFolder))
  })

  test('adapters.ts', () => {
    expect(readFileSync(join(projectRoot, 'adapters.ts'), 'utf8')).toBe(listOf(wires))
  })
})

test('docs/models.md has the rows of models and prices: run node scripts/models.mjs', () => {
  const page = readFileSync(join(projectRoot, 'docs/models.md'), 'utf8')
  expect(page).toBe(pageWith(page, models.rows, { priceRows: priceRows(), priceOf }))
})
