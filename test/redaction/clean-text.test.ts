import { describe, expect, it } from 'vitest'
import { bodyText, recordText } from '../../src/base/http/recorded-body.js'
import { findSecrets } from '../../src/traffic/redaction/find-secrets.js'
import { redactExchange, redactText } from '../../src/traffic/redaction/redact.js'
import { exchange } from '../support/replay.js'
import { EVERYDAY_DOCUMENTS, EVERYDAY_LINES } from './everyday-lines.js'

/** The forms in which an agent reads or writes a line. */
const FORMS: Readonly<Record<string, (line: string) => string>> = {
  'a body': (line) => line,
  'a text of a body': (line) => JSON.stringify({ messages: [{ role: 'user', content: line }] }),
  'tool arguments': (line) =>
    JSON.stringify({ arguments: JSON.stringify({ path: 'a.ts', new_string: `\n${line}\n` }) }),
  'an event': (line) => `data: ${JSON.stringify({ choices: [{ delta: { content: line } }] })}\n\n`,
}

function redactedBody(text: string): string {
  return bodyText(redactExchange(exchange('x', {}, { body: recordText(text) })).response.body)
}

/** Returns the lines that `redact` changes, with the changed text. */
function changed(redact: (line: string) => string): string[] {
  const lines = Object.values(EVERYDAY_LINES).flat()
  return lines.flatMap((line) => {
    const after = redact(line)
    return after === line ? [] : [`${line}  →  ${after}`]
  })
}

describe('everyday lines without a secret', () => {
  it('are many', () => {
    expect(Object.values(EVERYDAY_LINES).flat().length).toBeGreaterThanOrEqual(240)
  })

  it('are kept by redactText', () => expect(changed(redactText)).toEqual([]))

  it.each(Object.entries(FORMS))('are kept in %s', (_title, form) => {
    expect(
      changed((line) => (redactedBody(form(line)) === form(line) ? line : redactedBody(form(line)))),
    ).toEqual([])
  })

  it('are not found by scan', () => {
    const texts = [...Object.values(EVERYDAY_LINES).flat(), ...Object.values(EVERYDAY_DOCUMENTS)]
    expect(texts.filter((text) => findSecrets(text).length > 0)).toEqual([])
  })

  it.each(Object.entries(EVERYDAY_DOCUMENTS))('are kept as a document: %s', (_language, text) => {
    expect(redactedBody(text)).toBe(text)
    expect(redactedBody(JSON.stringify({ text }))).toBe(JSON.stringify({ text }))
  })
})
