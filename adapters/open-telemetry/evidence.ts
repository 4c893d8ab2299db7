import type { JsonObject } from '../../src/base/json/json-types.js'
import { objectsIn } from '../../src/base/json/read-json.js'
import { evidenceOf, type Sign } from '../../src/codec/wire/evidence.js'
import { openSpan, type Span } from './span.js'

function tells(test: (span: Span) => boolean): (body: JsonObject) => boolean {
  return (body) => test(openSpan(body))
}

const INPUT =
  /^(gen_ai\.(input\.messages|prompt\.\d|tool\.call\.arguments)|llm\.input_messages\.|ai\.(prompt|toolCall\.args)\b|langfuse\.observation\.input$)/
const OUTPUT =
  /^(gen_ai\.(output\.messages|completion\.\d|tool\.call\.result)|llm\.output_messages\.|ai\.(response|toolCall\.result)\b|langfuse\.observation\.output$)/
const EVENT = /^gen_ai\.(\w+\.message|choice|client\.inference\.operation\.details)$/

const ABOUT_MODEL: Sign = [
  0.9,
  'span attributes of a model call',
  tells(({ attributes }) => Object.keys(attributes).some((key) => /^(gen_ai|openinference)\./.test(key))),
]

/** Attribute names are unique to this format. A single span counts primarily as a model's answer. */
export const evidence = /* @__PURE__ */ evidenceOf({
  request: [
    ABOUT_MODEL,
    [
      0.98,
      'span attributes with a request to a model',
      tells(
        ({ attributes, events }) =>
          Object.keys(attributes).some((key) => INPUT.test(key)) ||
          events.some(({ name }) => EVENT.test(name)),
      ),
    ],
  ],
  response: [
    ABOUT_MODEL,
    [
      1,
      'span attributes with the answer of a model',
      tells(
        ({ attributes, events }) =>
          Object.keys(attributes).some((key) => OUTPUT.test(key)) ||
          events.some(({ name }) => EVENT.test(name)),
      ),
    ],
  ],
  'answer-piece': [
    [
      0.9,
      'a part tool_call with arguments',
      (piece) =>
        [piece, ...objectsIn(piece.parts)].some(
          ({ type, name, arguments: given }) =>
            type === 'tool_call' && typeof name === 'string' && given !== undefined,
        ),
    ],
  ],
})
