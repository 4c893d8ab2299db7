import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import type { Notice } from '../../src/base/model/context.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { fixtures } from '../support/exchanges.js'
import { exchangesBetween, forEachPair, holdsFor, type Verdict } from '../support/law.js'
import { translateBody } from '../support/translation.js'
import { findText, type Salted, saltFields, saltOf } from '../support/unknown-fields.js'

type Side = 'request' | 'response'

function judge(side: Side, { body, fields }: Salted, from: LoadedAdapter, to: LoadedAdapter): Verdict {
  const { value, notices } =
    side === 'request'
      ? translateBody(body, from, to)
      : translateResponse(body, { from: from.adapter, to: to.adapter })
  const written = JSON.stringify(value)
  const lost = fields.filter((field) => !written.includes(saltOf(field)))
  if (lost.length === 0) return undefined
  const canonical =
    side === 'request' ? from.adapter.decodeRequest(body).value : from.adapter.decodeResponse(body).value
  return lost.flatMap((field) => {
    const place = findText(canonical, saltOf(field))
    if (place === undefined) return `${field} is not even in the canonical ${side}`
    return notices.some((notice) => tells(notice, field, place)) ? [] : `${field} at ${place} vanishes`
  })
}

/** Codes of notices about values that are dropped completely, with the path of the value. */
const WHOLE = new Set([
  'opaque-dropped',
  'model-replaced',
  'call-withheld',
  'opaque-as-text',
  'provider-tool-dropped',
  'tool-choice-repaired',
  'setting-refused',
  'tools-withheld',
  'reasoning-held-back',
  'reasoning-dropped',
  'source-dropped',
  'alternatives-dropped',
  'provider-executed-dropped',
])

/** Returns the paths of settings, or of their members, that a notice says are left out. */
function droppedSettings({ code, message }: Notice): string[] {
  if (code !== 'setting-dropped') return []
  const [, names = ''] = /does not support (.+) with this value/.exec(message) ?? []
  return names.split(', ').map((name) => `/${name}`)
}

/**
 * Returns true if a notice names the field or the unknown member that contains it, or reports the loss of the
 * enclosing value.
 */
function tells(notice: Notice, field: string, place: string): boolean {
  const { code, severity, path, message, detail } = notice
  const named = isObject(detail) ? Object.keys(detail) : []
  const [, inside = ''] = /\/(?:providerMetadata\/[^/]+|raw)\/(.+)/.exec(place) ?? []
  if (named.includes(field) || message.includes(saltOf(field))) return true
  if (droppedSettings(notice).some((dropped) => place.startsWith(`${dropped}/`))) return true
  // The dropped parts of a schema are listed with their keywords. The schema of a vendor's tool is in its
  // value.
  const inSchema = `${place.replace(/^(\/tools\/\d+)\/value\//, '$1/')}/`
  const isOf = (change: JsonValue) =>
    isObject(change) && inSchema.startsWith(`${path}${change.path}/${change.keyword}/`)
  if (code === 'schema-fitted' && isArray(detail) && detail.some(isOf)) return true
  if (inside.split('/').some((member) => named.includes(member))) return true
  // A response without a request is fitted as a conversation of one message.
  const places = [place, place.replace(/^\/message\//, '/messages/0/')]
  const isShortened = code === 'provider-executed-narrated' && severity === 'warning'
  return (WHOLE.has(code) || isShortened) && places.some((one) => one === path || one.startsWith(`${path}/`))
}

/**
 * Selects bodies that can be decoded. The corpus also contains answers of other endpoints, and refusals that
 * are not objects of this wire.
 */
function readable(side: Side, body: JsonObject | undefined, { adapter }: LoadedAdapter): body is JsonObject {
  if (body === undefined) return false
  try {
    if (side === 'request') adapter.decodeRequest(body)
    else adapter.decodeResponse(body)
    return true
  } catch {
    return false
  }
}

describe('law 14: a field that no adapter knows is in the output or named by a notice', () => {
  for (const side of ['request', 'response'] as const)
    forEachPair(`in every object of a ${side}`, ['http'], (from, to) => {
      holdsFor(exchangesBetween(from, to), ({ [side]: body }) =>
        readable(side, body, from) ? judge(side, saltFields(body), from, to) : undefined,
      )
    })

  forEachPair('in any single object, so that no other unknown field helps', ['http'], (from, to) => {
    const bodies = fixtures
      .filter(({ wire }) => wire === from.wire)
      .flatMap(({ request, response }) => [
        ...(readable('request', request, from) ? [['request', request] as const] : []),
        ...(readable('response', response, from) ? [['response', response] as const] : []),
      ])
    fc.assert(
      fc.property(fc.constantFrom(...bodies), fc.nat(), ([side, body], choice) => {
        const objects = saltFields(body).fields.length
        const salted = saltFields(body, (place) => place === choice % objects)
        expect([judge(side, salted, from, to) ?? []].flat()).toEqual([])
      }),
      tries(300),
    )
  })
})
