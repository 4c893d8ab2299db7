import type { Command } from 'commander'
import { unreadRequest } from '../../exchange/decode-exchange.js'
import { AdapterError } from '../../json/adapter-error.js'
import { expectObject } from '../../json/read-json.js'
import { lint as runRules } from '../../lint/lint-request.js'
import type { Rule, Violation } from '../../lint/rule.js'
import type { Notice } from '../../model/context.js'
import { refuseGuess } from '../../stream/unread-calls.js'
import { chooseLimits } from '../../wire/limits.js'
import { loadRules } from '../adapters.js'
import { FAILED } from '../pump.js'
import {
  JOBS_OPTION,
  LIMITS_OPTION,
  type RecordOptions,
  recordCommand,
  type Session,
  WIRE_OPTION,
} from '../session.js'
import { resolveRecord } from '../traffic-record.js'
import type { RecordCommand } from './command.js'

interface Options extends RecordOptions {
  readonly limits?: string
}

export function addLint(program: Command, session: Session): void {
  recordCommand(program, 'lint')
    .description('check requests against the known rules of their provider; exit status 1 on an error')
    .option(...WIRE_OPTION)
    .option(...LIMITS_OPTION)
    .option(...JOBS_OPTION)
    .addHelpText('after', EXAMPLE)
    .action(async (files: readonly string[], { limits, ...options }: Options) => {
      if (options.wire !== undefined) await session.target(options.wire, limits)
      const rules = await loadAllRules(session)
      const onError = () => {
        session.exitCode = FAILED
      }
      await session.convertRecords(files, options, lintWith(rules, limits, onError))
    })
}

const EXAMPLE = `
Example: why did the provider answer with status 400?
  toolwire lint request.json | jq -r '.violations[] | "\\(.severity) \\(.rule) \\(.path): \\(.message)"'`

type RulesByWire = ReadonlyMap<string, readonly Rule[]>

async function loadAllRules(session: Session): Promise<RulesByWire> {
  const { adaptersFolder } = session
  const { adapters } = await session.registry()
  const ids = adapters.map(({ id }) => id)
  return new Map(await Promise.all(ids.map(async (id) => [id, await loadRules(id, adaptersFolder)] as const)))
}

/** Per record: the acceptance rules that its request breaks. Paths lead into the request. */
function lintWith(rules: RulesByWire, limits: string | undefined, onError: () => void): RecordCommand {
  return (value, { registry, wire }) => {
    const { adapter, request, isNamed } = resolveRecord(value, { registry, wire, requestsOnly: true })
    if (request === undefined)
      throw new AdapterError('missing-field', '/request', 'the record has no request to check')
    chooseLimits(adapter.codecs, limits)
    const body = expectObject(request.value, request.path)
    const unread = unreadRequest(body, adapter.codecs)
    if (!isNamed) refuseGuess(adapter.id, unread, request.path)
    const violations = [...runRules(rules.get(adapter.id) ?? [], body, limits), ...unread.map(asViolation)]
    if (violations.some(({ severity }) => severity === 'error')) onError()
    return { wire: adapter.id, violations }
  }
}

/** The provider refuses no such member, but it does not read the call either. */
function asViolation({ code, path, message, severity }: Notice): Violation {
  return { rule: code, path, message, severity }
}
