import schema from '../../../docs/proxy.schema.json' with { type: 'json' }
import type { JsonObject } from '../../base/json/json-types.js'
import { asJson, expectObject } from '../../base/json/read-json.js'

/** The schema of config files. `scripts/api/proxy-schema.mjs` generates it from the types in `config.ts`. */
export const CONFIG_SCHEMA: JsonObject = expectObject(asJson(schema), '')

interface Described {
  readonly description: string
}

const { properties, $defs } = schema
const { routes } = properties

/** Members of config files, with their descriptions. */
export const MEMBERS = {
  proxy: properties,
  route: routes.items.properties,
  target: $defs.TargetConfig.properties,
}

/** Returns the first sentence of a member's description, for the help of a flag with a different default. */
export function sentenceOf({ description }: Described): string {
  const [sentence = ''] = /^.*?(?=\.(?: [A-Z`]|$)|$)/.exec(description) ?? []
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replaceAll('`', '')
}

/** The text before the default in a description. */
const DEFAULT = ' Default: '

/** Returns the help of a flag: the first sentence and the default. The default of a switch, false, is omitted. */
export function helpOf(member: Described): string {
  const [, value] = member.description.replace(/\.$/, '').split(DEFAULT)
  const isPlain = value === undefined || value === 'false'
  return isPlain ? sentenceOf(member) : `${sentenceOf(member)} (default: ${value.replaceAll('`', '')})`
}
