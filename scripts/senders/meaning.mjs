import { DOWNLOADED } from './ai-sdk.mjs'

/**
 * Returns the turns of a conversation as the model sees them: texts, files, calls, results and their order.
 * Ids, the borders between messages and texts, and reasoning are left out.
 */
export function meaningOf({ messages, tools = [] }, { wire, errors }) {
  const calls = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-call'))
  const numbers = new Map(calls.map(({ id }, index) => [id, index]))
  const turns = []
  for (const { role, parts } of messages) {
    const side = role === 'assistant' ? 'model' : role === 'system' ? 'system' : 'user'
    if (turns.at(-1)?.side !== side) turns.push({ side, items: [] })
    const items = parts.flatMap((part) => itemsOf(part, { numbers, errors }))
    turns.at(-1).items.push(...items)
  }
  const said = merged(turns.filter(({ items }) => items.length > 0))
  return {
    turns: said.map(({ side, items }) => [
      side,
      ...withTextsJoined(wire === BESIDE ? filesFirst(items) : items),
    ]),
    tools: tools.flatMap((tool) => (tool.type === 'function' ? tool.name : [])).sort(),
  }
}

/** The wire whose messages have files next to one text. */
const BESIDE = 'ollama-chat'

function filesFirst(items) {
  const isText = ({ text }) => text !== undefined
  return [...items.filter((item) => !isText(item)), ...items.filter(isText)]
}

function merged(turns) {
  const all = []
  for (const turn of turns) {
    if (all.at(-1)?.side === turn.side) all.at(-1).items.push(...turn.items)
    else all.push({ ...turn, items: [...turn.items] })
  }
  return all
}

function withTextsJoined(items) {
  const all = []
  for (const item of items) {
    if (item.text !== undefined && all.at(-1)?.text !== undefined) all.at(-1).text += item.text
    else all.push({ ...item })
  }
  return all
}

function itemsOf(part, options) {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return textItem(part.text)
    case 'media':
      return [fileItem(part)]
    case 'tool-call':
      return [{ call: part.name, arguments: argumentsOf(part) }]
    case 'tool-result':
      return [resultItem(part, options)]
    default:
      return []
  }
}

function textItem(text) {
  const plain = squeezed(text)
  return plain === '' ? [] : [{ text: plain }]
}

const squeezed = (text) => text.replace(/\s+/g, '')

function argumentsOf({ arguments: value, rawArguments = '' }) {
  if (value === undefined) return valueText(rawArguments)
  return typeof value === 'string' ? value : stable(value)
}

function resultItem({ callId, output, isError }, { numbers, errors }) {
  const pieces = piecesOf(output)
  return {
    result: numbers.get(callId) ?? 'of no call',
    // Packages send the text of a denial.
    isError: errors && isError && output.type !== 'denied',
    output: withTextsJoined(
      pieces.flatMap((piece) => (typeof piece === 'string' ? textItem(valueText(piece)) : fileItem(piece))),
    ),
  }
}

function piecesOf(output) {
  switch (output.type) {
    case 'content':
      return output.value.flatMap((part) =>
        part.type === 'text'
          ? part.text
          : part.type === 'media'
            ? part
            : [stable(part.value ?? part.name ?? part.type)],
      )
    case 'denied':
      return [output.reason ?? '']
    default:
      return [inner(output.value)]
  }
}

/** Returns the text in the object that packages put around a result for Google. */
function inner(value) {
  const { name, content, result, output, error, details, ...rest } =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  const held = content ?? result ?? output ?? error ?? details
  const isWrapped =
    typeof value === 'object' &&
    Object.keys(rest).length === 0 &&
    [content, result, output, error, details].filter((one) => one !== undefined).length === 1
  if (isWrapped && typeof held === 'object') return inner(held)
  const said = isWrapped ? held : value
  return typeof said === 'string' ? said : stable(said)
}

function fileItem({ source }) {
  if (source.type === 'data') {
    const text = Buffer.from(source.data, 'base64').toString()
    return {
      file: text.startsWith(DOWNLOADED)
        ? text.slice(DOWNLOADED.length)
        : Buffer.from(source.data, 'base64').toString('base64'),
    }
  }
  return { file: source.url ?? source.id ?? source.text }
}

/** Returns JSON in one form, and other text unchanged, without our marks of errors and denials. */
function valueText(given) {
  const text = given.replace(/<\/?tool_(?:denied|error)(?: type="json")?>/g, '')
  try {
    return inner(JSON.parse(text))
  } catch {
    return text
  }
}

function stable(value) {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${stable(value[key])}`).join()}}`
}
