import type { JsonObject } from '../../base/json/json-types.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'
import type { Context } from '../../base/model/context.js'
import type { HostedKind, HostedTool } from '../../base/model/hosted-settings.js'
import { metadataOf, withMetadata } from '../../base/model/metadata.js'
import type { Conversation, ProviderTool, ToolDefinition } from '../../base/model/types.js'
import { extraOf } from '../../codec/shape/fields.js'
import { type HostedForms, hostedForm } from '../../codec/shape/hosted-forms.js'
import { readHosted } from '../../codec/shape/read-hosted.js'

/**
 * The handling of hosted tools of a request: `carry` converts them to hosted tools of the target; `drop`
 * omits them.
 */
export type HostedPolicy = 'carry' | 'drop'

/** One side of a translation: its id, and the forms of its hosted tools. */
export interface HostedSide {
  readonly id: string
  readonly hosted?: HostedForms | undefined
}

/**
 * Kinds of hosted tools with the same meaning for every provider. Other kinds are not carried: file stores
 * belong to one provider, and a computer is run by the client.
 */
const CARRIED: readonly HostedKind[] = ['web_search', 'code_execution', 'mcp']

/**
 * Replaces native hosted tools by neutral hosted tools, if the target has the same kind of tool. Ids of files
 * and containers belong to one provider and are dropped.
 */
export function carryHosted(
  conversation: Conversation,
  from: HostedSide,
  to: HostedSide,
  context: Context,
): Conversation {
  const { tools = [] } = conversation
  const carrier = new Carrier(conversation, from, to, context)
  const carried = tools.map((tool, index) => carrier.carry(tool, at('/tools', index)))
  const added = carrier.fromRequest()
  if (added.length === 0 && carried.every((tool, index) => tool === tools[index])) return conversation
  return carrier.settled({ ...conversation, tools: [...carried, ...added] })
}

class Carrier {
  readonly #from: HostedSide
  readonly #to: HostedSide
  readonly #context: Context
  /** The fields of the request that are kept for its wire. */
  #request: JsonObject
  /** Request fields that add the results of the tools to the target's answer. */
  #asked: JsonObject = {}
  readonly #names = new Set<string>()

  constructor(conversation: Conversation, from: HostedSide, to: HostedSide, context: Context) {
    this.#from = from
    this.#to = to
    this.#context = context
    this.#request = extraOf(metadataOf(conversation, { wire: from.id }))
  }

  /** Returns the replacement of a tool: often the tool itself. */
  carry(tool: ToolDefinition, path: string): ToolDefinition {
    const isMeant = tool.type === 'provider' && tool.wire === this.#from.id && this.#isThere(tool.kind)
    return (isMeant && this.#carried(tool, path)) || tool
  }

  /** Returns hosted tools that consist only of request fields. */
  fromRequest(): HostedTool[] {
    return Object.entries(this.#from.hosted ?? {}).flatMap(([kind, form]) => {
      const fields = form.native.tool === undefined ? Object.keys(form.native.request ?? {}) : []
      if (fields.length === 0 || !fields.every((field) => this.#request[field] !== undefined)) return []
      if (!isKind(kind) || !this.#isThere(kind)) return []
      return this.#carried({ kind, name: form.name ?? kind, value: {} }, at('', fields[0] ?? '')) ?? []
    })
  }

  /**
   * Returns the conversation without the fields of the carried tools, and with the fields that request the
   * results of these tools.
   */
  settled(conversation: Conversation): Conversation {
    const own = metadataOf(conversation, { wire: this.#from.id })
    const { extra: _extra, ...rest } = own ?? {}
    const isEmpty = Object.keys(this.#request).length === 0
    const left = isEmpty ? rest : { ...rest, extra: this.#request }
    const freed = own === undefined ? conversation : withMetadata(conversation, left, { wire: this.#from.id })
    const asks = Object.keys(this.#asked).length > 0
    return this.#choosing(asks ? withMetadata(freed, { extra: this.#asked }, { wire: this.#to.id }) : freed)
  }

  #isThere(kind: string): boolean {
    return isKind(kind) && hostedForm(this.#to.hosted, kind) !== undefined
  }

  #carried(native: Pick<ProviderTool, 'kind' | 'name' | 'value'>, path: string): HostedTool | undefined {
    const read = readHosted(native, this.#from.hosted, this.#request, {
      ...this.#context,
      wire: this.#from.id,
    })
    if (read === undefined) return undefined
    const { tool, unread, fields } = read
    const reason = reasonToLeave(tool, this.#to)
    if (reason !== undefined) return this.#leave(native.name, reason, path)
    this.#names.add(native.name)
    this.#asked = { ...this.#asked, ...hostedForm(this.#to.hosted, tool.kind)?.asks }
    this.#forget(fields, tool.name)
    this.#tell(tool, unread, path)
    return tool.kind === 'code_execution' ? { ...tool, settings: {} } : tool
  }

  #tell({ name }: HostedTool, unread: readonly string[], path: string): void {
    const without = unread.length === 0 ? '' : `, without ${unread.join(', ')}`
    this.#context.report({
      code: 'hosted-tool-carried',
      severity: 'info',
      path,
      message: `${name} becomes the tool of this kind that the target's provider runs${without}`,
      ...(unread.length > 0 && { detail: Object.fromEntries(unread.map((member) => [member, 1])) }),
    })
  }

  #leave(name: string, reason: string, path: string): undefined {
    const message = `${name} is not carried to another provider: ${reason}`
    this.#context.report({ code: 'hosted-tool-not-carried', severity: 'warning', path, message })
  }

  /**
   * Removes the fields of a carried tool. If a field lists several hosted tools, the other tools are kept.
   */
  #forget(fields: readonly string[], name: string): void {
    const left = Object.entries(this.#request).flatMap(([field, value]) => {
      if (!fields.includes(field)) return [[field, value] as const]
      const others = isArray(value) ? value.filter((one) => !isObject(one) || one.name !== name) : []
      return others.length === 0 ? [] : [[field, others] as const]
    })
    this.#request = Object.fromEntries(left)
  }

  /**
   * Returns the tool choice without a carried tool, which cannot be chosen by a function name. If the carried
   * tool is the only tool, a call is required; otherwise the model chooses.
   */
  #choosing(conversation: Conversation): Conversation {
    const { toolChoice, tools = [] } = conversation
    const names = toolChoice?.type === 'tool' && this.#names.has(toolChoice.name)
    if (!names) return conversation
    const { toolChoice: _choice, ...rest } = conversation
    return tools.length === 1 ? { ...rest, toolChoice: { type: 'required' } } : rest
  }
}

/** Returns the reason why a tool stays with its provider. */
function reasonToLeave(tool: HostedTool, to: HostedSide): string | undefined {
  if (tool.kind !== 'mcp') return undefined
  const { authorization, headers, approval } = tool.settings
  if (authorization !== undefined || headers !== undefined) return 'it has credentials'
  const canAsk = typeof hostedForm(to.hosted, 'mcp')?.places?.approval === 'string'
  return approval === 'never' || canAsk
    ? undefined
    : 'its calls have to be approved, which is not asked there'
}

function isKind(kind: string): kind is HostedKind {
  return CARRIED.some((carried) => carried === kind)
}
