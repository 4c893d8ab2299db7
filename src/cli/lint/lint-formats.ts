import type { JsonObject } from '../../base/json/json-types.js'
import type { RecordPosition } from '../../traffic/input/input-record.js'
import type { Rule, Violation } from '../../translate/lint/rule.js'
import { placeIn, type SourceText } from './source-text.js'

/** A request with its violations, and the source text that shows them. */
export interface CheckedRequest {
  readonly place: RecordPosition
  readonly source: SourceText
  readonly rules: readonly Rule[]
  readonly violations: readonly Violation[]
}

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const
const ANNOTATIONS = { error: 'error', warning: 'warning', info: 'notice' } as const

/** Returns one SARIF 2.1.0 log (https://docs.oasis-open.org/sarif/sarif/v2.1.0/). */
export function sarifLog(checked: readonly CheckedRequest[]): JsonObject {
  const rules = new Map<string, Rule | undefined>()
  for (const one of checked)
    for (const { rule } of one.violations)
      rules.set(
        rule,
        one.rules.find(({ id }) => id === rule),
      )
  const results = checked.flatMap((one) => one.violations.map((violation) => sarifResult(violation, one)))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'toolwire', rules: [...rules].map(([id, rule]) => sarifRule(id, rule)) } },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  }
}

function sarifRule(id: string, rule: Rule | undefined): JsonObject {
  return rule === undefined ? { id } : { id, shortDescription: { text: rule.summary } }
}

function sarifResult(
  { rule, severity, message, path }: Violation,
  { place, source }: CheckedRequest,
): JsonObject {
  const at = source.firstLine === undefined ? undefined : placeIn(source, path)
  const region = at && {
    startLine: at.line + (source.firstLine ?? 1) - 1,
    startColumn: at.column,
    endLine: at.endLine + (source.firstLine ?? 1) - 1,
    endColumn: at.endColumn,
  }
  const uri = encodeURI((place.file ?? 'stdin').replaceAll('\\', '/'))
  const physicalLocation = { artifactLocation: { uri }, ...(region && { region }) }
  const logicalLocations = [{ fullyQualifiedName: path, kind: 'member' }]
  return {
    ruleId: rule,
    level: LEVELS[severity],
    message: { text: `${message} (${path})` },
    locations: [{ physicalLocation, logicalLocations }],
  }
}

/** Returns workflow commands that GitHub shows next to the lines of a change. */
export function gitHubAnnotations({ place, source, violations }: CheckedRequest): string {
  return violations
    .map(({ rule, severity, message, path }) => {
      const at = source.firstLine === undefined ? undefined : placeIn(source, path)
      const line = at && `line=${at.line + (source.firstLine ?? 1) - 1},col=${at.column}`
      const file = place.file && `file=${escapedProperty(place.file)}`
      const members = [file, line, `title=${escapedProperty(rule)}`].filter((member) => member !== undefined)
      return `::${ANNOTATIONS[severity]} ${members.join(',')}::${escapedMessage(`${message} (${path})`)}\n`
    })
    .join('')
}

function escapedMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapedProperty(text: string): string {
  return escapedMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
