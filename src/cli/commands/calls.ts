import type { Command } from 'commander'
import { compact } from '../../base/json/write-json.js'
import type {
  Conversation,
  ModelResponse,
  Part,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../base/model/types.js'
import { decodeExchange } from '../../traffic/input/convert-exchange.js'
import { resolveRecord } from '../../traffic/input/traffic-record.js'
import { answerCost } from '../answer-cost.js'
import { CALL_TABLE } from '../call-table.js'
import { exactCall } from '../exact-calls.js'
import {
  type CommandSession,
  JOBS_OPTION,
  type RecordOptions,
  recordCommand,
  WIRE_OPTION,
} from '../session.js'
import type { RecordCommand } from './command.js'

export function addCalls(program: Command, session: CommandSession): void {
  recordCommand(program, 'calls')
    .description('print the tool calls and results of each record, of any provider')
    .option(...WIRE_OPTION)
    .option(...JOBS_OPTION)
    .addHelpText('after', EXAMPLE)
    .action(async (files: readonly string[], options: RecordOptions) => {
      await session.convertRecords(files, options, calls, await session.tableOf(CALL_TABLE))
    })
}

const EXAMPLE = `
Example: which tools were called, and how often?
  toolwire calls --jsonl traffic.jsonl \\
    | jq -r '.response.toolCalls[]?.name' | sort | uniq -c`

/**
 * Prints for each record: the calls and results of both sides, the declared tools, and the answer's text and
 * finish reason, and its usage and cost, if they are known.
 */
export const calls: RecordCommand = (value, context) => {
  const record = resolveRecord(value, context)
  const { request, response, ...rest } = decodeExchange(record, context)
  return compact({
    wire: record.adapter.id,
    request: request && requestCalls(request),
    response: response && responseCalls(response, answerCost(compact({ request, response }))),
    ...rest,
  })
}

function requestCalls({ messages, tools = [] }: Conversation) {
  const parts = messages.flatMap((message) => message.parts)
  return { ...callsAndResults(parts), tools: tools.map(printedTool) }
}

function responseCalls({ message, finish, error, usage }: ModelResponse, dollars: number | undefined) {
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return compact({ ...callsAndResults(message.parts), text, finish, error, usage, dollars })
}

function callsAndResults(parts: readonly Part[]) {
  return {
    toolCalls: parts.filter((part) => part.type === 'tool-call').map(printedCall),
    toolResults: parts.filter((part) => part.type === 'tool-result').map(printedResult),
  }
}

function printedCall(call: ToolCall) {
  const { id, name, kind, status, rawArguments, providerExecuted, minted } = call
  return compact({
    id,
    name,
    kind,
    status,
    arguments: exactCall(call).arguments,
    rawArguments,
    providerExecuted,
    minted,
  })
}

function printedResult({ callId, name, isError, providerExecuted, output }: ToolResult) {
  return compact({ callId, name: name === '' ? undefined : name, isError, providerExecuted, output })
}

function printedTool(tool: ToolDefinition) {
  return compact({ type: tool.type, name: tool.name, kind: 'kind' in tool ? tool.kind : undefined })
}
