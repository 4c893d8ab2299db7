import { compact } from '../../base/json/write-json.js'
import { isVendorTool } from '../../base/model/calls-to-answer.js'
import { isOwn, mapAllParts, mapTools } from '../../base/model/change.js'
import { HOSTED_KINDS } from '../../base/model/constants.js'
import type { HostedKind } from '../../base/model/hosted-settings.js'
import type {
  ClientTool,
  Conversation,
  CustomTool,
  FunctionTool,
  Message,
  Part,
  ProviderTool,
  ToolCall,
  ToolChoice,
  ToolNamespace,
} from '../../base/model/types.js'
import { CUSTOM_INPUT, functionCall, functionOfCustomTool } from '../../codec/shape/free-text.js'
import { hostedForm } from '../../codec/shape/hosted-forms.js'
import { dropProviderTool, reportCustomTool } from '../../codec/shape/losses.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/**
 * Converts free-text tools and their calls into functions with one text argument, if the target has no
 * free-text tools.
 */
export function convertCustomTools(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.customTools) return conversation
  const converted = mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'custom') return tool
    fit.customTools.add(tool.name)
    reportCustomTool(tool, { ...fit, path: fit.pathOf(tool) })
    return functionOfCustomTool(tool)
  })
  return mapAllParts(converted, fit, (part) => callAsFunction(part, fit))
}

/** Converts a free-text call to a function call, as `convertCustomTools` does. */
export function callAsFunction(part: Part, fit: FitContext): Part {
  if (fit.limits.customTools || part.type !== 'tool-call' || part.kind !== 'custom' || part.providerExecuted)
    return part
  fit.customTools.add(part.name)
  fit.report({
    code: 'custom-call-as-function',
    severity: 'info',
    path: fit.pathOf(part),
    message: `the text of the call of ${part.name} becomes the argument "${CUSTOM_INPUT}"`,
  })
  return functionCall(part)
}

/**
 * Drops vendor-defined tools that belong to another wire; calls to them that the client ran become calls to a
 * function of the same name. A vendor tool that the client runs with known input is declared as that
 * function.
 */
export function settleProviderTools(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.carries?.includes('provider-tools')) return conversation
  const shown = mapAllParts(conversation, fit, (part, message) => asFunctionCall(part, message, fit))
  return mapTools(shown, fit, (tool, _conversation, index) => {
    if (tool.type !== 'provider') return tool
    if (tool.wire === fit.wire && hasVendorTool(tool.kind, fit)) return tool
    if (tool.client !== undefined) return asFunction(tool, tool.client, fit)
    return dropProviderTool(tool, { ...fit, path: `/tools/${index}` }, hint(tool, fit))
  })
}

/** Returns true if the server of the target has a tool that the vendor of its wire defines. */
export function hasVendorTool(kind: string, { limits, model = '' }: FitContext): boolean {
  return limits.vendorTools !== false || limits.hostedTools?.[kind]?.test(model) === true
}

/** Names of the functions that define hosted tools, by kind. */
const WORDS: Readonly<Record<HostedKind, string>> = {
  web_search: 'webSearch',
  code_execution: 'codeExecution',
  file_search: 'fileSearch',
  computer: 'computerUse',
  image_generation: 'imageGeneration',
  mcp: 'mcpServer',
}

/**
 * Returns a hint for an unsupported tool. The tool is not replaced automatically, since behaviour and price
 * differ between providers.
 */
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
  if (part.type !== 'tool-call' || part.providerExecuted) return part
  if (part.kind === 'function' || part.kind === 'custom') return part
  if (isOwn(part, message, fit.wire) && hasVendorTool(part.kind, fit)) return part
  if (fit.limits.carries?.includes('provider-tools')) return part
  fit.report({
    code: 'vendor-call-as-function',
    severity: 'info',
    path: fit.pathOf(part),
    message: `the call of ${part.name}, a tool that another vendor defines, is shown as a function call`,
  })
  return { ...part, kind: 'function' }
}

type NamedTool = FunctionTool | CustomTool

/**
 * Prefixes tool names with their namespace if the target has no namespaces, so that two namespaces can have
 * tools of the same name. `fit.originals` contains the reverse mapping.
 */
