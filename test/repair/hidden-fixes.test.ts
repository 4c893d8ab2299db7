import { expect, test } from 'vitest'
import { explainRefusal } from '../../src/translate/repair/explain-refusal.js'
import { isRule, type KnownRefusal } from '../../src/translate/repair/refusal.js'
import { wordsOf, wordsShared } from '../../src/translate/repair/refusal-words.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { refusalsFor } from '../support/refusals.js'

async function knownTo(wire: string): Promise<readonly KnownRefusal[]> {
  return [...adapterOf(wire).rules, ...(await refusalsFor(wire))]
}

/** Returns the number of words of a row that are in a text. */
function sharedWith(text: string, { errors = [] }: KnownRefusal): number {
  return Math.max(0, ...errors.map((error) => wordsShared(wordsOf(error), wordsOf(text))))
}

test.each(adapters.map(({ wire }) => wire))(
  'no rule without a fix of %s hides a refusal that has one',
  async (wire) => {
    const known = await knownTo(wire)
    const texts = known.flatMap((row) => (isRule(row) && row.fix === undefined ? (row.error ?? []) : []))
    const hidden = texts.flatMap((text) => {
      const own = wordsShared(wordsOf(text), wordsOf(text))
      const fixing = known.filter((row) => !isRule(row) && row.fix !== undefined)
      return fixing.flatMap((row) => {
        const shared = sharedWith(text, row)
        return shared > 0 && shared < own ? [`${row.id} has ${shared} of ${own} words of "${text}"`] : []
      })
    })
    expect(hidden).toEqual([])
  },
)

// The limits of the host activate a rule without a fix, which must not hide the refusal's fix.
test("an unsigned call at Gemini's compatible address is signed", async () => {
  const call = { id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } }
  const request = {
    model: 'gemini-3-flash-preview',
    messages: [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: '12 degrees' },
    ],
  }
  const words =
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work'
  const rules = await knownTo('openai-chat')
  const path = '/messages/1/tool_calls/0/extra_content'
  for (const limits of [undefined, 'gemini-compat'])
    expect(explainRefusal(words, request, { rules, limits })?.fix).toMatchObject([{ op: 'add', path }])
})
