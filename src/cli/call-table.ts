import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { stringifyExact } from '../base/json/parse.js'
import { asJson, isObject, objectIn, objectsIn } from '../base/json/read-json.js'
import { shownControls } from '../traffic/input/shown-text.js'
import type { Print } from './convert.js'
import { type Cell, type Style, table } from './printed-table.js'

/** Formats the calls and results of a record as a table, for people at a terminal. */
export function callTable(style: Style): Print {
  return ({ error, ...printed }, { place }) => {
    const { bold, red } = style.paint
    const { id, wire, request, response } = objectIn(asJson(printed))
    const named = [place.file, place.line ?? place.item, id, wire].filter(
      (each) => each !== undefined && each !== '',
    )
    const title = named.length === 0 ? [] : [bold(shownControls(named.join(' ')))]
    const rows = [...rowsOf(objectIn(request), 'request'), ...rowsOf(objectIn(response), 'answer')]
    const lines = error === undefined ? table(HEAD, rows, style) : [red(`  ${shownControls(error.message)}`)]
    const shown = lines.length === 0 ? ['  no calls'] : lines
    return { failed: error !== undefined, text: `${[...title, ...shown].join('\n')}\n` }
  }
}

const HEAD = ['in', 'kind', 'tool', 'status', 'arguments or result']

function rowsOf({ toolCalls, toolResults }: JsonObject, side: string): Cell[][] {
  const calls = objectsIn(toolCalls).map((call) => [
    side,
    'call',
    call.name,
    call.status,
    call.arguments ?? call.rawArguments,
  ])
  const results = objectsIn(toolResults).map((result) => [
    side,
    'result',
    result.name ?? result.callId,
    result.isError === true ? 'error' : '',
    isObject(result.output) ? (result.output.value ?? result.output) : result.output,
  ])
  return [...calls, ...results].map((cells) => cells.map((value) => ({ text: wordsOf(value) })))
}

function wordsOf(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  return shownControls(typeof value === 'string' ? value : stringifyExact(value)).replaceAll('\n', ' ')
}
