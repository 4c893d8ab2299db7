import type { Notice } from '../../base/model/context.js'
import type { HostedKind } from '../../base/model/hosted-settings.js'
import type { Conversation } from '../../base/model/types.js'
import type { Provider } from '../../chat/provider/provider-types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { StateStore } from '../../tools/context/context-types.js'
import type { ClientRequest } from '../client-request.js'
import type { History, HistoryAuthor } from '../history.js'

/** The provider of a `fetch`, and the data that its requests share. */
export interface FetchProvider {
  readonly provider: Provider
  readonly clients: readonly Adapter[]
  /** The earlier answers, with the parts that clients of other wires cannot represent. */
  readonly state: StateStore
  readonly signal: AbortSignal | undefined
  report(conversation: Conversation, notices: readonly Notice[]): void
}

/** One request of a client, and the turn that answers it. */
export interface AskedTurn extends Pick<FetchProvider, 'provider' | 'signal'> {
  readonly asked: ClientRequest
  /** The conversation in the form of the provider's wire. */
  readonly conversation: Conversation
  readonly author: HistoryAuthor
  readonly history: History
  readonly carried: readonly HostedKind[]
  report(notices: readonly Notice[]): void
}
