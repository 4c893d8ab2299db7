import type * as chat from './family.js'

/** The native types: those of Chat Completions. TODO: `Omit` and replace the members that differ. */
export interface AcmeChatTypes extends chat.OpenAIChatTypes {}
