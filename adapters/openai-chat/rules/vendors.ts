import { isObject } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import { idsFit } from '../../../src/lint/limit-checks.js'
import type { Rule } from '../../../src/lint/rule.js'
import type { Found } from '../../../src/schema/walk.js'
import { callsOf, limited, messagesOf } from './walk.js'

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

const GROQ_FIELDS = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'function_call', 'reasoning']

/** What single vendors demand beyond the common rules, for those who know which server they talk to. */
export const vendorRules: readonly Rule[] = [
  {
    id: 'COMPAT-ROLE-01',
    profiles: ['cerebras', 'chutes', 'deepseek', 'xai', 'zai'],
    severity: 'error',
    summary: 'This vendor takes system messages, not developer ones.',
    evidence: 'https://github.com/badlogic/pi-mono/tree/main/packages/ai',
    check(request, report) {
      for (const { value, path } of messagesOf(request))
        if (value.role === 'developer') report(`${path}/role`, 'the role is developer')
    },
  },
  {
    id: 'DEEPSEEK-REASON-01',
    profiles: ['deepseek'],
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
  },
  {
    id: 'DEEPSEEK-TOOLS-01',
    profiles: ['deepseek'],
    severity: 'warning',
    summary: 'Reasoning models do not take a required or named tool_choice.',
    evidence: 'https://github.com/pydantic/pydantic-ai',
    check(request, report) {
      const { tool_choice: choice } = request
      if (choice === 'required' || isObject(choice)) report('/tool_choice', 'reasoning models refuse it')
    },
  },
  {
    id: 'GEMINI-COMPAT-SIG-01',
    profiles: ['google'],
    severity: 'warning',
    summary:
      'Gemini 3 and later want the thought signature with the first call of each step of the current turn.',
    error: 'Function call is missing a thought_signature in functionCall parts.',
    evidence: 'https://github.com/securo-finance/securo/issues/884',
    check(request, report) {
      for (const step of currentSteps(request)) {
        const [first] = callsOf(step)
        if (first !== undefined && !isSignedCall(first))
          report(first.path, 'the thought signature is missing')
      }
    },
  },
  {
    id: 'GROQ-FIELD-01',
    profiles: ['groq'],
    severity: 'warning',
    summary: 'Groq refuses message fields that it does not know.',
    error: 'the following must be satisfied',
    evidence: 'https://github.com/karthink/gptel/issues/774',
    check(request, report) {
      for (const { value, path } of messagesOf(request))
        for (const field of Object.keys(value))
          if (!GROQ_FIELDS.includes(field)) report(path, `"${field}" is not a field of Groq's messages`)
    },
  },
  limited(idsFit, {
    id: 'MISTRAL-COMPAT-ID-01',
    severity: 'error',
    summary: 'Call ids have exactly nine letters and digits.',
    evidence: 'https://github.com/mistralai/mistral-common',
  }),
]
