import type { JsonObject } from '../../src/json/types.js'
import type { Evidence } from '../../src/wire/contract.js'
import { openSpan, type Span } from './span.js'

function tells(test: (span: Span) => boolean): (body: JsonObject) => boolean {
  return (body) => test(openSpan(body))
}

const INPUT =
  /^(gen_ai\.(input\.messages|prompt\.\d|tool\.call\.arguments)|llm\.input_messages\.|ai\.(prompt|toolCall\.args)\b|langfuse\.observation\.input$)/
const OUTPUT =
  /^(gen_ai\.(output\.messages|completion\.\d|tool\.call\.result)|llm\.output_messages\.|ai\.(response|toolCall\.result)\b|langfuse\.observation\.output$)/
const EVENT = /^gen_ai\.(\w+\.message|choice|client\.inference\.operation\.details)$/

/** Names of attributes are this format's alone. A span by itself is first of all what a model answered. */
export const evidence: readonly Evidence[] = [
  {
    in: 'request',
    score: 0.98,
    reason: 'attributes of a span that hold what a model was asked',
    test: tells(
      ({ attributes, events }) =>
        Object.keys(attributes).some((key) => INPUT.test(key)) || events.some(({ name }) => EVENT.test(name)),
    ),
  },
  {
    in: 'response',
    score: 1,
    reason: 'attributes of a span that hold what a model answered',
    test: tells(
      ({ attributes, events }) =>
        Object.keys(attributes).some((key) => OUTPUT.test(key)) ||
        events.some(({ name }) => EVENT.test(name)),
    ),
  },
  ...(['request', 'response'] as const).map(
    (place): Evidence => ({
      in: place,
      score: 0.9,
      reason: 'attributes of a span about a model',
      test: tells(({ attributes }) =>
        Object.keys(attributes).some((key) => /^(gen_ai|openinference)\./.test(key)),
      ),
    }),
  ),
]
