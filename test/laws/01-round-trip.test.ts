import { describe, expect } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { exchangesOf } from '../support/exchanges.js'
import { forEachAdapter, holdsFor, someExchangesOf, type Verdict } from '../support/law.js'
import { withMembers } from '../support/mutate.js'
import { deepFreeze, difference, stored } from '../support/values.js'

interface Side<Canonical> {
  decode(native: JsonObject | string): { readonly value: Canonical }
  encode(canonical: Canonical): {
    readonly value: object
    readonly notices: readonly { readonly code: string }[]
  }
}

/** Notices that a wire with object arguments reports even for arguments that it wrapped itself. */
const ALLOWED_NOTICES = new Set(['arguments-wrapped'])

const UNKNOWN: JsonObject = { x_brand_new: { since: [2031, null, ''] } }

function roundTrip<Canonical extends object>(side: Side<Canonical>, native: JsonObject): Verdict {
  const frozen = deepFreeze(stored(native))
  const { value } = side.decode(frozen)
  const kept = difference(stored(value), value)
  if (kept !== undefined) return `the canonical value changes in JSON at ${kept}`
  const encoded = side.encode(deepFreeze(value))
  const fromStorage = side.encode(stored(value))
  const notices = encoded.notices.filter(({ code }) => !ALLOWED_NOTICES.has(code))
  return (
    labeled('', difference(native, stored(encoded.value))) ??
    labeled('after storage ', difference(native, stored(fromStorage.value))) ??
    labeled('decoded from text ', difference(value, side.decode(JSON.stringify(native)).value)) ??
    (notices.length > 0 ? `loss-free, yet reports ${notices.map(({ code }) => code).join(', ')}` : undefined)
  )
}

function labeled(label: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `${label}${problem}`
}

describe('law 1: decoding and encoding to the same wire returns the same JSON', () => {
  forEachAdapter('requests', ['request', 'writing'], ({ wire, adapter }) => {
    const side = { decode: adapter.decodeRequest, encode: adapter.encodeRequest }
    holdsFor(exchangesOf(wire), ({ request }) =>
      request === undefined ? undefined : roundTrip(side, request),
    )
  })

  forEachAdapter('responses', ['response', 'writing'], ({ wire, adapter }) => {
    const side = { decode: adapter.decodeResponse, encode: adapter.encodeResponse }
    holdsFor(exchangesOf(wire), ({ response }) =>
      response === undefined ? undefined : roundTrip(side, response),
    )
  })

  forEachAdapter(
    'unknown fields in every object of a request',
    ['request', 'writing'],
    ({ wire, adapter }) => {
      const side = { decode: adapter.decodeRequest, encode: adapter.encodeRequest }
      holdsFor(someExchangesOf(wire), ({ request }) =>
        request === undefined ? undefined : roundTrip(side, withMembers(request, UNKNOWN)),
      )
    },
  )

  forEachAdapter(
    'unknown fields in every object of a response',
    ['response', 'writing'],
    ({ wire, adapter }) => {
      const side = { decode: adapter.decodeResponse, encode: adapter.encodeResponse }
      holdsFor(someExchangesOf(wire), ({ response }) =>
        response === undefined ? undefined : roundTrip(side, withMembers(response, UNKNOWN)),
      )
    },
  )

  forEachAdapter('error bodies', ['http'], ({ wire, adapter }) => {
    const errors = [
      { error: { message: 'overloaded', type: 'server_error', code: 529 } },
      { error: { code: 400, message: 'bad', status: 'INVALID_ARGUMENT', details: [{ reason: 'x' }] } },
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' },
    ]
    for (const body of errors) {
      const { value } = adapter.decodeResponse(body)
      expect(value.error?.message, wire).toBe(body.error.message)
      expect(value.finish.reason).toBe('error')
      expect(difference(body, stored(adapter.encodeResponse(stored(value)).value))).toBeUndefined()
    }
  })

  forEachAdapter('a body that is not a response of the wire', ['response'], ({ adapter }) => {
    for (const body of [{}, { object: 'list', data: [] }, { input_tokens: 12 }])
      expect(() => adapter.decodeResponse(body)).toThrow(AdapterError)
  })
})
