import type { Channel, TextDialect } from '../dialect.js'
import { jsonCall, readJsonCalls } from '../json-calls.js'
import type { TextReading, TextSource } from '../text-source.js'

const MESSAGE = '<|message_model|>'
const JSON_CALL = '<|content_invoke_tool_json|>'
const TEXT_CALL = '<|content_invoke_tool_text|>'
const TEXT = '<|content_text|>'
const THINKING = '<|content_thinking|>'
const CONTENTS = [JSON_CALL, TEXT_CALL, TEXT, THINKING]
const END = '<|end_message|>'
const LAST = '<|content_model_end_sampling|>'
const ENDS = [END, LAST]
/** The marks after a text or a call, which may be the last one. */
const LAST_ENDS = [END + LAST, ...ENDS]
const FORM = { names: ['name'], values: ['args', 'arguments'], closes: LAST_ENDS, markers: [MESSAGE] }

/** Reads the input of a free-text tool. The header names the tool. */
function* readFree(source: TextSource, header: string): TextReading<boolean> {
  const tool = source.tools.get(header.trim())
  if (tool?.isCustom !== true) return false
  const { before, found } = yield* source.until(...ENDS)
  yield {
    tool,
    text: before,
    isFree: true,
    ...(found === '' && source.isCut && { flaw: 'truncated' as const }),
  }
  yield* source.take(...LAST_ENDS)
  return true
}

function* readContent(source: TextSource, mark: string, header: string): TextReading<boolean | Channel> {
  if (mark === JSON_CALL) {
    return yield* readJsonCalls(source, FORM)
  }
  if (mark === TEXT_CALL) return yield* readFree(source, header)
  if (mark === THINKING) return { noun: 'reasoning', ends: ENDS, nexts: [MESSAGE] }
  return { noun: 'text', ends: LAST_ENDS, nexts: [MESSAGE] }
}

/** Inkling: messages whose mark states the type of their content. */
export const inkling: TextDialect = {
  id: 'inkling',
  markers: [MESSAGE, ...CONTENTS],
  // The mark before the name was part of the prompt.
  startsOf: (name) => [name + JSON_CALL, name + TEXT_CALL],
  channelEnds: LAST_ENDS,
  ends: ENDS,
  *read(source, marker) {
    const mark = CONTENTS.find((content) => marker.endsWith(content))
    if (mark !== undefined) return yield* readContent(source, mark, marker.slice(0, -mark.length))
    const header = yield* source.run(/[^<\n]*/y)
    const next = yield* source.take(...CONTENTS)
    // A header without a tool is not a header.
    const isHeader = header === '' || source.tools.has(header.trim())
    return next !== undefined && isHeader ? yield* readContent(source, next, header) : false
  },
  writeCalls: (calls) =>
    calls.map((call) => `${MESSAGE}${call.name}${JSON_CALL}${jsonCall(call, 'name', 'args')}${END}`).join(''),
  results: { open: ({ name }) => `<|message_tool|>${name}${TEXT}`, close: END },
}
