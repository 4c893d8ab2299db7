import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './support/project.js'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

test('the table of docs/streaming.md has each event with its members', () => {
  const expected = { ...membersByEvent(), finish: FINISH }
  expect(documented()).toEqual(expected)
})

/** `FinishEvent` extends `ModelResponse`, so its members are in two declarations. */
const FINISH = ['finish', 'usage?', 'id?', 'model?', 'providerMetadata?', 'messageMetadata?']

/** Returns the members of each event that `StreamEvent` declares, without `type`. */
function membersByEvent(): Record<string, string[]> {
  const [, union = ''] =
    /export type StreamEvent =\n([\s\S]*?)\n\n/.exec(read('src/base/model/events.ts')) ?? []
  return Object.fromEntries(
    [...union.matchAll(/\| \{([^}]*)\}/g)].map(([, body = '']) => {
      const [type = '', ...others] = [...body.matchAll(/readonly (\w+\??): ('[a-z-]+')?/g)].map(
        ([, name = '', value]) => value?.replaceAll("'", '') ?? name,
      )
      return [type, others]
    }),
  )
}

function documented(): Record<string, string[]> {
  const rows = read('docs/streaming.md').matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| (.*?) ?\|/gm)
  return Object.fromEntries(
    [...rows].flatMap(([, names = '', members = '']) =>
      wordsOf(names).map((name) => [name, wordsOf(members)] as const),
    ),
  )
}

function wordsOf(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
}
