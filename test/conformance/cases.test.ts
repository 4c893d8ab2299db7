import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@cfworker/json-schema'
import { expect, test } from 'vitest'
import { serverNames } from '../../src/traffic/mock/index.js'
import { servers } from '../../src/traffic/mock/rows/index.js'
import { allCases, caseFiles } from '../support/conformance-cases.js'
import { projectRoot } from '../support/project.js'

test('every file has the form of case.schema.json', () => {
  const schema: unknown = JSON.parse(readFileSync(join(projectRoot, 'conformance/case.schema.json'), 'utf8'))
  const validator = new Validator(asSchema(schema), '2020-12', false)
  const faults = caseFiles.flatMap(({ file, text }) =>
    validator
      .validate(JSON.parse(text))
      .errors.map(({ instanceLocation, error }) => `${file} ${instanceLocation} ${error}`),
  )
  expect(faults).toEqual([])
})

function asSchema(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw new Error('the schema is not an object')
  return value
}

test('every id is unique, and begins with its file', () => {
  const ids = allCases.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
  const misplaced = allCases.filter(({ id, file }) => !id.startsWith(`${file.replace(/\.json$/, '')}/`))
  expect(misplaced.map(({ id }) => id)).toEqual([])
})

test('every server is known, and has the API of the output', () => {
  const unknown = allCases.flatMap(({ id, server, to }) => {
    if (server === undefined) return []
    const row = servers[server]
    const isKnown = serverNames.includes(server) && row?.apis.some(({ wire }) => wire === to)
    return isKnown === true ? [] : [`${id}: ${server}`]
  })
  expect(unknown).toEqual([])
})

test('every source is an https address', () => {
  const wrong = allCases.flatMap(({ id, source }) =>
    source.filter((url) => URL.parse(url)?.protocol !== 'https:').map((url) => `${id}: ${url}`),
  )
  expect(wrong).toEqual([])
})
