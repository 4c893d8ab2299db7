import { changeCalls } from '../fit/call-events.js'
import { fit } from '../fit/index.js'
import { flatName } from '../fit/namespaces.js'
import { customCall, restoreCall } from '../fit/restore.js'
import { callsToAnswer } from '../model/calls.js'
import { isVendorTool } from '../model/tools.js'
import type { Conversation, ToolCall } from '../model/types.js'
import { functionCall } from '../shape/free-text.js'
import type { EventStep } from '../stream/step.js'
import type { Adapter } from '../wire/define.js'

/**
 * Gives an answer's calls the form in which the client's request declares their tools: under those names, in those
 * namespaces, and free text where the tool takes free text.
 * @param conversation asked for when the first call comes.
 */
export function declaredCalls(conversation: () => Conversation, source: Adapter, target: Adapter): EventStep {
  let declared: ((call: ToolCall) => ToolCall) | undefined
  return changeCalls((call) => {
    declared ??= declaredCall(conversation(), source, target)
    return declared(call)
  })
}

function declaredCall(
  conversation: Conversation,
  source: Adapter,
  target: Adapter,
): (call: ToolCall) => ToolCall {
  // Whether a call is free text is decided below, by its full name.
  const fitted = { ...fit(conversation, source.codecs, { from: target.id }), customTools: [] }
  const tools = knownTools(conversation)
  return (call) => {
    const named = restoreCall(call, fitted)
    const tool = findTool(named, tools)
    return tool === undefined ? named : callOf(named, tool)
  }
}

interface KnownTool {
  readonly name: string
  readonly namespace: string | undefined
  readonly isCustom: boolean
}

/** By full name, the tools that the client declares, and free-text tools that it called before without declaring them. */
function knownTools({ tools = [], messages }: Conversation): ReadonlyMap<string, KnownTool> {
  const known = new Map<string, KnownTool>()
  const add = (name: string, namespace: string | undefined, isCustom: boolean) => {
    const key = fullName(name, namespace)
    if (!known.has(key)) known.set(key, { name, namespace, isCustom })
  }
  for (const tool of tools)
    if (!isVendorTool(tool)) add(tool.name, tool.namespace?.name, tool.type === 'custom')
  for (const part of messages.flatMap(({ parts }) => callsToAnswer(parts)))
    if (part.kind === 'custom') add(part.name, part.namespace, true)
  return known
}

function fullName(name: string, namespace = ''): string {
  return `${namespace}\n${name}`
}

/** The tool of the call's full name, also written as one name, or the only one of its bare name. */
function findTool(
  { name, namespace }: ToolCall,
  tools: ReadonlyMap<string, KnownTool>,
): KnownTool | undefined {
  const exact = tools.get(fullName(name, namespace))
  if (exact !== undefined) return exact
  const flat = namespace === undefined ? undefined : tools.get(fullName(flatName(namespace, name)))
  if (flat !== undefined) return flat
  const [found, another] = [...tools.values()].filter((tool) => tool.name === name)
  const isOther = namespace !== undefined && found?.namespace !== undefined
  return another === undefined && !isOther ? found : undefined
}

function callOf(call: ToolCall, { name, namespace, isCustom }: KnownTool): ToolCall {
  const { namespace: _namespace, ...rest } = call
  const named = { ...rest, name, ...(namespace !== undefined && { namespace }) }
  if (named.kind === 'custom') return isCustom ? named : functionCall(named)
  return isCustom ? customCall(named) : named
}
