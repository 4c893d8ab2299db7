import { expect, test } from 'vitest'
import { wireWords } from './wire-words.js'

test('src/translate/lint/wire-words.ts has the fields and types that the decoders read', async () => {
  await expect(wireWords()).toMatchFileSnapshot('../../src/translate/lint/wire-words.ts')
})
