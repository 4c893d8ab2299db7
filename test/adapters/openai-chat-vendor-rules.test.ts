import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { VENDOR_CASES } from '../lint/broken/openai-chat-vendors.js'
import { adapterOf } from '../support/adapters.js'

const { rules } = adapterOf('openai-chat')

const pathsOf = (rule: string, request: JsonObject, profile?: string) =>
  lint(rules, request, profile).flatMap((each) => (each.rule === rule ? [each.path] : []))

describe.each(VENDOR_CASES)(
  '$rule of $profile at $path',
  ({ rule, profile, refused, path, mended, taken = [] }) => {
    test('finds what is refused, under that profile alone', () => {
      expect(pathsOf(rule, refused, profile)).toEqual([path])
      expect(pathsOf(rule, refused)).toEqual([])
    })

    test('takes what is taken', () => {
      for (const request of [...taken, ...(mended ? [mended] : [])])
        expect(pathsOf(rule, request, profile)).toEqual([])
    })

    test('mends it, where that is mechanical', () => {
      const only = rules.filter(({ id }) => id === rule)
      expect(fixRequest(only, refused, profile).request).toEqual(mended ?? refused)
    })
  },
)
