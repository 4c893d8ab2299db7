import { describe, expect, test } from 'vitest'
import { servers } from '../../src/traffic/mock/rows/index.js'
import { pathOf, toolTurnsFor } from './native-requests.js'
import { type RefusalCase, refusalCases } from './refusal-cases.js'
import { mockOf, post } from './support.js'

/** Returns the answer to a case, and the refusal that the mock reports. */
async function asked({ server, api, model, headers, path, with: members }: RefusalCase) {
  const mock = await mockOf(server, { ...(model && { model }) })
  const given = Object.entries({ ...toolTurnsFor(server, api), ...members })
  const body = Object.fromEntries(given.filter(([, value]) => value !== null))
  const { status, text } = await post(mock, path ?? pathOf(server, api), body, headers)
  return { status, text, refusal: mock.requests[0]?.refusal ?? '' }
}

describe('servers refuse in their own words', () => {
  test.each(refusalCases)('$server $api: $words', async (one) => {
    const { status, text, refusal } = await asked(one)
    expect([status, refusal]).toEqual([one.status, expect.stringContaining(one.words)])
    expect(JSON.stringify(JSON.parse(text))).toContain(JSON.stringify(one.words).slice(1, -1))
    if (one.body !== undefined) expect(JSON.parse(text)).toMatchObject(one.body)
  })
})

test('every sentence of a row is triggered by a case', async () => {
  const triggered = await Promise.all(
    refusalCases.map(async (one) => `${one.api} ${one.status} ${(await asked(one)).refusal}`),
  )
  const untriggered = Object.values(servers).flatMap(({ apis }) =>
    apis.flatMap(({ api, refusals }) =>
      refusals.flatMap(({ text, status }) => {
        // Servers whose words are unknown have one text, and an empty body has none.
        if (!text) return []
        const sentence = `${api} ${status} ${text}`
        return triggered.some((refusal) => patternOf(sentence).test(refusal)) ? [] : [sentence]
      }),
    ),
  )
  expect([...new Set(untriggered)]).toEqual([])
})

/** Returns the pattern of a sentence, in which a placeholder is any text. */
function patternOf(sentence: string): RegExp {
  const pieces = sentence.split(/\{\w+\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(pieces.join('[^]*'))
}
