import type { TextDialect } from '../dialect.js'
import { namedDialect } from '../named-calls.js'
import { DEEPSEEK_FORM, DEEPSEEK_RESULTS } from './deepseek-marks.js'

/** DeepSeek V3.1 and Terminus: the name and bare JSON. Reads `deepseekV3` as well. */
export const deepseekV31: TextDialect = /* @__PURE__ */ namedDialect({
  ...DEEPSEEK_FORM,
  id: 'deepseek-v31',
  writeCalls: (calls) =>
    `<｜tool▁calls▁begin｜>${calls
      .map(({ name, text }) => `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${text}<｜tool▁call▁end｜>`)
      .join('')}<｜tool▁calls▁end｜>`,
  results: DEEPSEEK_RESULTS,
})
