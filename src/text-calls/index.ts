// Entry point `toolwire/text-calls`: reads calls that models write as text, and writes tools, calls and
// results for prompted models. A comment followed by an empty line begins a group, which sorting does not
// move.

// Reading calls.

export { type ReadTextOptions, readTextCalls } from './read-text-calls.js'
export type { ScanOptions } from './scan-plan.js'
export { type TextCallsOptions, textCallsStep } from './text-calls-step.js'

// Writing tools, calls and results.

export {
  type TextToolsOptions,
  type WriteTextOptions,
  writeTextCalls,
  writeTextResults,
  writeTextTools,
} from './text-writer.js'

// Reading and writing, around the adapter of a wire.

export { type TextAdapterOptions, withTextCalls } from './adapter.js'

// The dialects. Each is a separate export, so that a bundle contains only the dialects that a program
// imports.

export type { ResultForm, TextDialect, WrittenCall, WrittenResult } from './dialect.js'
export { allTextDialects } from './dialects/all.js'
export { apertus } from './dialects/apertus.js'
export { bareJson } from './dialects/bare-json.js'
export { clineXml } from './dialects/cline-xml.js'
export { cohereAction } from './dialects/cohere-action.js'
export { commandRAction } from './dialects/command-r-action.js'
export { deepseekDsml } from './dialects/deepseek-dsml.js'
export { deepseekV3 } from './dialects/deepseek-v3.js'
export { deepseekV31 } from './dialects/deepseek-v31.js'
export { fencedJson } from './dialects/fenced-json.js'
export { fencedTools } from './dialects/fenced-tools.js'
export { functionGemma } from './dialects/function-gemma.js'
export { functionTag } from './dialects/function-tag.js'
export { functionaryV3 } from './dialects/functionary-v3.js'
export { gemma4 } from './dialects/gemma4.js'
export { gigaChat3 } from './dialects/giga-chat3.js'
export { glmArgKv } from './dialects/glm-arg-kv.js'
export { granite20bFc } from './dialects/granite-20b-fc.js'
export { granite3 } from './dialects/granite3.js'
export { harmony } from './dialects/harmony.js'
export { hermesJson } from './dialects/hermes-json.js'
export { hunyuanV3 } from './dialects/hunyuan-v3.js'
export { inkling } from './dialects/inkling.js'
export { internlm2Plugin } from './dialects/internlm2-plugin.js'
export { invokeXml } from './dialects/invoke-xml.js'
export { kimiK2 } from './dialects/kimi-k2.js'
export { kimiK3 } from './dialects/kimi-k3.js'
export { lfm2 } from './dialects/lfm2.js'
export { llama3Json } from './dialects/llama3-json.js'
export { lmstudioDefault } from './dialects/lmstudio-default.js'
export { longCat } from './dialects/long-cat.js'
export { miniCpm5 } from './dialects/mini-cpm5.js'
export { minimaxM2 } from './dialects/minimax-m2.js'
export { minimaxM3 } from './dialects/minimax-m3.js'
export { mistralArgs } from './dialects/mistral-args.js'
export { mistralArray } from './dialects/mistral-array.js'
export { nemotronToolcall } from './dialects/nemotron-toolcall.js'
export { olmo3Functions } from './dialects/olmo3-functions.js'
export { phi4Functools } from './dialects/phi4-functools.js'
export { pythonicList } from './dialects/pythonic-list.js'
export { qwen3CoderXml } from './dialects/qwen3-coder-xml.js'
export { seedOssXml } from './dialects/seed-oss-xml.js'
export { step3Steptml } from './dialects/step3-steptml.js'
export { toolCallProse } from './dialects/tool-call-prose.js'
export { toolCallsArray } from './dialects/tool-calls-array.js'
export { toolIdParams } from './dialects/tool-id-params.js'
export type { FoundCall } from './found-call.js'
