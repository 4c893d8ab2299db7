import { describe } from 'vitest'
import { lint } from '../../src/translate/lint/lint-request.js'
import { exchangesOf, recordings } from '../support/exchanges.js'
import { forEachAdapter, holdsFor } from '../support/law.js'
import { refusals } from '../support/translation.js'
import { stored } from '../support/values.js'

/** Refusals that depend only on the request's structure. Others depend on the abilities of a model. */
const STRUCTURAL = /without its required following item|No tool output found|Invalid file data|Input tag '/

const OVERLOOKED = new Set(['GOOGLE-PAIR-04', 'GOOGLE-TOOLS-01', 'BEDROCK-ROLE-01', 'OPENAI-CHAT-SCHEMA-04'])

describe('law 12: lint agrees with the providers', () => {
  forEachAdapter('accepted requests have no error', ['request'], (loaded) => {
    const accepted = exchangesOf(loaded.wire).filter(({ status }) => status < 400)
    holdsFor(accepted, ({ request }) => (request === undefined ? undefined : refusals(request, loaded)))
  })

  // Each of these rules flagged requests that servers accept. It is still a warning, because some servers are
  // known to refuse them.
  forEachAdapter(
    'accepted requests give nothing by rules that some servers overlook',
    ['request'],
    (loaded) => {
      const accepted = exchangesOf(loaded.wire).filter(({ status }) => status < 400)
      holdsFor(accepted, ({ request = {} }) =>
        lint(loaded.rules, request)
          .filter(({ rule }) => OVERLOOKED.has(rule))
          .map(({ rule, path, message }) => `${rule} at ${path}: ${message}`),
      )
    },
  )

  forEachAdapter('requests refused for their structure have one', ['http'], (loaded) => {
    const refused = recordings.filter(
      ({ wire, expected }) => wire === loaded.wire && STRUCTURAL.test(expected.error?.message ?? ''),
    )
    holdsFor(refused, ({ request, expected }) =>
      request !== undefined && refusals(request, loaded).length === 0
        ? `not flagged: ${expected.error?.message}`
        : undefined,
    )
  })

  forEachAdapter('violations are data with a JSON Pointer', ['request'], ({ wire, rules }) => {
    holdsFor(exchangesOf(wire), ({ request }) =>
      lint(rules, request ?? {}).flatMap((violation) =>
        /^(\/|$)/.test(violation.path) && stored(violation).rule === violation.rule
          ? []
          : `path ${violation.path}`,
      ),
    )
  })
})
