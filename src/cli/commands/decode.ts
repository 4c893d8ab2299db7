import type { Command } from 'commander'
import { compact } from '../../base/json/write-json.js'
import { decodeExchange } from '../../traffic/input/convert-exchange.js'
import { resolveRecord } from '../../traffic/input/traffic-record.js'
import { DECODED_TABLE } from '../decoded-table.js'
import { exactConversation, exactResponse } from '../exact-calls.js'
import {
  type CommandSession,
  JOBS_OPTION,
  type RecordOptions,
  recordCommand,
  WIRE_OPTION,
} from '../session.js'
import type { RecordCommand } from './command.js'

export function addDecode(program: Command, session: CommandSession): void {
  recordCommand(program, 'decode')
    .description('print each record in the canonical model')
    .option(...WIRE_OPTION)
    .option(...JOBS_OPTION)
    .addHelpText('after', EXAMPLE)
    .action(async (files: readonly string[], options: RecordOptions) => {
      await session.convertRecords(files, options, decode, await session.tableOf(DECODED_TABLE))
    })
}

const EXAMPLE = `
Example: what did the model answer, part by part?
  toolwire decode answer.json | jq '.response.message.parts'`

/** Prints for each record: the complete canonical request and response. */
export const decode: RecordCommand = (value, context) => {
  const record = resolveRecord(value, context)
  const { request, response, ...rest } = decodeExchange(record, context)
  return compact({
    wire: record.adapter.id,
    request: request && exactConversation(request),
    response: response && exactResponse(response),
    ...rest,
  })
}
