import { AdapterError } from '../../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { losesNumbers } from '../../../src/base/json/lossy-text.js'
import { applyPatch } from '../../../src/base/json/patch.js'
import { expectObject } from '../../../src/base/json/read-json.js'
import { lintRecord } from '../../../src/traffic/input/lint-record.js'
import { fixRequest } from '../../../src/translate/lint/fix-request.js'
import type { Fixed, Fixing, Linted } from '../protocol.js'
import { indented } from './indent.js'
import { listed, placesIn } from './listed-notices.js'
import { rulesOf } from './wires.js'
import type { Workbench } from './workbench.js'

/** Lints the shown request. */
export async function lintShown(bench: Workbench): Promise<Linted> {
  const { violations, path } = await checked(bench)
  const { value, canonical } = bench.opened
  const notices = violations.map(({ rule, severity, message, path: inside }) => ({
    ...{ code: rule, severity, message, path: path + inside },
  }))
  const asTold = notices.map((notice) => ({ ...notice, severity: 'info' as const }))
  const places = placesIn({ text: bench.source, isExact: true }, { notices: asTold, value, canonical })
  return {
    violations: listed(asTold, places).map((notice, index) => ({
      ...notice,
      severity: violations[index]?.severity ?? 'info',
      hasFix: violations[index]?.fix !== undefined,
    })),
  }
}

/**
 * Returns the record with one fix, or with all.
 * @throws AdapterError if a number would lose digits.
 */
export async function fixShown(bench: Workbench, chosen: Fixing): Promise<Fixed> {
  const { violations, path, rules, request } = await checked(bench)
  if (losesNumbers(bench.source))
    throw new AdapterError('unsupported', path, 'A number of this record would lose digits. Fix it by hand.')
  const { fixed, count } =
    chosen === undefined ? allFixed(rules, request) : oneFixed(violations[chosen], request)
  const { value } = bench.opened
  const record: JsonValue =
    path === '' ? fixed : applyPatch(expectObject(value, ''), [{ op: 'replace', path, value: fixed }])
  return { text: indented(JSON.stringify(record)), count }
}

interface FixedBody {
  readonly fixed: JsonObject
  readonly count: number
}

function allFixed(rules: Parameters<typeof fixRequest>[0], request: JsonObject): FixedBody {
  const { request: result, fixed } = fixRequest(rules, request)
  return { fixed: result, count: fixed.length }
}

function oneFixed(
  violation: Awaited<ReturnType<typeof checked>>['violations'][number] | undefined,
  request: JsonObject,
): FixedBody {
  return violation?.fix === undefined
    ? { fixed: request, count: 0 }
    : { fixed: applyPatch(request, violation.fix), count: 1 }
}

async function checked({ opened, registry }: Workbench) {
  const { adapter } = opened.resolved
  const rules = new Map([[adapter.id, await rulesOf(adapter)]])
  return lintRecord(opened.value, rules, { registry, wire: adapter.id })
}
