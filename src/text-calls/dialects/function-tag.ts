import type { TextDialect } from '../dialect.js'
import { namedDialect } from '../named-calls.js'

/** Llama 3.1 prompted for its custom form, Functionary 3.1: JSON in a tag that contains the name. */
export const functionTag: TextDialect = /* @__PURE__ */ namedDialect({
  id: 'function-tag',
  begins: ['<function='],
  separators: ['>'],
  closes: ['</function>'],
  sectionEnds: ['<|eot_id|>', '<|eom_id|>'],
  ends: ['</function>'],
  writeCalls: (calls) => calls.map(({ name, text }) => `<function=${name}>${text}</function>`).join(''),
})
