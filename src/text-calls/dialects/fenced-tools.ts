import { tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { INVALID_ARGUMENTS } from '../../base/model/arguments.js'
import type { DeclaredTool } from '../declared.js'
import type { TextDialect, WrittenCall } from '../dialect.js'
import { TOOL_RESPONSE } from '../json-calls.js'

/** Returns the parameter that receives the text: the only parameter, or the first text parameter. */
function inputOf({ properties = {} }: DeclaredTool): string {
  const names = Object.keys(properties)
  const isText = (name: string) => {
    const schema = properties[name]
    return isObject(schema) && schema.type === 'string'
  }
  return names.find(isText) ?? names[0] ?? 'input'
}

/** Returns true if the text contains all arguments of a tool, not only one argument. */
function isInput({ properties }: DeclaredTool, text: string): boolean {
  const value = text.startsWith('{') ? tryParseJson(text) : undefined
  const keys = isObject(value) ? Object.keys(value) : undefined
  if (properties === undefined || keys?.length === 0) return keys !== undefined
  return keys?.some((key) => key === INVALID_ARGUMENTS || Object.hasOwn(properties, key)) === true
}

function writeFence({ name, text, tool }: WrittenCall): string {
  const value = tryParseJson(text)
  const input = tool && isObject(value) && Object.keys(value).length === 1 ? value[inputOf(tool)] : undefined
  const isPlain = tool && typeof input === 'string' && !isInput(tool, input)
  const plain = isPlain && input === input.trim() && !input.includes('```') ? input : text
  return `\`\`\`${name}\n${plain}\n\`\`\``
}

/**
 * Any model: a code fence whose tag is the name of a tool, as zeph-tools reads them. Its trimmed content is
 * the input of a free-text tool, or the first text parameter of any other tool.
 */
export const fencedTools: TextDialect = {
  id: 'fenced-tools',
  markers: ['```'],
  ends: ['```'],
  *read(source) {
    const tool = source.tools.get(yield* source.name())
    if (tool === undefined || /\S/.test((yield* source.peek()) || '.')) return false
    const { before, found } = yield* source.until('```')
    yield* source.take('```')
    const text = before.trim()
    if (found === '') yield { tool, text, flaw: 'truncated' }
    else if (tool.isCustom) yield { tool, text, isFree: true }
    else if (isInput(tool, text)) yield { tool, text }
    else yield { tool, text: JSON.stringify({ [inputOf(tool)]: text }), isMade: true }
    return true
  },
  nameCharacters: 'a-zA-Z0-9_-',
  writeCalls: (calls) => calls.map(writeFence).join('\n'),
  results: TOOL_RESPONSE,
}
