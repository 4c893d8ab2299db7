import type { TextDialect } from '../dialect.js'
import { bareJson } from './bare-json.js'
import { cohereAction } from './cohere-action.js'
import { deepseekDsml } from './deepseek-dsml.js'
import { deepseekV3 } from './deepseek-v3.js'
import { deepseekV31 } from './deepseek-v31.js'
import { fencedJson } from './fenced-json.js'
import { fencedTools } from './fenced-tools.js'
import { functionTag } from './function-tag.js'
import { glmArgKv } from './glm-arg-kv.js'
import { granite3 } from './granite3.js'
import { harmony } from './harmony.js'
import { hermesJson } from './hermes-json.js'
import { invokeXml } from './invoke-xml.js'
import { kimiK2 } from './kimi-k2.js'
import { lfm2 } from './lfm2.js'
import { llama3Json } from './llama3-json.js'
import { lmstudioDefault } from './lmstudio-default.js'
import { minimaxM2 } from './minimax-m2.js'
import { mistralArgs } from './mistral-args.js'
import { mistralArray } from './mistral-array.js'
import { nemotronToolcall } from './nemotron-toolcall.js'
import { olmo3Functions } from './olmo3-functions.js'
import { phi4Functools } from './phi4-functools.js'
import { pythonicList } from './pythonic-list.js'
import { qwen3CoderXml } from './qwen3-coder-xml.js'
import { seedOssXml } from './seed-oss-xml.js'
import { toolCallProse } from './tool-call-prose.js'
import { toolCallsArray } from './tool-calls-array.js'
import { toolIdParams } from './tool-id-params.js'

/**
 * All dialects, in an order without conflicts: dialects with a distinct marker precede dialects that are
 * recognized only at the start of an answer. If the model is known, pass only its dialect to avoid false
 * matches.
 */
export const allTextDialects: readonly [TextDialect, ...TextDialect[]] = [
  harmony,
  kimiK2,
  deepseekDsml,
  deepseekV31,
  deepseekV3,
  minimaxM2,
  invokeXml,
  olmo3Functions,
  seedOssXml,
  qwen3CoderXml,
  hermesJson,
  glmArgKv,
  functionTag,
  granite3,
  toolCallsArray,
  nemotronToolcall,
  cohereAction,
  lfm2,
  mistralArgs,
  mistralArray,
  lmstudioDefault,
  toolCallProse,
  fencedJson,
  fencedTools,
  phi4Functools,
  pythonicList,
  llama3Json,
  toolIdParams,
  bareJson,
]
