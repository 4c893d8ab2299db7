import { AdapterError } from '../../base/json/adapter-error.js'
import type { Message } from '../../base/model/types.js'
import type { RunnableTool } from '../../tools/define-tool.js'

/**
 * What vouches for what a client posts. Texts and files of the user, and texts of the assistant, are always taken; they are words.
 * Calls, results, approvals and metadata are taken only from `history`, if signed with `secret`, or with `trust`.
 */
export interface TrustOptions {
  /**
   * The conversation as the server stored it. Then only the user's last message, answers to requests for approval and results of the
   * client's own tools are taken from the body. Default: the whole conversation is in the body.
   */
  readonly history?: readonly Message[] | undefined
  /** The secret that `toResponse` signed with. Approvals come signed with it, for executors with the same `approvalSecret`. */
  readonly secret?: string | undefined
  /** Whether to believe the client, because it is the server's own, as in a program for one user. Default: false. */
  readonly trust?: boolean | undefined
  /** The tools of the conversation: those without `execute` run in the client, and their results are taken. Default: none. */
  readonly tools?: readonly RunnableTool[] | undefined
}

/** How messages of AG-UI clients are trusted. They cannot be signed. */
export type AgUiTrustOptions = Pick<TrustOptions, 'history' | 'trust' | 'tools'>

/** Whether results of a tool come from the client. */
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
