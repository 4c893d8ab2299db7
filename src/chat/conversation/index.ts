// Entry point `toolwire/conversation`: conversations whose record is stored while they run.

export { ConversationError, type ConversationErrorCode } from './conversation-error.js'
export { CONVERSATION_STATES, type ConversationState, type ConversationStore } from './conversation-store.js'
export type {
  ApproveCallOptions,
  CallStatus,
  ConversationOptions,
  StoredConversation,
} from './conversation-types.js'
export type { Drive, DriveOptions } from './drive.js'
export { memoryConversations } from './memory-conversations.js'
export { listConversations, openConversation } from './open-conversation.js'
export type {
  AnsweredRecord,
  ApprovalAnsweredRecord,
  ApprovalAskedRecord,
  ApprovalUsedRecord,
  AskedRecord,
  CallBegunRecord,
  CallEndedRecord,
  CallOfTurn,
  CallRetriedRecord,
  ConversationEntry,
  ConversationRecord,
  DrivenRecord,
  ReleasedRecord,
  RewoundRecord,
  SaidRecord,
  StoppedRecord,
} from './records.js'
export { type RedisConversationsOptions, redisConversations } from './redis-conversations.js'
export {
  SQL_CONVERSATION_TABLE,
  type SqlConversationsOptions,
  sqlConversations,
} from './sql-conversations.js'
export { type SqliteDatabase, sqliteConversations } from './sqlite-conversations.js'
export type { CallState, RecordedCall } from './transcript.js'
