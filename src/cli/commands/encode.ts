import type { Command } from 'commander'
import type { Notice } from '../../adapter/context.js'
import type { Adapter } from '../../adapter/define.js'
import { AdapterError } from '../../json/errors.js'
import { arrayOr, asNative, expectObject, isObject, stringOr } from '../../json/read.js'
import type { JsonObject } from '../../json/types.js'
import { compact } from '../../json/write.js'
import { expectConversation, expectResponse } from '../canonical.js'
import { type Converted, convertSide, joinSides } from '../exchange.js'
import type { Failure } from '../failure.js'
import { type RecordOptions, recordCommand, type Session } from '../session.js'
import type { CommandContext, RecordCommand } from './command.js'

interface EncodeOptions extends RecordOptions {
  readonly to: string
}

export function addEncode(program: Command, session: Session): void {
  recordCommand(program, 'encode')
    .description('print what "toolwire decode" printed as native bodies again')
    .requiredOption('--to <wire>', 'the wire to write')
    .addHelpText('after', example(session.exampleWire))
    .action(async (file: string | undefined, { to, jsonl }: EncodeOptions) => {
      await session.convertRecords(file, { jsonl }, encodeTo(session.registry.get(to)))
    })
}

const example = (wire: string) => `
Example: edit a conversation in the canonical model, then write it for its own provider
  toolwire decode request.json | jq '.request.temperature = 0' | toolwire encode --to ${wire}`

/** Per record that `decode` printed: its request and response as native bodies of the target. */
export function encodeTo(target: Adapter): RecordCommand {
  return (value, context) => {
    const record = expectObject(value, '')
    const failed = earlierFailure(record)
    if (record.request === undefined && record.response === undefined && failed === undefined)
      throw new AdapterError('missing-field', '', 'the record has no canonical request or response')
    const { notices, error, ...encoded } = encodeSides(record, target, context)
    return compact({
      wire: target.id,
      ...encoded,
      notices: [...asNative<Notice[]>(arrayOr(record.notices, [])), ...notices],
      error: error ?? failed,
    })
  }
}

function encodeSides(
  { request, response }: JsonObject,
  { codecs }: Adapter,
  context: CommandContext,
): Converted<JsonObject, JsonObject> {
  return joinSides(
    request === undefined
      ? undefined
      : convertSide('/request', context, (notes) =>
          codecs.request.encode(expectConversation(request, ''), notes),
        ),
    response === undefined
      ? undefined
      : convertSide('/response', context, (notes) =>
          codecs.response.encode(expectResponse(response, ''), notes),
        ),
  )
}

/** What `decode` could not do stays visible at the end of the pipe. */
function earlierFailure({ error }: JsonObject): Failure | undefined {
  if (!isObject(error)) return undefined
  const { code, path, message } = error
  return {
    code: stringOr(code, 'internal'),
    path: stringOr(path, ''),
    message: stringOr(message, 'the record failed earlier'),
  }
}
