import type { TextDialect } from '../dialect.js'
import { apertus } from './apertus.js'
import { bareJson } from './bare-json.js'
import { clineXml } from './cline-xml.js'
import { cohereAction } from './cohere-action.js'
import { commandRAction } from './command-r-action.js'
import { deepseekDsml } from './deepseek-dsml.js'
import { deepseekV3 } from './deepseek-v3.js'
import { deepseekV31 } from './deepseek-v31.js'
import { fencedJson } from './fenced-json.js'
import { fencedTools } from './fenced-tools.js'
import { functionGemma } from './function-gemma.js'
import { functionTag } from './function-tag.js'
import { functionaryV3 } from './functionary-v3.js'
import { gemma4 } from './gemma4.js'
import { gigaChat3 } from './giga-chat3.js'
import { glmArgKv } from './glm-arg-kv.js'
import { granite20bFc } from './granite-20b-fc.js'
import { granite3 } from './granite3.js'
import { harmony } from './harmony.js'
import { hermesJson } from './hermes-json.js'
import { hunyuanV3 } from './hunyuan-v3.js'
import { inkling } from './inkling.js'
import { internlm2Plugin } from './internlm2-plugin.js'
import { invokeXml } from './invoke-xml.js'
import { kimiK2 } from './kimi-k2.js'
import { kimiK3 } from './kimi-k3.js'
import { lfm2 } from './lfm2.js'
import { llama3Json } from './llama3-json.js'
import { lmstudioDefault } from './lmstudio-default.js'
import { longCat } from './long-cat.js'
import { miniCpm5 } from './mini-cpm5.js'
import { minimaxM2 } from './minimax-m2.js'
import { minimaxM3 } from './minimax-m3.js'
import { mistralArgs } from './mistral-args.js'
import { mistralArray } from './mistral-array.js'
import { nemotronToolcall } from './nemotron-toolcall.js'
import { olmo3Functions } from './olmo3-functions.js'
import { phi4Functools } from './phi4-functools.js'
import { pythonicList } from './pythonic-list.js'
import { qwen3CoderXml } from './qwen3-coder-xml.js'
import { seedOssXml } from './seed-oss-xml.js'
import { step3Steptml } from './step3-steptml.js'
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
  inkling,
  gemma4,
  functionGemma,
  kimiK3,
  kimiK2,
  minimaxM3,
  step3Steptml,
  apertus,
  gigaChat3,
  internlm2Plugin,
  longCat,
  miniCpm5,
  hunyuanV3,
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
  granite20bFc,
  toolCallsArray,
  nemotronToolcall,
  cohereAction,
  commandRAction,
  lfm2,
  mistralArgs,
  mistralArray,
  lmstudioDefault,
  toolCallProse,
  fencedJson,
  fencedTools,
  clineXml,
  functionaryV3,
  phi4Functools,
  pythonicList,
  llama3Json,
  toolIdParams,
  bareJson,
]
