import type { ServerBinding } from '../../src/codec/wire/server.js'
import { answerFields } from './answer-fields.js'
import { compaction } from './compaction.js'
import { turns } from './turns.js'

export const server: ServerBinding = { answerIds: 'resp_', answerFields, compaction, turns }
