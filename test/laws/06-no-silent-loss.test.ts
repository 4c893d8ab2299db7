import { describe } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Notice } from '../../src/base/model/context.js'
import type { Conversation } from '../../src/base/model/types.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { haystack, type Item, inventory, missing } from '../support/inventory.js'
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

/** Whether the notice is about the place, something in it, or something that it is in. */
function concerns(notice: Notice, path: string): boolean {
  return notice.path !== '' && (notice.path.startsWith(path) || path.startsWith(`${notice.path}/`))
}

/** Settings that are not the same on the other side. Model and stream switch are the caller's and the transport's. */
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

/** Several calls in one turn are what every wire allows when nothing is said. */
function isDefault(key: string, value: unknown): boolean {
  return key === 'parallelToolCalls' && value === true
}

/** Whether each client-run result that arrived is still an error, or still none. */
function errorFlags(source: Conversation, target: Conversation): string | undefined {
  const [before, after] = [source, target].map((conversation) =>
    conversation.messages
      .filter(({ role }) => role === 'tool')
      .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? part.isError : []))),
  )
  // Where `fit` repaired the pairing (with notices, see above) the results cannot be compared one by one.
  return before?.length === after?.length ? difference(before, after, '/isError') : undefined
}

describe('law 6: whatever a translation does not carry yields a notice', () => {
  forEachPair('requests', ['request'], (from, to) => {
    holdsFor(exchangesBetween(from, to), ({ request }) =>
      request === undefined ? undefined : judge(request, from, to),
    )
  })
})
