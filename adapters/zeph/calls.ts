import { callCodec } from '../../src/codec/format/log-calls.js'
import { to, usually } from '../../src/codec/shape/rows.js'

/** `ToolCall`. Missing values are null. An empty `tool_call_id` means that the id is not set. */
export const CALL = /* @__PURE__ */ callCodec({
  id: 'tool_call_id',
  name: 'tool_id',
  arguments: 'params',
  more: {
    caller_id: usually(to('callerId'), null),
    context: usually(to('context', 'object'), null),
    skill_name: usually(to('skills', 'strings'), null),
  },
  bears: true,
  verbatim: { verbatim: true },
  exact: 'digits',
})

/** `ToolUseRequest`, the call in a model's answer. */
export const REQUEST = /* @__PURE__ */ callCodec({
  id: 'id',
  name: 'name',
  arguments: 'input',
  bears: true,
  verbatim: { verbatim: true },
  exact: 'digits',
})
