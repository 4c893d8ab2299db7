import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isObject, numberOr, stringOr } from '../../../src/base/json/read-json.js'
import { type LimitsChoice, profileOfModel } from '../../../src/codec/wire/limits.js'
import { leftOut } from '../../../src/translate/lint/fixes.js'
import { type Found, fieldOf, objectAt, within } from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Check, ReportViolation } from '../../../src/translate/lint/rule.js'
import { limits } from '../limits.js'
import { allBlocks, choiceOf, messagesOf, type NativeMessage } from './walk.js'

const LEAST_BUDGET = 1024

/** Families without a limits profile. */
const OTHER_FAMILIES: readonly (readonly [family: string, id: RegExp])[] = [
  ['cohere', /\bcohere\./],
  ['palmyra', /\bwriter\.palmyra/],
]

/** Returns the profile of the model that a request names. Most requests have the model in the path. */
export function profileOf({ modelId }: JsonObject): string | undefined {
  return profileOfModel(limits, stringOr(modelId, ''))
}

function familyOf(request: JsonObject): string | undefined {
  const id = stringOr(request.modelId, '')
  return profileOf(request) ?? OTHER_FAMILIES.find(([, pattern]) => pattern.test(id))?.[0]
}

/** Limits a check to some families, by the chosen limits or by the model that the request names. */
function inFamily(isMeant: (family: string) => boolean, check: Check): Check {
  return (request, report, choice?: LimitsChoice) => {
    const family = typeof choice === 'string' ? choice : familyOf(request)
    if (family !== undefined && isMeant(family)) check(request, report, choice)
  }
}

const reasoning = within(within(allBlocks, objectAt('reasoningContent')), objectAt('reasoningText'))
const signatures = fieldOf(reasoning, 'signature')

function thinkingOf({ additionalModelRequestFields: fields }: JsonObject): JsonObject | undefined {
  const thinking = isObject(fields) ? fields.thinking : undefined
  return isObject(thinking) && thinking.type === 'enabled' ? thinking : undefined
}

/** Returns the first assistant message of the tool loop at the end. */
function loopStart(messages: readonly NativeMessage[]): NativeMessage | undefined {
  let first: NativeMessage | undefined
  for (let index = messages.length - 1; holdsOnly(messages[index], 'toolResult'); index -= 2) {
    const before = messages[index - 1]
    if (before?.role !== 'assistant' || !before.blocks.some(({ value }) => isObject(value.toolUse))) break
    first = before
  }
  return first
}

function holdsOnly(message: NativeMessage | undefined, key: string): boolean {
  const blocks = message?.blocks.filter(({ value }) => !isObject(value.cachePoint)) ?? []
  return message?.role === 'user' && blocks.length > 0 && blocks.every(({ value }) => isObject(value[key]))
}

function checkThinking(request: JsonObject, report: ReportViolation): void {
  for (const { value, path } of signatures(request))
    if (typeof value !== 'string' || value === '') report(path, 'the thinking has no signature')
  const thinking = thinkingOf(request)
  if (thinking === undefined) return
  const [first] = loopStart(messagesOf(request))?.blocks ?? []
  if (first !== undefined && !isObject(first.value.reasoningContent))
    report(first.path, 'the tool loop has to start with thinking')
  const { any, tool } = choiceOf(request)
  if (isObject(any) || isObject(tool)) report('/toolConfig/toolChoice', 'it forces a call')
  checkBudget(request, thinking, report)
}

function checkBudget(request: JsonObject, { budget_tokens: given }: JsonObject, report: ReportViolation) {
  const path = '/additionalModelRequestFields/thinking/budget_tokens'
  const { inferenceConfig } = request
  const most = numberOr(isObject(inferenceConfig) ? inferenceConfig.maxTokens : undefined, Number.MAX_VALUE)
  const budget = numberOr(given, 0)
  if (budget < LEAST_BUDGET) report(path, `the budget is below ${LEAST_BUDGET}`)
  if (budget >= most) report(path, 'the budget is not less than maxTokens')
}

/** Returns results with a status. */
function statuses(request: JsonObject): Found[] {
  return allBlocks(request)
    .flatMap(objectAt('toolResult'))
    .filter(({ value }) => value.status !== undefined)
}

/** Rules that apply only to some families of models. */
export const familyRules: RuleRows = {
  'BEDROCK-REASON-01': {
    fix: leftOut,
    summary: 'Models other than Claude accept no signature of reasoning.',
    error: "This model doesn't support the reasoningContent.reasoningText.signature field.",
    evidence: 'badlogic/pi-mono, packages/ai/src/providers/amazon-bedrock.ts',
    check: inFamily(
      (family) => family !== 'claude',
      (request, report) => {
        for (const { value, path } of signatures(request))
          if (value !== undefined) report(path, 'only Claude signs its reasoning')
      },
    ),
  },
  'BEDROCK-REASON-02': {
    summary:
      'For Claude, signed thinking starts a tool loop. Its budget is 1024 to maxTokens. No call is forced.',
    error: 'The model returned the following errors',
    errors: [
      'Expected `thinking` or `redacted_thinking`, but found `tool_use`',
      'Thinking may not be enabled when tool_choice forces tool use.',
    ],
    evidence: 'https://github.com/anomalyco/opencode/issues/3077',
    check: inFamily((family) => family === 'claude', checkThinking),
  },
  'BEDROCK-STATUS-01': {
    // An error status has meaning, so it is kept and reported.
    fix: (request, path, choice) =>
      statuses(request).some(
        (result) => `${result.path}/status` === path && result.value.status === 'success',
      )
        ? leftOut(request, path, choice)
        : undefined,
    summary: 'Palmyra accepts no status of results.',
    evidence: 'pydantic-ai, models/bedrock.py',
    check: inFamily(
      (family) => family === 'palmyra',
      (request, report) => {
        for (const { path } of statuses(request)) report(`${path}/status`, 'this model accepts no status')
      },
    ),
  },
}
