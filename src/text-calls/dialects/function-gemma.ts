import { bracedDialect } from '../braced-calls.js'
import type { TextDialect } from '../dialect.js'

/** FunctionGemma 270M: bare keys and values, with marks around strings. */
export const functionGemma: TextDialect = /* @__PURE__ */ bracedDialect(
  'function-gemma',
  { open: '<start_function_call>', close: '<end_function_call>', quote: '<escape>' },
  {
    open: ({ name }) => `<start_function_response>response:${name}{value:<escape>`,
    close: '<escape>}<end_function_response>',
  },
)
