import { describe } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Conversation } from '../../src/base/model/types.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { concerns, haystack, type Item, inventory, missing } from '../support/inventory.js'
import { exchangesBetween, forEachPair, holdsFor, type Verdict } from '../support/law.js'
import { translateBody } from '../support/translation.js'
import { difference, stored } from '../support/values.js'

function judge(request: JsonObject, from: LoadedAdapter, to: LoadedAdapter): Verdict {
  const source = from.adapter.decodeRequest(request).value
  const { value, notices } = translateBody(request, from, to)
  const target = to.adapter.decodeRequest(stored(value)).value
  const lost = [...missing(inventory(source), haystack(value)), ...changedSettings(source, target)]
  const silent = lost.filter(({ path }) => !notices.some((notice) => concerns(notice, path)))
  if (silent.length > 0) return silent.map(({ what, path }) => `${what} at ${path} vanishes without a notice`)
  return errorFlags(source, target)
}

/**
 * Returns the settings that differ on the other side. The model is set by the caller, and streaming by the
 * transport.
 */
function changedSettings(source: Conversation, target: Conversation): Item[] {
  const keys = ['maxOutputTokens', 'temperature', 'topP', 'stop', 'toolChoice', 'parallelToolCalls'] as const
  return keys
    .filter(
      (key) =>
        source[key] !== undefined &&
        !isDefault(key, source[key]) &&
        difference(source[key], target[key]) !== undefined,
    )
    .map((key) => ({ what: 'setting', path: `/${key}`, needles: [] }))
}

/** Every wire allows several calls in one turn by default. */
function isDefault(key: string, value: unknown): boolean {
  return key === 'parallelToolCalls' && value === true
}

/** Checks that the error flag of each client-run result is unchanged. */
function errorFlags(source: Conversation, target: Conversation): string | undefined {
  const [before, after] = [source, target].map((conversation) =>
    conversation.messages
      .filter(({ role }) => role === 'tool')
      .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? part.isError : []))),
  )
  // If `fit` repaired the pairing (with notices, see above), the results cannot be compared one by one.
  return before?.length === after?.length ? difference(before, after, '/isError') : undefined
}

describe('law 6: whatever a translation does not carry yields a notice', () => {
  forEachPair('requests', ['request'], (from, to) => {
    holdsFor(exchangesBetween(from, to), ({ request }) =>
      request === undefined ? undefined : judge(request, from, to),
    )
  })
})
