import type { TextDialect } from '../dialect.js'
import { parameterDialect } from '../parameters.js'

const BEGIN = '<｜tool_call_begin｜>'
const INVOKE = '<steptml:invoke name="'
const END = '</steptml:invoke>'

/** Step 3: an element per parameter, in a call that states its type. */
export const step3Steptml: TextDialect = /* @__PURE__ */ parameterDialect('step3-steptml', {
  blocks: ['<｜tool_calls_begin｜>', '<steptml:toolcall>'],
  blockEnds: ['<｜tool_calls_end｜>', '</steptml:toolcall>'],
  sharesBlock: true,
  begins: [
    `${BEGIN}function<｜tool_sep｜>${INVOKE}`,
    BEGIN + INVOKE,
    `<｜tool_sep｜>${BEGIN}${INVOKE}`,
    `<｜tool_sep｜>${BEGIN}function<｜tool_sep｜>${INVOKE}`,
    INVOKE,
  ],
  named: ['">'],
  parameters: ['<steptml:parameter name="'],
  keyed: { '">': '' },
  ends: ['</steptml:parameter>'],
  closes: [`${END}<｜tool_call_end｜>`, END],
  gap: '',
})
