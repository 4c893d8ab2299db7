import type { TextDialect } from '../dialect.js'
import { marksOf, type ParameterForm, readParameterCalls, writeParameterCalls } from '../parameters.js'

/** A tag in each of its spellings: with plain or doubled bars, and with a blank after them. */
function spelled(before: string, ...words: readonly string[]): string[] {
  return words.flatMap((word) =>
    ['｜', '|', '｜｜'].flatMap((bar) =>
      ['', ' '].map((blank) => `${before}${bar}DSML${bar}${blank}${word}`),
    ),
  )
}

const BLOCKS = ['function_calls>', 'tool_calls>', 'calls>']

const FORM: ParameterForm = {
  blocks: /* @__PURE__ */ spelled('<', ...BLOCKS),
  blockEnds: /* @__PURE__ */ spelled('</', ...BLOCKS),
  sharesBlock: true,
  begins: /* @__PURE__ */ spelled('<', 'invoke name="'),
  named: ['">'],
  empty: ['"/>', '" />'],
  parameters: /* @__PURE__ */ spelled('<', 'parameter name="'),
  keyed: { '" string="true">': 'text', '" string="false">': 'json', '">': '' },
  ends: /* @__PURE__ */ spelled('</', 'parameter>'),
  closes: /* @__PURE__ */ spelled('</', 'invoke>'),
}

/** DeepSeek V3.2, V4 and V4.1: an element per parameter, which says whether it is text. */
export const deepseekDsml: TextDialect = {
  id: 'deepseek-dsml',
  markers: /* @__PURE__ */ [...(FORM.blocks ?? []), ...FORM.begins],
  ends: /* @__PURE__ */ marksOf(FORM),
  read: (source, marker) => readParameterCalls(source, marker, FORM),
  nameCharacters: 'a-zA-Z0-9_.-',
  writeCalls: (calls) => writeParameterCalls(calls, FORM),
  results: {
    open: '<result>',
    close: '</result>',
    around: ['<function_results>\n', '\n</function_results>'],
  },
}
