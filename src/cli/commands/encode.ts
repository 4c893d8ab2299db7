import type { Command } from 'commander'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { arrayOr, asNative, expectObject, isObject, stringOr } from '../../base/json/read-json.js'
import type { Notice } from '../../base/model/context.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { encodeExchange } from '../../traffic/input/convert-exchange.js'
import type { PrintedError } from '../../traffic/input/printed-error.js'
import { withFailures } from '../../traffic/input/sides.js'
import { canonicalConversation, canonicalResponse } from '../canonical-input.js'
import {
  type CommandSession,
  JOBS_OPTION,
  LIMITS_OPTION,
  type RecordOptions,
  recordCommand,
} from '../session.js'
import type { RecordCommand } from './command.js'

interface Options extends RecordOptions {
  readonly to: string
  readonly limits?: string
}

export function addEncode(program: Command, session: CommandSession): void {
  recordCommand(program, 'encode')
    .description('encode the output of "toolwire decode" as native bodies')
    .requiredOption('--to <wire>', 'the wire to write')
    .option(...LIMITS_OPTION)
    .option(...JOBS_OPTION)
    .addHelpText('after', example(session.exampleWire))
    .action(async (files: readonly string[], { to, limits, jsonl, jobs }: Options) => {
      const target = await session.target(to, limits)
      await session.convertRecords(files, { jsonl, jobs }, encodeTo(target, limits))
    })
}

const example = (wire: string) => `
Example: edit a decoded conversation, then write it for its own provider
  toolwire decode request.json | jq '.request.temperature = 0' \\
    | toolwire encode --to ${wire}`

/**
 * Creates the command that encodes the request and response of each record from `decode` as native bodies of
 * the target.
 */
function encodeTo(to: Adapter, limits: string | undefined): RecordCommand {
  return (value, { registry }) => {
    const record = expectObject(value, '')
    const wire = stringOr(record.wire, undefined)
    const known = registry.adapters.find(({ id }) => id === wire)?.codecs
    const { request, response, notices: earlier } = record
    const failed = earlierFailure(record)
    if (request === undefined && response === undefined && failed === undefined)
      throw new AdapterError('missing-field', '', 'the record has no canonical request or response')
    const { notices, error, ...encoded } = encodeExchange(
      {
        request: request === undefined ? undefined : () => canonicalConversation(request, ''),
        response: response === undefined ? undefined : () => canonicalResponse(response, ''),
      },
      { to, limits, from: known ?? (wire === undefined ? undefined : { id: wire }) },
    )
    const told = [...asNative<Notice[]>(arrayOr(earlier, [])), ...notices]
    return { wire: to.id, ...encoded, ...withFailures(told, [failed, error]) }
  }
}

/** Returns the error of `decode`, so that it stays visible at the end of the pipe. */
function earlierFailure({ error }: JsonObject): PrintedError | undefined {
  if (!isObject(error)) return undefined
  const { code, path, message } = error
  return {
    code: stringOr(code, 'internal'),
    path: stringOr(path, ''),
    message: stringOr(message, 'the record failed earlier'),
  }
}
