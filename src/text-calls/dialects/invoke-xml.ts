import type { TextDialect } from '../dialect.js'
import { parameterDialect } from '../parameters.js'

/** Returns each tag with and without its optional prefix. */
function prefixed(before: string, after: string): string[] {
  return ['', 'antml:'].map((prefix) => before + prefix + after)
}

/**
 * Models that use the form of Claude's prompts, and calls that leaked from there: an element per parameter.
 */
export const invokeXml: TextDialect = /* @__PURE__ */ parameterDialect('invoke-xml', {
  blocks: /* @__PURE__ */ prefixed('<', 'function_calls>'),
  blockEnds: /* @__PURE__ */ prefixed('</', 'function_calls>'),
  sharesBlock: true,
  begins: /* @__PURE__ */ prefixed('<', 'invoke name="'),
  named: ['">'],
  empty: ['"/>', '" />'],
  parameters: /* @__PURE__ */ prefixed('<', 'parameter name="'),
  keyed: { '">': '' },
  ends: /* @__PURE__ */ prefixed('</', 'parameter>'),
  closes: /* @__PURE__ */ prefixed('</', 'invoke>'),
  results: {
    open: ({ name }) => `<result>\n<tool_name>${name}</tool_name>\n<stdout>\n`,
    close: '\n</stdout>\n</result>',
    around: ['<function_results>\n', '\n</function_results>'],
  },
})
