import type { TextDialect } from '../dialect.js'
import { readJsonCalls } from '../json-calls.js'

const FORM = {
  names: ['tool_name'],
  values: ['parameters'],
  ids: ['tool_call_id'],
  closes: ['<|END_ACTION|>'],
  markers: ['<|START_ACTION|>'],
}
/** The marks that begin an answer, with the marks that end it. */
const ANSWERS: Readonly<Record<string, string>> = {
  '<|START_RESPONSE|>': '<|END_RESPONSE|>',
  '<|START_TEXT|>': '<|END_TEXT|>',
}

/** Command R7B, Command A, North: a list with ascending ids. */
export const cohereAction: TextDialect = {
  id: 'cohere-action',
  markers: [...FORM.markers, ...Object.keys(ANSWERS)],
  channelEnds: Object.values(ANSWERS),
  ends: FORM.closes,
  *read(source, marker) {
    const end = ANSWERS[marker]
    return end === undefined ? yield* readJsonCalls(source, FORM) : { noun: 'text', ends: [end] }
  },
  writeCalls: (calls) =>
    `<|START_ACTION|>[\n${calls
      .map(
        ({ name, text, index }) =>
          `    {"tool_call_id": "${index}", "tool_name": ${JSON.stringify(name)}, "parameters": ${text}}`,
      )
      .join(',\n')}\n]<|END_ACTION|>`,
  results: {
    open: ({ index }) => `<|START_TOOL_RESULT|>\n${index}: `,
    close: '\n<|END_TOOL_RESULT|>',
  },
}
