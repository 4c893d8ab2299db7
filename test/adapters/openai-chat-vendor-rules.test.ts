import { describe, expect, test } from 'vitest'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { VENDOR_CASES } from '../lint/broken/openai-chat-vendors.js'
import { adapterOf } from '../support/adapters.js'
import { pathsOf } from '../support/paths-of.js'

const { rules } = adapterOf('openai-chat')

describe.each(VENDOR_CASES)(
  '$rule of $profile at $path',
  ({ rule, profile, refused, path, fixed, taken = [] }) => {
    test('finds the refused fields only with this profile', () => {
      expect(pathsOf(rules, rule, refused, profile)).toEqual([path])
      expect(pathsOf(rules, rule, refused)).toEqual([])
    })

    test('accepts valid values', () => {
      for (const request of [...taken, ...(fixed ? [fixed] : [])])
        expect(pathsOf(rules, rule, request, profile)).toEqual([])
    })

    test('fixes the request if a mechanical fix exists', () => {
      const only = rules.filter(({ id }) => id === rule)
      expect(fixRequest(only, refused, profile).request).toEqual(fixed ?? refused)
    })
  },
)
