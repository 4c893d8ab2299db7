import type { JsonValue } from '../../base/json/json-types.js'
import { isArray, objectsIn, stringOr } from '../../base/json/read-json.js'
import { isVendorTool } from '../../base/model/calls-to-answer.js'
import { mapAllParts, mapTools } from '../../base/model/change.js'
import { FOUND_TOOL } from '../../base/model/constants.js'
import { metadataOf, opaque, withMetadata } from '../../base/model/metadata.js'
import type { Conversation, ToolDefinition, ToolResult } from '../../base/model/types.js'
import { extraOf } from '../../codec/shape/fields.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/**
 * Declares tools that a client-side search found so that they are loaded at the position of the search
 * result. The prompt before this position, and so its cache, stays valid.
 */
export function deferFoundTools(conversation: Conversation, fit: FitContext): Conversation {
  const { foundTools } = fit.limits
  if (foundTools === undefined) return conversation
  const found = conversation.tools?.filter(isFound) ?? []
  if (found.length === 0) return conversation
  const searches = searchesIn(conversation, fit)
  const declared = new Map(found.map((tool) => [nameBefore(tool, fit), tool.name]))
  const referred = mapAllParts(conversation, fit, (part) => {
    if (part.type !== 'tool-result' || !searches.has(part.callId)) return part
    const names = [...new Set(foundIn(part))].flatMap((name) => declared.get(name) ?? [])
    if (names.length === 0) return part
    reportReferred(names, fit.pathOf(part), fit)
    const value = names.map((name) => ({ type: foundTools.part, [foundTools.name]: name }))
    return { ...part, output: { type: 'content' as const, value: value.map((one) => opaque(one, fit)) } }
  })
  return mapTools(referred, fit, (tool) => {
    if (!isFound(tool) || tool.type !== 'function') return tool
    const own = metadataOf(tool, fit)
    return withMetadata(tool, { ...own, extra: { ...extraOf(own), [foundTools.field]: true } }, fit)
  })
}

function isFound(tool: ToolDefinition): boolean {
  if (isVendorTool(tool)) return false
  return Object.values(tool.providerMetadata ?? {}).some(({ added }) => added === FOUND_TOOL)
}

/** Returns the ids of the calls of a client-side search. */
function searchesIn({ messages }: Conversation, { originals }: FitContext): ReadonlySet<string> {
  const calls = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-call' ? [part] : [])),
  )
  const isSearch = (name: string) => originals.get(name)?.kind === 'tool_search'
  return new Set(calls.filter(({ name }) => isSearch(name)).map(({ id }) => id))
}

/** Returns the name and the namespace of a tool before fitting. */
function nameBefore({ name }: ToolDefinition, { renamedTools, originals }: FitContext): string {
  const flat = renamedTools.get(name) ?? name
  const original = originals.get(flat)
  return fullName(original?.namespace, original?.name ?? flat)
}

function fullName(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}\n${name}`
}

/** Returns the tools of a list, including the tools in namespaces of the list. */
function foundIn({ output }: ToolResult): string[] {
  const namesIn = (list: JsonValue, namespace?: string): string[] =>
    objectsIn(list).flatMap(({ name, tools }) => {
      const own = stringOr(name, '')
      return isArray(tools) ? namesIn(tools, own) : own === '' ? [] : [fullName(namespace, own)]
    })
  return output.type === 'json' ? namesIn(output.value) : []
}

function reportReferred(names: readonly string[], path: string, fit: FitContext): void {
  fit.report({
    code: 'found-tools-deferred',
    severity: 'info',
    path,
    message: `the result of the search loads ${names.join(', ')}, so that the prompt before the result is unchanged`,
  })
}
