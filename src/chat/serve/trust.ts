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
   * results of client tools are then read from the body. Default: the complete conversation is in the body.
   */
  readonly history?: readonly Message[] | undefined
  /**
   * True to keep the `raw` of results in `history`. This host data is then stored with the conversation after
   * each run. Default: false.
   */
  readonly keepRaw?: boolean | undefined
  /**
   * The stored conversation. The function becomes the driver of the conversation before it adds messages,
   * answers and results, so that the conversation of a busy chat is not changed. Default: none.
   */
  readonly conversation?: StoredConversation | undefined
  /**
   * The secret of `toResponse`. Approvals are also signed with this secret, for executors with the same
   * `approvalSecret`.
   */
  readonly secret?: string | undefined
  /** True to trust the client, for instance in a program for one user. Default: false. */
  readonly trust?: boolean | undefined
  /**
   * The tools of the conversation: tools without `execute` run in the client, and their results are accepted.
   * Required for results in AG-UI, where the client also posts tools. Default: none.
   */
  readonly tools?: readonly RunnableTool[] | undefined
  /**
   * The store of answers to requests for approval, if there is no `conversation`: each request can be
   * answered once. Several processes need a shared store with `replace`, which keeps entries for as long as
   * requests can be approved. Default: the memory of this process.
   */
  readonly used?: StateStore | undefined
}

/** Trust options for AG-UI messages, which cannot be signed. */
export type AgUiTrustOptions = Pick<
  TrustOptions,
  'history' | 'keepRaw' | 'conversation' | 'trust' | 'tools' | 'used'
>

/** Returns the `history`, if present, without `raw` unless `keepRaw` is set. */
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
