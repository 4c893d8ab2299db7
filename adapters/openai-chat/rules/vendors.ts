import type { Rule } from '../../../src/adapter/rule.js'
import { isArray, isObject, stringOr } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import type { Found } from '../../../src/schema/walk.js'
import { callsOf, idOf, messagesOf } from './walk.js'

/** The assistant messages since the user spoke last. */
function currentSteps(request: JsonObject): Found[] {
  const messages = messagesOf(request)
  const start = messages.findLastIndex(({ value }) => value.role === 'user')
  return messages.slice(start + 1).filter(({ value }) => value.role === 'assistant')
}

function isSignedCall({ value }: Found): boolean {
  const { extra_content: content } = value
  return isObject(content) && isObject(content.google) && typeof content.google.thought_signature === 'string'
}

const noDeveloper: Rule = {
  id: 'COMPAT-ROLE-01',
  severity: 'error',
  summary: 'This vendor takes system messages, not developer ones.',
  evidence: 'https://github.com/badlogic/pi-mono/tree/main/packages/ai',
  check(request, report) {
    for (const { value, path } of messagesOf(request))
      if (value.role === 'developer') report(`${path}/role`, 'the role is developer')
  },
}

const deepseekReasoning: Rule = {
  id: 'DEEPSEEK-REASON-01',
  severity: 'error',
  summary: 'In thinking mode every step since the last user message carries its reasoning_content.',
  error: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
  evidence: 'https://github.com/earendil-works/pi/issues/3636',
  check(request, report) {
    const steps = currentSteps(request)
    const has = ({ value }: Found) => typeof value.reasoning_content === 'string'
    // Nothing in the request says that the model thinks, but one step that thought does.
    if (steps.some(has))
      for (const step of steps) if (!has(step)) report(step.path, 'reasoning_content is missing')
  },
}

const deepseekChoice: Rule = {
  id: 'DEEPSEEK-TOOLS-01',
  severity: 'warning',
  summary: 'Reasoning models do not take a required or named tool_choice.',
  evidence: 'https://github.com/pydantic/pydantic-ai',
  check(request, report) {
    const { tool_choice: choice } = request
    if (choice === 'required' || isObject(choice)) report('/tool_choice', 'reasoning models refuse it')
  },
}

const geminiSignature: Rule = {
  id: 'GEMINI-COMPAT-SIG-01',
  severity: 'warning',
  summary:
    'Gemini 3 and later want the thought signature with the first call of each step of the current turn.',
  error: 'Function call is missing a thought_signature in functionCall parts.',
  evidence: 'https://github.com/securo-finance/securo/issues/884',
  check(request, report) {
    for (const step of currentSteps(request)) {
      const [first] = callsOf(step)
      if (first !== undefined && !isSignedCall(first)) report(first.path, 'the thought signature is missing')
    }
  },
}

const GROQ_FIELDS = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'function_call', 'reasoning']

const groqFields: Rule = {
  id: 'GROQ-FIELD-01',
  severity: 'warning',
  summary: 'Groq refuses message fields that it does not know.',
  error: 'the following must be satisfied',
  evidence: 'https://github.com/karthink/gptel/issues/774',
  check(request, report) {
    for (const { value, path } of messagesOf(request))
      for (const field of Object.keys(value))
        if (!GROQ_FIELDS.includes(field)) report(path, `"${field}" is not a field of Groq's messages`)
  },
}

const mistralIds: Rule = {
  id: 'MISTRAL-COMPAT-ID-01',
  severity: 'error',
  summary: 'Call ids have exactly nine letters and digits.',
  evidence: 'https://github.com/mistralai/mistral-common',
  check(request, report) {
    for (const call of messagesOf(request).flatMap(callsOf))
      if (!/^[a-zA-Z0-9]{9}$/.test(idOf(call))) report(`${call.path}/id`, `"${idOf(call)}" has another form`)
    for (const { value, path } of messagesOf(request))
      if (value.role === 'tool' && !/^[a-zA-Z0-9]{9}$/.test(stringOr(value.tool_call_id, '')))
        report(`${path}/tool_call_id`, 'it has another form')
  },
}

const noEmptyTools: Rule = {
  id: 'OPENAI-CHAT-TOOLS-02',
  severity: 'error',
  summary: 'An empty list of tools is left out.',
  error: "[] is too short - 'tools'",
  evidence: 'https://github.com/QwenLM/qwen-code/issues/606',
  check(request, report) {
    if (isArray(request.tools) && request.tools.length === 0) report('/tools', 'the list is empty')
  },
}

/** What single vendors demand beyond the common rules, by vendor. */
export const vendorRules: Readonly<Record<string, readonly Rule[]>> = {
  alibaba: [noEmptyTools],
  cerebras: [noDeveloper],
  chutes: [noDeveloper],
  deepseek: [noDeveloper, deepseekReasoning, deepseekChoice],
  google: [geminiSignature],
  groq: [groqFields],
  mistral: [mistralIds],
  xai: [noDeveloper],
  zai: [noDeveloper],
}
