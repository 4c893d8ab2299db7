import type { TextDialect } from '../dialect.js'
import { parameterDialect } from '../parameters.js'

/** Returns all spellings of a tag: with plain or doubled bars, and with a blank after them. */
function spelled(before: string, ...words: readonly string[]): string[] {
  return words.flatMap((word) =>
    ['｜', '|', '｜｜'].flatMap((bar) =>
      ['', ' '].map((blank) => `${before}${bar}DSML${bar}${blank}${word}`),
    ),
  )
}

const BLOCKS = ['function_calls>', 'tool_calls>', 'calls>']

/** DeepSeek V3.2, V4 and V4.1: an element per parameter, which states whether the value is text. */
export const deepseekDsml: TextDialect = /* @__PURE__ */ parameterDialect('deepseek-dsml', {
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
  results: {
    open: '<result>',
    close: '</result>',
    around: ['<function_results>\n', '\n</function_results>'],
  },
})
