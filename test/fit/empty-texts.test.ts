import { describe, expect, test } from 'vitest'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { targets } from '../outcomes/document.js'
import { adapterOf } from '../support/adapters.js'

const { adapter: google } = adapterOf('google-generate-content')

// Gemini signs the last part of a turn, which may be empty:
// https://ai.google.dev/gemini-api/docs/thought-signatures
const ANSWER = {
  candidates: [
    {
      content: { role: 'model', parts: [{ text: 'It is sunny.' }, { text: '', thoughtSignature: 'c2ln' }] },
      finishReason: 'STOP',
    },
  ],
}

describe('an empty text with a signature', () => {
  const { value: answer } = google.decodeResponse(JSON.stringify(ANSWER))

  test.each(targets.filter(({ wire }) => wire !== 'google-generate-content'))(
    'is not text on $wire',
    ({ adapter }) => {
      const { response } = fitResponse(answer, adapter.codecs, { from: google.id })
      const texts = response.message.parts.flatMap((part) => (part.type === 'text' ? part.text : []))
      expect(texts).toEqual(['It is sunny.'])
    },
  )

  test('stays on its wire', () => {
    expect(google.encodeResponse(answer).value).toMatchObject(ANSWER)
  })
})
