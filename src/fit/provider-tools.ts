import { compact } from '../json/write.js'
import { isOwn, mapAllParts, mapTools } from '../model/change.js'
import { HOSTED_KINDS } from '../model/constants.js'
import type { HostedKind } from '../model/hosted.js'
import type { ClientTool, Conversation, FunctionTool, Message, Part, ProviderTool } from '../model/types.js'
import { hostedForm } from '../shape/hosted.js'
import { dropProviderTool } from '../shape/losses.js'
import type { FitContext } from '../wire/fit-step.js'

/**
 * Tools that a vendor defines exist only on its own wire: elsewhere their definitions are left out, and calls to them
 * that the client ran are shown as calls to a function of the same name. What the client runs with known input is declared
 * as that function.
 */
export function settleProviderTools(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.carries?.includes('provider-tools')) return conversation
  const shown = mapAllParts(conversation, fit, (part, message) => asFunctionCall(part, message, fit))
  return mapTools(shown, fit, (tool, index) => {
    if (tool.type !== 'provider' || tool.wire === fit.wire) return tool
    if (tool.client !== undefined) return asFunction(tool, tool.client, fit)
    return dropProviderTool(tool, `/tools/${index}`, fit, hint(tool, fit))
  })
}

/** The functions that define hosted tools, by kind. */
const WORDS: Readonly<Record<HostedKind, string>> = {
  web_search: 'webSearch',
  code_execution: 'codeExecution',
  file_search: 'fileSearch',
  computer: 'computerUse',
  image_generation: 'imageGeneration',
  mcp: 'mcpServer',
}

/** It is not replaced unasked: what it does and costs is not the same elsewhere. */
function hint({ kind }: ProviderTool, fit: FitContext): string {
  const word = HOSTED_KINDS.find((hosted) => hosted === kind)
  if (word === undefined || hostedForm(fit.hosted, kind) === undefined) return ''
  return `; ${WORDS[word]}() would be written in the form of ${fit.wire}`
}

function asFunction(tool: ProviderTool, client: ClientTool, fit: FitContext): FunctionTool {
  const { name, kind } = tool
  const { description, parameters, callMetadata: providerMetadata } = client
  if (kind !== 'custom') fit.originals.set(name, compact({ name, kind, providerMetadata }))
  fit.report({
    code: 'client-tool-as-function',
    severity: 'info',
    path: fit.pathOf(tool),
    message: `${name} exists only on ${tool.wire}, but the client runs it: it is declared as a function`,
  })
  return compact({ type: 'function' as const, name, description, parameters })
}

export function asFunctionCall(part: Part, message: Message, fit: FitContext): Part {
  if (part.type !== 'tool-call' || part.providerExecuted || isOwn(part, message, fit.wire)) return part
  if (part.kind === 'function' || part.kind === 'custom') return part
  if (fit.limits.carries?.includes('provider-tools')) return part
  fit.report({
    code: 'vendor-call-as-function',
    severity: 'info',
    path: fit.pathOf(part),
    message: `the call of ${part.name}, a tool that another vendor defines, is shown as a function call`,
  })
  return { ...part, kind: 'function' }
}
