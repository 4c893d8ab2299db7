import type { Command } from 'commander'
import type { Rule } from '../../adapter/rule.js'
import { AdapterError } from '../../json/errors.js'
import { expectObject } from '../../json/read.js'
import { lint as runRules } from '../../lint/lint.js'
import { loadRules } from '../adapters.js'
import { FAILED } from '../pump.js'
import { resolveRecord } from '../record.js'
import { type RecordOptions, recordCommand, type Session, WIRE_OPTION } from '../session.js'
import type { RecordCommand } from './command.js'

export function addLint(program: Command, session: Session): void {
  recordCommand(program, 'lint')
    .description('check each request against what its provider is known to refuse; exit status 1 on an error')
    .option(...WIRE_OPTION)
    .addHelpText('after', EXAMPLE)
    .action(async (file: string | undefined, options: RecordOptions) => {
      const rules = await loadAllRules(session)
      const onError = () => {
        session.exitCode = FAILED
      }
      await session.convertRecords(file, options, lintWith(rules, onError))
    })
}

const EXAMPLE = `
Example: why did the provider answer with status 400?
  toolwire lint request.json | jq -r '.violations[] | "\\(.severity) \\(.rule) \\(.path): \\(.message)"'`

type RulesByWire = ReadonlyMap<string, readonly Rule[]>

async function loadAllRules({ registry, adaptersFolder }: Session): Promise<RulesByWire> {
  const ids = registry.adapters.map(({ id }) => id)
  return new Map(await Promise.all(ids.map(async (id) => [id, await loadRules(id, adaptersFolder)] as const)))
}

/** Per record: the acceptance rules that its request breaks. Paths lead into the request. */
function lintWith(rules: RulesByWire, onError: () => void): RecordCommand {
  return (value, { registry, wire }) => {
    const { adapter, request } = resolveRecord(value, { registry, wire, requestsOnly: true })
    if (request === undefined)
      throw new AdapterError('missing-field', '/request', 'the record has no request to check')
    const violations = runRules(rules.get(adapter.id) ?? [], expectObject(request.value, request.path))
    if (violations.some(({ severity }) => severity === 'error')) onError()
    return { wire: adapter.id, violations }
  }
}
