import { type Command, Option } from 'commander'
import type { PendingCallsPolicy, ProviderExecutedPolicy } from '../../codec/wire/fit-step.js'
import { decodeExchange, type EncodeOptions, encodeExchange } from '../../traffic/input/convert-exchange.js'
import { withFailures } from '../../traffic/input/sides.js'
import { resolveRecord } from '../../traffic/input/traffic-record.js'
import { batchPrinter } from '../batch-lines.js'
import { NATIVE_TABLE } from '../native-table.js'
import { unknownModel } from '../near-models.js'
import {
  type CommandSession,
  JOBS_OPTION,
  LIMITS_OPTION,
  positiveInteger,
  type RecordOptions,
  recordCommand,
} from '../session.js'
import { writeMessage } from '../standard-streams.js'
import type { RecordCommand } from './command.js'

interface Options extends RecordOptions {
  readonly to: string
  readonly from?: string
  readonly model?: string
  readonly maxOutputTokens?: number
  readonly providerExecuted?: ProviderExecutedPolicy
  readonly limits?: string
  readonly pendingCalls?: PendingCallsPolicy
  readonly stream?: boolean
  readonly batch?: boolean
}

export function addTranslate(program: Command, session: CommandSession): void {
  recordCommand(program, 'translate')
    .description("print each record's request and response in another provider's format")
    .requiredOption('--to <wire>', 'the wire to write')
    .option('--from <wire>', 'the wire of the input (default: named by the record, or recognized)')
    .option('--model <model>', 'the model that is to answer')
    .option('--max-output-tokens <number>', 'the output limit, if the target requires one', positiveInteger)
    .addOption(providerExecutedOption())
    .addOption(pendingCallsOption())
    .option(...LIMITS_OPTION)
    .option(
      '--stream',
      'write the response as the target\'s event stream, in "sse" (binary ones in "chunks")',
    )
    .addOption(
      new Option(
        '--batch',
        "write the lines of the target's batch file; notices go to standard error",
      ).conflicts(['stream', 'jobs']),
    )
    .option(...JOBS_OPTION)
    .addHelpText('after', example(session.exampleWire))
    .action(async (files: readonly string[], { to, from, jsonl, jobs, batch, ...settings }: Options) => {
      const options = { to: await session.target(to, settings.limits), ...settings }
      const print = batch ? batchPrinter(options.to) : await session.tableOf(NATIVE_TABLE)
      const unknown = settings.model && unknownModel(settings.model)
      if (unknown) writeMessage(session.streams.stderr, unknown)
      await session.convertRecords(files, { jsonl, jobs, wire: from }, translateTo(options), print)
    })
}

const example = (wire: string) => `
Example: ask another provider the same, history with its tool calls included
  toolwire translate request.json --to ${wire} --model MODEL \\
    --max-output-tokens 4096 | jq .request`

function providerExecutedOption(): Option {
  return new Option(
    '--provider-executed <policy>',
    'provider-executed calls: as text, as function calls, or omitted (default: narrate in requests, drop in answers)',
  ).choices(['narrate', 'as-function', 'drop'])
}

function pendingCallsOption(): Option {
  return new Option(
    '--pending-calls <policy>',
    'calls at the end that have no result: answered by an error, or left open (default: answer)',
  ).choices(['answer', 'keep'])
}

/** Creates the command that decodes and encodes each record in one step. */
function translateTo(options: Omit<EncodeOptions, 'from'>): RecordCommand {
  return (value, context) => {
    const record = resolveRecord(value, context)
    const { request, response, ...decoded } = decodeExchange(record, context)
    const { notices, error, ...encoded } = encodeExchange(
      { request: request && (() => request), response: response && (() => response) },
      { ...options, from: record.adapter.codecs },
    )
    const told = withFailures([...decoded.notices, ...notices], [decoded.error, error])
    return { wire: options.to.id, ...encoded, ...told }
  }
}
