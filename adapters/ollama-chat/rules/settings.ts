import type { RequestFields } from '../../../src/translate/lint/request-names.js'
import { settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of the vendor other than settings. */
const OTHERS = [
  ...'messages tools keep_alive options template raw images prompt suffix context format dimensions stream think'.split(
    ' ',
  ),
  ...'num_ctx num_batch num_gpu num_keep num_thread main_gpu use_mmap use_mlock low_vram vocab_only numa f16_kv logits_all'
    .split(' ')
    .map((name) => `options.${name}`),
  ...'repeat_penalty repeat_last_n min_p typical_p tfs_z mirostat mirostat_eta mirostat_tau penalize_newline embedding_only'
    .split(' ')
    .map((name) => `options.${name}`),
  ...'rope_frequency_base rope_frequency_scale num_gqa draft_num_predict'
    .split(' ')
    .map((name) => `options.${name}`),
]

export const requestFields: RequestFields = {
  settings: SETTINGS,
  accepts: { truncate: { type: 'boolean' }, shift: { type: 'boolean' } },
  others: OTHERS,
  severity: 'warning',
  evidence: 'https://docs.ollama.com/modelfile#valid-parameters-and-values',
}

export const settingValueRules = settingRules('OLLAMA', requestFields)
