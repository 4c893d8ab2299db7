import type { DeclaredTool } from '../declared.js'
import type { TextDialect, WrittenResult } from '../dialect.js'
import { namedDialect } from '../named-calls.js'

/** Returns the name in an id, which often deviates from the form `functions.NAME:0`. */
function nameIn(id: string, tools: ReadonlyMap<string, DeclaredTool>): string {
  const names = [id.replace(/:\d+$/, ''), id.replace(/(?:[:_]|(?<!\d))\d+$/, '')].flatMap((named) => [
    named.replace(/^functions[._]?/, ''),
    named.slice(named.lastIndexOf('.') + 1),
    named,
  ])
  return names.find((name) => tools.has(name)) ?? id
}

/**
 * Returns the id of a result in the form that the model expects. With other ids, the model copies their form
 * and calls fewer tools. https://github.com/MoonshotAI/kimi-code/issues/2503
 */
function idOf({ id, name, index }: Pick<WrittenResult, 'id' | 'name' | 'index'>): string {
  return /^functions\..+:\d+$/.test(id) ? id : `functions.${name}:${index}`
}

/** Kimi K2 to K2.7. The ids of the model are kept, and are written in the form that the model expects. */
export const kimiK2: TextDialect = /* @__PURE__ */ namedDialect({
  id: 'kimi-k2',
  sections: ['<|tool_calls_section_begin|>', '<|tool_call_section_begin|>'],
  begins: ['<|tool_call_begin|>'],
  header: /[^<]*/y,
  separators: ['<|tool_call_argument_begin|>'],
  closes: ['<|tool_call_end|>'],
  sectionEnds: ['<|tool_calls_section_end|>', '<|tool_call_section_end|>'],
  callee: (source, id) => ({ name: nameIn(id, source.tools), id }),
  writeCalls: (calls) =>
    `<|tool_calls_section_begin|>${calls
      .map(
        (call) => `<|tool_call_begin|>${idOf(call)}<|tool_call_argument_begin|>${call.text}<|tool_call_end|>`,
      )
      .join('')}<|tool_calls_section_end|>`,
  results: { open: (result) => `## Return of ${idOf(result)}\n`, close: '' },
})
