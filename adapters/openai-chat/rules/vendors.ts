import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isObject } from '../../../src/base/json/read-json.js'
import { each } from '../../../src/translate/lint/checks.js'
import { type Found, fieldIn, fieldOf, objectAt, within } from '../../../src/translate/lint/found.js'
import { idsFit } from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import { messagesOf, nativeCallsOf } from './walk.js'

/** Returns the assistant messages since the last user message. */
function currentSteps(request: JsonObject): Found[] {
  const messages = messagesOf(request)
  const start = messages.findLastIndex(({ value }) => value.role === 'user')
  return messages.slice(start + 1).filter(({ value }) => value.role === 'assistant')
}

function isSignedCall(call: Found): boolean {
  const [google] = objectAt('extra_content')(call).flatMap(objectAt('google'))
  return typeof google?.value.thought_signature === 'string'
}

function hasReasoning({ value }: Found): boolean {
  return typeof value.reasoning_content === 'string'
}

/** Requirements of individual vendors in addition to the common rules, for callers who know their server. */
export const vendorRules: RuleRows = {
  'COMPAT-ROLE-01': {
    profiles: ['cerebras', 'cerebras-glm', 'chutes', 'deepseek', 'xai', 'zai'],
    summary: 'This vendor accepts system messages, not developer messages.',
    evidence: 'https://github.com/badlogic/pi-mono/tree/main/packages/ai',
    check: each(fieldOf(messagesOf, 'role'), ({ value }) => value === 'developer', 'the role is developer'),
    fix: (_request, path) => [{ op: 'replace', path, value: 'system' }],
  },
  'DEEPSEEK-REASON-01': {
    profiles: ['deepseek'],
    summary: 'In thinking mode every step since the last user message carries its reasoning_content.',
    error: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
    evidence: 'https://github.com/earendil-works/pi/issues/3636',
    check: each(
      // The request does not show that the model thinks, but a step with thinking does.
      (request) => (currentSteps(request).some(hasReasoning) ? currentSteps(request) : []),
      (step) => !hasReasoning(step),
      'reasoning_content is missing',
    ),
  },
  'DEEPSEEK-TOOLS-01': {
    profiles: ['deepseek'],
    severity: 'warning',
    summary: 'Reasoning models do not accept a required or named tool_choice.',
    evidence: 'https://github.com/pydantic/pydantic-ai',
    check: each(
      fieldIn('tool_choice'),
      ({ value }) => value === 'required' || isObject(value),
      'reasoning models refuse it',
    ),
  },
  'GEMINI-COMPAT-SIG-01': {
    profiles: ['gemini-compat'],
    severity: 'warning',
    summary:
      'Gemini 3 and later require the thought signature with the first call of each step of the current turn.',
    error: 'Function call is missing a thought_signature in functionCall parts.',
    evidence: 'https://github.com/securo-finance/securo/issues/884',
    check: each(
      within(currentSteps, (step) => nativeCallsOf(step).slice(0, 1)),
      (call) => !isSignedCall(call),
      'the thought signature is missing',
    ),
  },
  'MISTRAL-COMPAT-ID-01': {
    summary: 'Call ids have exactly nine letters and digits.',
    evidence: 'https://github.com/mistralai/mistral-common',
    seen: idsFit,
  },
}
