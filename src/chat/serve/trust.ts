import { AdapterError } from '../../base/json/adapter-error.js'
import type { Message } from '../../base/model/types.js'
import type { StateStore } from '../../tools/context/context-types.js'
import type { RunnableTool } from '../../tools/define-tool.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import { messageWithoutRaw } from '../conversation/records.js'

/**
 * Options that control the trust in posted content. Texts and files of the user, and texts of the assistant,
 * are always accepted. Calls, results, approvals and metadata are accepted only from `history`, if signed
 * with `secret`, or with `trust`.
 */
export interface TrustOptions {
  /**
   * The conversation as stored by the server. Only the user's last message, answers to approval requests and
   * results of the client's own tools are then read from the body. Default: the complete conversation is in
   * the body.
   */
  readonly history?: readonly Message[] | undefined
  /**
   * Keeps the `raw` of results in `history`: host data, which would be stored with the conversation after each
   * run. Default: false.
   */
  readonly keepRaw?: boolean | undefined
  /**
   * The stored conversation. The reader becomes its driver before it adds the user's messages, answers and
   * results, so that the conversation of a busy chat is not changed. Default: none.
   */
  readonly conversation?: StoredConversation | undefined
  /**
   * The secret that `toResponse` signed with. Approvals are signed with it, for executors with the same
   * `approvalSecret`.
   */
  readonly secret?: string | undefined
  /** Trusts the client because it belongs to the server, as in a program for one user. Default: false. */
  readonly trust?: boolean | undefined
  /**
   * The tools of the conversation: those without `execute` run in the client, and their results are accepted.
   * Required for results in AG-UI, where the client posts tools of its own. Default: none.
   */
  readonly tools?: readonly RunnableTool[] | undefined
  /**
   * Records the answers to requests for approval without a `conversation`: each request is answered once.
   * Several processes need a store that they share, with `replace`, which keeps its entries for as long as
   * requests can be approved. Default: the memory of this process.
   */
  readonly used?: StateStore | undefined
}

/** Trust options for AG-UI messages, which cannot be signed. */
export type AgUiTrustOptions = Pick<
  TrustOptions,
  'history' | 'keepRaw' | 'conversation' | 'trust' | 'tools' | 'used'
>

/** Returns the `history`, if it is given, without what is not kept. */
export function historyIn({ history, keepRaw }: AgUiTrustOptions): readonly Message[] | undefined {
  return keepRaw === true ? history : history?.map(messageWithoutRaw)
}

/** Returns true if results of a tool come from the client. */
export function isClientTool(name: string, { tools = [] }: TrustOptions): boolean {
  return tools.some((tool) => 'name' in tool && tool.name === name && tool.execute === undefined)
}

export function untrusted(what: string, path: string): AdapterError {
  return new AdapterError(
    'untrusted',
    path,
    `${what} that this server is not known to have sent: pass the \`secret\` that \`toResponse\` signs with, or the stored conversation as \`history\``,
  )
}
