import type { JsonObject } from '../../src/base/json/json-types.js'
import { compact } from '../../src/base/json/write-json.js'
import type { AnswerFields } from '../../src/base/model/context.js'
import type { ServedFacts, ServerBinding } from '../../src/codec/wire/server.js'

/** Returns the fields of an interaction that describe its request and itself. */
function answerFields(
  { previous_interaction_id, service_tier }: JsonObject,
  facts: ServedFacts,
): AnswerFields {
  return () =>
    compact({
      created: timeOf(facts.began),
      updated: timeOf(facts.ended()),
      service_tier: service_tier ?? 'standard',
      previous_interaction_id,
    })
}

/** Returns the time in ISO 8601, without fractions of a second. */
function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}

export const server: ServerBinding = { answerIds: 'v1_', answerFields }
