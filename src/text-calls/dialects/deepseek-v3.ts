import type { TextDialect } from '../dialect.js'
import { readNamedCalls } from '../named-calls.js'
import { DEEPSEEK_ENDS, DEEPSEEK_FORM, DEEPSEEK_RESULTS } from './deepseek-marks.js'

/** DeepSeek V3-0324, R1, their distillates, Cogito: JSON in a code fence. Reads `deepseekV31` as well. */
export const deepseekV3: TextDialect = {
  id: 'deepseek-v3',
  markers: [...(DEEPSEEK_FORM.sections ?? []), ...DEEPSEEK_FORM.begins],
  ends: DEEPSEEK_ENDS,
  read: (source, marker) => readNamedCalls(source, marker, DEEPSEEK_FORM),
  nameCharacters: 'a-zA-Z0-9_-',
  writeCalls: (calls) =>
    `<｜tool▁calls▁begin｜>${calls
      .map(
        ({ name, text }) =>
          `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${text}\n\`\`\`<｜tool▁call▁end｜>`,
      )
      .join('\n')}<｜tool▁calls▁end｜>`,
  results: { ...DEEPSEEK_RESULTS, around: ['<｜tool▁outputs▁begin｜>', '<｜tool▁outputs▁end｜>'] },
}
