import type { JsonObject } from '../../../src/base/json/json-types.js'
import { objectIn, stringOr } from '../../../src/base/json/read-json.js'
import { type Found, objectAt, typeOf } from '../../../src/translate/lint/found.js'
import { type TextAt, textAt } from '../../../src/translate/lint/view.js'
import { changedTools, isCustomTool, toolChanges, toolsOf } from './request.js'

/** Returns names in changes that are not defined before the change. */
export function unresolvedChanges(request: JsonObject): TextAt[] {
  const known = new Set(toolsOf(request).map(definedName))
  return changedTools(request).flatMap((tool) => {
    for (const definition of objectAt('definition')(tool)) known.add(definedName(definition))
    const { type, name } = referenceOf(tool)
    // Tools of a toolset have names that are not in the request.
    if (name === undefined || known.has(`${type} ${name.text}`) || (type === 'tool' && known.has(UNNAMED)))
      return []
    return [name]
  })
}

const UNNAMED = 'toolset'

function definedName({ value }: Found): string {
  if (value.type === 'mcp_toolset') return `server ${stringOr(value.mcp_server_name, '')}`
  return typeof value.name === 'string' ? `tool ${value.name}` : UNNAMED
}

function referenceOf(tool: Found): { readonly type: 'tool' | 'server'; readonly name?: TextAt } {
  const type = typeOf(tool)
  if (type === 'tool_definition') return { type: 'tool' }
  return type === 'mcp_tool_reference' || type === 'mcp_toolset_reference'
    ? { type: 'server', name: textAt(tool, 'server_name') }
    : { type: 'tool', name: textAt(tool, 'name') }
}

/** Returns definitions in the history whose name belongs to an available tool of another kind. */
export function conflictingTools(request: JsonObject): TextAt[] {
  const available = new Map(
    toolsOf(request).map((tool) => [stringOr(tool.value.name, ''), isCustomTool(tool)]),
  )
  return toolChanges(request).flatMap((change) => {
    const tool = objectIn(change.value.tool)
    if (typeOf(change) === 'tool_removal') available.delete(stringOr(tool.name, ''))
    return objectAt('tool')(change)
      .flatMap(objectAt('definition'))
      .flatMap((definition) => {
        const name = textAt(definition, 'name')
        const isCustom = isCustomTool(definition)
        const isTaken = name.text !== '' && (available.get(name.text) ?? isCustom) !== isCustom
        available.set(name.text, isCustom)
        return isTaken ? [name] : []
      })
  })
}
