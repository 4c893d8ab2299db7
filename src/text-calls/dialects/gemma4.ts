import { bracedDialect } from '../braced-calls.js'
import type { TextDialect } from '../dialect.js'

/** Gemma 4: bare keys and values, with marks around strings. */
export const gemma4: TextDialect = /* @__PURE__ */ bracedDialect(
  'gemma4',
  { open: '<|tool_call>', close: '<tool_call|>', quote: '<|"|>' },
  { open: ({ name }) => `<|tool_response>response:${name}{value:<|"|>`, close: '<|"|>}<tool_response|>' },
)
