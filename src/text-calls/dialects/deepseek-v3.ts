import type { TextDialect } from '../dialect.js'
import { namedDialect } from '../named-calls.js'
import { DEEPSEEK_FORM, DEEPSEEK_RESULTS } from './deepseek-marks.js'

/** DeepSeek V3-0324, R1, their distillates, Cogito: JSON in a code fence. Reads `deepseekV31` as well. */
export const deepseekV3: TextDialect = /* @__PURE__ */ namedDialect({
  ...DEEPSEEK_FORM,
  id: 'deepseek-v3',
  writeCalls: (calls) =>
    `<｜tool▁calls▁begin｜>${calls
      .map(
        ({ name, text }) =>
          `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${text}\n\`\`\`<｜tool▁call▁end｜>`,
      )
      .join('\n')}<｜tool▁calls▁end｜>`,
  results: { ...DEEPSEEK_RESULTS, around: ['<｜tool▁outputs▁begin｜>', '<｜tool▁outputs▁end｜>'] },
})
