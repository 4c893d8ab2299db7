import type { TextDialect } from '../dialect.js'
import { jsonCall, jsonDialect } from '../json-calls.js'

const OPEN = '<|action_start|>'
const PLUGIN = '<|plugin|>'

/** InternLM 2 and 2.5, Intern-S1: JSON in a block per call. */
export const internlm2Plugin: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'internlm2-plugin',
  markers: ['', ' ', '\n'].map((gap) => OPEN + gap + PLUGIN),
  values: ['parameters', 'arguments'],
  closes: ['<|action_end|>'],
  writeCalls: (calls) =>
    calls.map((call) => `${OPEN}${PLUGIN}\n${jsonCall(call, 'name', 'parameters')}<|action_end|>`).join('\n'),
})
