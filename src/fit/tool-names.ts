import { isClientResult, mapAllParts, mapTools } from '../model/change.js'
import { isVendorTool } from '../model/tools.js'
import type { Conversation, Part, ToolChoice } from '../model/types.js'
import type { FitContext } from '../wire/fit-step.js'
import { textTest } from '../wire/limits.js'
import { createFreeTexts } from './legal-text.js'

const HASH_LENGTH = 8

/**
 * Gives every tool a name that the target accepts, the same in its definition, the choice, its calls and their results.
 * Legal names stay. `fit.renamedTools` knows the way back.
 */
export function fitToolNames(conversation: Conversation, fit: FitContext): Conversation {
  const isLegal = textTest(fit.limits.toolName)
  const names = namesOf(conversation, fit)
  reportNotPortable(names, fit)
  if ([...names.keys()].every(isLegal)) return conversation
  const used = new Set([...names.keys(), ...vendorNames(conversation)].filter(isLegal))
  const free = createFreeTexts(fit.limits.toolName, HASH_LENGTH, used)
  const renames = new Map<string, string>()
  for (const [name, path] of names) {
    if (isLegal(name)) continue
    const legal = free.take(name)
    renames.set(name, legal)
    fit.renamedTools.set(legal, name)
    fit.report({
      code: 'tool-name-changed',
      severity: 'info',
      path,
      message: `the tool name "${name.slice(0, 200)}" is not legal on this wire and becomes "${legal}"`,
    })
  }
  reportNotPortable(new Map([...renames].map(([name, legal]) => [legal, names.get(name) ?? ''])), fit)
  return renameAll(conversation, renames, fit)
}

/** Names that the wire takes today, but not everywhere. */
function reportNotPortable(names: ReadonlyMap<string, string>, fit: FitContext): void {
  const { toolName } = fit.limits
  const { portable } = toolName
  if (portable === undefined) return
  const [isLegal, isPortable] = [textTest(toolName), textTest(portable)]
  for (const [name, path] of names)
    if (isLegal(name) && !isPortable(name))
      fit.report({
        code: 'tool-name-not-portable',
        severity: 'info',
        path,
        message: `older deployments of this wire refuse the tool name "${name}"`,
      })
}

/** Every name in use, and where it was met first. */
function namesOf({ tools = [], messages, toolChoice }: Conversation, fit: FitContext): Map<string, string> {
  const found = new Map<string, string>()
  const meet = (name: string, path: string) => found.has(name) || found.set(name, path)
  for (const tool of tools) if (!isVendorTool(tool)) meet(tool.name, `${fit.pathOf(tool)}/name`)
  if (toolChoice?.type === 'tool') meet(toolChoice.name, '/toolChoice/name')
  if (toolChoice?.type === 'allowed')
    toolChoice.names.forEach((name, index) => {
      meet(name, `/toolChoice/names/${index}`)
    })
  for (const part of messages.flatMap((message) => message.parts))
    if (isNamed(part)) meet(part.name, `${fit.pathOf(part)}/name`)
  return found
}

/** Provider-executed calls keep the name that their provider gave them. */
function isNamed(part: Part): part is Extract<Part, { type: 'tool-call' | 'tool-result' }> {
  if (part.type === 'tool-call') return !part.providerExecuted
  return part.type === 'tool-result' && !part.providerExecuted && part.name !== ''
}

function vendorNames({ tools = [] }: Conversation): string[] {
  return tools.filter(isVendorTool).map(({ name }) => name)
}

function renameAll(
  conversation: Conversation,
  renames: ReadonlyMap<string, string>,
  fit: FitContext,
): Conversation {
  const toolsRenamed = mapTools(conversation, fit, (tool) => {
    const name = renames.get(tool.name)
    return name === undefined || isVendorTool(tool) ? tool : { ...tool, name }
  })
  // A result without name answers a call without name: `pairResults` gave all others the name of their call.
  const unnamed = new Set<string>()
  const renamed = mapAllParts(toolsRenamed, fit, (part) => {
    if (part.type === 'tool-call' && isNamed(part) && part.name === '') unnamed.add(part.id)
    const follows = isClientResult(part) && part.name === '' && unnamed.has(part.callId)
    const name = isNamed(part) || follows ? renames.get(part.name) : undefined
    return name === undefined || !('name' in part) ? part : { ...part, name }
  })
  const { toolChoice } = renamed
  const choice = toolChoice && renameChoice(toolChoice, renames)
  return choice === toolChoice ? renamed : { ...renamed, toolChoice: choice }
}

function renameChoice(choice: ToolChoice, renames: ReadonlyMap<string, string>): ToolChoice {
  if (choice.type === 'tool') {
    const name = renames.get(choice.name)
    return name === undefined ? choice : { ...choice, name }
  }
  if (choice.type !== 'allowed' || !choice.names.some((name) => renames.has(name))) return choice
  return { ...choice, names: choice.names.map((name) => renames.get(name) ?? name) }
}
