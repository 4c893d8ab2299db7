import type { TextDialect } from '../dialect.js'
import { readJsonCalls } from '../json-calls.js'

const FORM = {
  names: ['tool_name'],
  values: ['parameters'],
  ids: ['tool_call_id'],
  closes: ['<|END_ACTION|>'],
  markers: ['<|START_ACTION|>'],
}

/** Command R7B, Command A, North: a list with ids that count up. */
export const cohereAction: TextDialect = {
  id: 'cohere-action',
  markers: FORM.markers,
  ends: FORM.closes,
  read: (source) => readJsonCalls(source, FORM),
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
