import type { TextDialect } from '../dialect.js'
import { readNamedCalls } from '../named-calls.js'
import { DEEPSEEK_ENDS, DEEPSEEK_FORM, DEEPSEEK_RESULTS } from './deepseek-marks.js'

/** DeepSeek V3.1 and Terminus: the name and bare JSON. Reads `deepseekV3` as well. */
export const deepseekV31: TextDialect = {
  id: 'deepseek-v31',
  markers: [...(DEEPSEEK_FORM.sections ?? []), ...DEEPSEEK_FORM.begins],
  ends: DEEPSEEK_ENDS,
  read: (source, marker) => readNamedCalls(source, marker, DEEPSEEK_FORM),
  nameCharacters: 'a-zA-Z0-9_-',
  writeCalls: (calls) =>
    `<｜tool▁calls▁begin｜>${calls
      .map(({ name, text }) => `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${text}<｜tool▁call▁end｜>`)
      .join('')}<｜tool▁calls▁end｜>`,
  results: DEEPSEEK_RESULTS,
}
