import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entryOf } from '../scripts/adapter-entry.mjs'
import { listOf } from '../scripts/adapter-list.mjs'
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
