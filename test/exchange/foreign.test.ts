import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import type { Exchange } from '../../src/translate/exchange/registry.js'
import { registry } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { projectRoot } from '../support/project.js'
import { FOREIGN_DOCUMENTS } from './foreign-documents.js'

/** Returns the possible readings of a document: either side, an event, or a list of messages or events. */
function readings(document: JsonValue): Exchange[] {
  if (isArray(document)) return [{ request: { messages: document } }, { stream: document }]
  if (!isObject(document)) return []
  return [{ request: document }, { response: document }, { stream: [document] }]
}

function takenFor(document: JsonValue): string[] {
  return readings(document).flatMap((reading) => {
    const found = registry.recognise(reading)
    return found === undefined
      ? []
      : `${Object.keys(reading)[0]} of ${found.adapter.id}: ${found.recognition.reason}`
  })
}

describe('JSON that is of no wire and no format is recognized as none', () => {
  test.each(Object.entries(FOREIGN_DOCUMENTS))('%s', (_, document) => {
    expect(takenFor(document)).toEqual([])
  })

  test('data in installed packages', () => {
    const folder = join(projectRoot, 'node_modules')
    const found = readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .flatMap((entry) => tryParseJson(readFileSync(join(entry.parentPath, entry.name), 'utf8')) ?? [])
    expect(found.length).toBeGreaterThan(150)
    expect(someOf(found, 150).flatMap(takenFor)).toEqual([])
  })
})
