import type { CallFields } from '../../src/format/log-calls.js'

/** `ToolCall`. What is not there is null; an empty `tool_call_id` is one that is not set. */
export const CALL: CallFields = {
  id: 'tool_call_id',
  name: 'tool_id',
  arguments: 'params',
  more: {
    caller_id: ['string', 'callerId'],
    context: ['object', 'context'],
    skill_name: ['strings', 'skills'],
  },
  usual: { caller_id: null, context: null, skill_name: null },
}

/** `ToolUseRequest`, which an answer of a model holds. */
export const REQUEST: CallFields = { id: 'id', name: 'name', arguments: 'input' }