export function flattenNamespaces(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.namespaces === true) return conversation
  const names = new FlatNames(conversation, fit)
  const declared = mapTools(conversation, fit, (tool) =>
    isVendorTool(tool) || tool.namespace === undefined ? tool : flatTool(tool, tool.namespace, names),
  )
  const callNames = new Map<string, string>()
  const flat = mapAllParts(declared, fit, (part) => {
    if (part.type === 'tool-result' && !part.providerExecuted) {
      const name = callNames.get(part.callId)
      return name === undefined || part.name === '' ? part : { ...part, name }
    }
    if (part.type !== 'tool-call' || part.providerExecuted) return part
    // A later turn may repeat the id.
    callNames.delete(part.id)
    if (part.namespace === undefined) return part
    const call = flatCall(part, part.namespace, names)
    callNames.set(call.id, call.name)
    return call
  })
  const { toolChoice } = flat
  return toolChoice === undefined ? flat : { ...flat, toolChoice: flatChoice(toolChoice, names) }
}

/**
 * Creates a function that flattens the calls of an answer, which arrive one at a time and without
 * definitions.
 */
export function createFlatCalls(fit: FitContext): (part: Part) => Part {
  const names = new FlatNames({ messages: [] }, fit)
  return (part) => {
    const isInside = part.type === 'tool-call' && !part.providerExecuted && part.namespace !== undefined
    return isInside && fit.limits.namespaces !== true ? flatCall(part, part.namespace ?? '', names) : part
  }
}

/** Assigns one flat name to each tool of a namespace. */
class FlatNames {
  readonly #fit: FitContext
  /** Tools without a namespace. */
  readonly plain: ReadonlySet<string>
  readonly #names = new Map<string, string>()
  readonly #used: Set<string>
  readonly #reported = new Set<string>()

  constructor({ tools = [] }: Conversation, fit: FitContext) {
    this.#fit = fit
    const plain = tools.filter((tool) => isVendorTool(tool) || tool.namespace === undefined)
    this.plain = new Set(plain.map(({ name }) => name))
    this.#used = new Set(this.plain)
    for (const tool of tools)
      if (!isVendorTool(tool) && tool.namespace !== undefined) this.make(tool.namespace.name, tool.name, tool)
  }

  get(namespace: string, name: string): string | undefined {
    return this.#names.get(`${namespace}\n${name}`)
  }

  /** Returns the first tool of this name in any namespace. */
  find(name: string): string | undefined {
    for (const [key, flat] of this.#names) if (key.endsWith(`\n${name}`)) return flat
    return undefined
  }

  /**
   * Creates the flat name of a namespaced tool.
   * @param where the tool or the call that has both names.
   */
  make(namespace: string, name: string, where: object): string {
    const known = this.get(namespace, name)
    if (known !== undefined) return known
    let flat = flatName(namespace, name)
    while (this.#used.has(flat)) flat += '_'
    this.#used.add(flat)
    this.#names.set(`${namespace}\n${name}`, flat)
    this.#fit.originals.set(flat, { name, namespace })
    this.#report(namespace, where)
    return flat
  }

  #report(namespace: string, where: object): void {
    if (this.#reported.has(namespace)) return
    this.#reported.add(namespace)
    this.#fit.report({
      code: 'namespace-flattened',
      severity: 'info',
      path: this.#fit.pathOf(where),
      message: `this wire has no namespaces; the names of the tools in ${namespace} begin with its name`,
    })
  }
}

/** Returns the flat name of a tool for targets without namespaces. */
export function flatName(namespace: string, name: string): string {
  return namespace.endsWith('__') ? `${namespace}${name}` : `${namespace}__${name}`
}

function flatTool<Tool extends NamedTool>(
  tool: Tool,
  { name: space, description }: ToolNamespace,
  names: FlatNames,
): Tool {
  const about = [tool.description, description].filter((text) => text !== undefined && text !== '')
  return compact({
    ...tool,
    name: names.make(space, tool.name, tool),
    namespace: undefined,
    description: about.length === 0 ? tool.description : about.join('\n\n'),
  })
}

/**
 * Removes the namespace of a call. A call may contain a namespace although the tool has none: OpenAI calls
 * tools that a search loaded with a namespace of the same name.
 */
function flatCall(call: ToolCall, namespace: string, names: FlatNames): ToolCall {
  const { namespace: _namespace, ...rest } = call
  const known = names.get(namespace, call.name)
  const isPlain = known === undefined && namespace === call.name
  return isPlain ? rest : { ...rest, name: known ?? names.make(namespace, call.name, call) }
}

/** Returns the choice with flat names. Tool choices contain tool names without namespaces. */
function flatChoice(choice: ToolChoice, names: FlatNames): ToolChoice {
  const inList = (name: string) => (names.plain.has(name) ? name : (names.find(name) ?? name))
  if (choice.type === 'tool') return { ...choice, name: inList(choice.name) }
  return choice.type === 'allowed' ? { ...choice, names: choice.names.map(inList) } : choice
}
