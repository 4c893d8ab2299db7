import type { Conversation, Message, Part, ProviderMetadata, ToolOutput } from '../model/types.js'
import type { FitContext } from '../wire/fit-step.js'

/** What of a conversation steps are there for. Most conversations have little of it. */
export type Feature =
  | Part['type']
  | 'provider-executed'
  | 'custom'
  | 'namespace'
  /** Tools that a vendor defines, and calls of such. */
  | 'vendor-tool'
  /** Results that are a list of parts. */
  | 'list-output'
  /** Anything that is kept for a wire, and for the target. */
  | 'metadata'
  | 'own-metadata'
  /** What is marked for the prompt's cache. */
  | 'cache-mark'
  /** System text after other messages. */
  | 'late-system'
  | 'tools'
  /** Whatever is said about which tools are to be called, and how many at once. */
  | 'tool-choice'
  /** Whether the target writes settings in another form than the usual one. */
  | 'setting-forms'
  /** Whether the target wants tools beside a history of calls. */
  | 'tools-wanted'

/** What steps look for may stand on any of a conversation's values. */
interface Value {
  readonly type?: string
  readonly kind?: string
  readonly namespace?: unknown
  readonly cache?: unknown
  readonly providerExecuted?: boolean
  readonly providerMetadata?: ProviderMetadata
}

/** Never misses a feature that steps come upon, also when other steps ran before. */
export function featuresOf(conversation: Conversation, fit: FitContext): ReadonlySet<Feature> {
  const { messages, tools, toolChoice, parallelToolCalls } = conversation
  const parts = messages.flatMap((message) => message.parts)
  const lists = parts.map((part) => (part.type === 'tool-result' ? part.output : part)).filter(isList)
  const inner = lists.flatMap(({ value }) => value)
  const values: readonly Value[] = [conversation, ...messages, ...parts, ...inner, ...(tools ?? [])]
  const found = new Set<Feature>([...parts, ...inner].map(({ type }) => type))
  const add = (feature: Feature, isThere: boolean) => isThere && found.add(feature)
  for (const { type, kind, namespace, cache, providerExecuted, providerMetadata } of values) {
    add('metadata', providerMetadata !== undefined)
    add('own-metadata', providerMetadata?.[fit.wire] !== undefined)
    add('namespace', namespace !== undefined)
    add('cache-mark', cache !== undefined)
    add('provider-executed', providerExecuted === true)
    add('custom', (type === 'tool-call' ? kind : type) === 'custom')
    add('vendor-tool', type === 'provider' || (type === 'tool-call' && kind !== 'function'))
  }
  add('tools', tools !== undefined)
  add('tool-choice', toolChoice !== undefined || parallelToolCalls !== undefined)
  add('tools-wanted', fit.limits.toolsRequiredWithHistory !== false)
  add('setting-forms', fit.limits.settingForms !== undefined)
  add('list-output', lists.length > 0)
  add('late-system', isLate(messages))
  return found
}

function isList(value: object): value is Extract<ToolOutput, { type: 'content' }> {
  return 'type' in value && value.type === 'content'
}

function isLate(messages: readonly Message[]): boolean {
  const first = messages.findIndex(({ role }) => role !== 'system')
  return messages.slice(first).some(({ role }) => role === 'system')
}
