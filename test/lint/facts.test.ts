import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adapterOf } from '../support/adapters.js'
import { projectRoot } from '../support/project.js'

/** Rules of the fact files that are no rules of the linter, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'ANTHROPIC-THINK-02': 'compares a request with an earlier answer',
  'ANTHROPIC-THINK-08': 'compares a request with an earlier answer',
  'OPENAI-RESP-REASON-02': 'a request does not show which items had reasoning once it is gone',
  'GOOGLE-TOOLS-04': 'only one of two backends refuses the flag, and no body names the backend',
  'BEDROCK-REASON-01': 'a body does not name the model',
  'BEDROCK-REASON-02': 'a body does not name the model',
  'BEDROCK-STATUS-01': 'a body does not name the model',
  'MISTRAL-PAIR-04': 'MISTRAL-PAIR-01 looks at the end as well',
}

const WIRES = [
  'anthropic-messages',
  'openai-responses',
  'google-generate-content',
  'bedrock-converse',
  'mistral-chat',
]

test.each(WIRES)('every rule of the fact file of %s is one, or is left out for a reason', (wire) => {
  const file = join(projectRoot, '..', 'shared', 'wire', `${wire}.md`)
  if (!existsSync(file)) return
  const [, section = ''] = readFileSync(file, 'utf8').split('## 5. Acceptance rules')
  const [rows = ''] = section.split('\n## ')
  const facts = [...rows.matchAll(/^\| ([A-Z]+(?:-[A-Z]+)*-\d\d) \|/gm)].map((match) => match[1] ?? '')
  expect(facts.length).toBeGreaterThan(10)
  const known = new Set(adapterOf(wire).rules.map(({ id }) => id))
  expect(facts.filter((id) => !known.has(id) && LEFT_OUT[id] === undefined)).toEqual([])
  expect(facts.filter((id) => known.has(id) && LEFT_OUT[id] !== undefined)).toEqual([])
})
