import type { JsonObject } from '../../src/base/json/json-types.js'
import type { PatchOperation } from '../../src/base/json/patch.js'
import { isObject } from '../../src/base/json/read-json.js'
import { fieldOf, isOf, listAt, those, within } from '../../src/translate/lint/found.js'
import { fitsWindow } from '../../src/translate/repair/context-room.js'
import { withoutSystemRole, withoutToolRole } from '../../src/translate/repair/message-fixes.js'
import { type Refusal, refusalsOf } from '../../src/translate/repair/refusal.js'
import {
  changes,
  firstFix,
  leavesOut,
  leavesOutKeywords,
  leavesOutNamed,
  lowers,
  namedTool,
  nearestEffort,
  pathIfGiven,
  removals,
  replacesFound,
  UNSEEN,
} from '../../src/translate/repair/refusal-fixes.js'
import { allBlocks, messagesOf, toolsOf } from './rules/request.js'

const isThinking = isOf('thinking', 'redacted_thinking')
const IMAGE = isOf('image')

/**
 * Drops all earlier thinking, since signatures for one account, platform or model cannot be fixed. A tool
 * loop that began with thinking continues without thinking, because the provider requires the beginning of
 * the loop.
 */
function withoutThinking(request: JsonObject): readonly PatchOperation[] | undefined {
  const messages = messagesOf(request)
  const gone = messages.flatMap(({ blocks, path }) => {
    const thinking = blocks.filter(isThinking)
    return thinking.length > 0 && thinking.length === blocks.length
      ? [path]
      : thinking.map((block) => block.path)
  })
  if (gone.length === 0) return undefined
  const isInLoop = messages.at(-1)?.blocks.some(isOf('tool_result')) === true
  const isManual = isObject(request.thinking) && request.thinking.type === 'enabled'
  return removals([...gone, ...(isInLoop && isManual ? ['/thinking'] : [])])
}

/** Returns the removals of the sampling settings that the message names. */
function samplingIn(request: JsonObject, text: string): readonly PatchOperation[] {
  const named = ['top_p', 'top_k', 'temperature'].filter(
    (name) => text.includes(name) && request[name] !== undefined,
  )
  return removals(named.map((name) => `/${name}`))
}

const images = those(
  within(allBlocks, (block) => [block, ...listAt('content')(block)]),
  IMAGE,
)

const addressed = those(images, ({ value: { source } }) => isObject(source) && source.type === 'url')

/** Refusals that depend on the model, the account or an earlier answer. */
export const refusals: readonly Refusal[] = refusalsOf({
  'ANTHROPIC-REFUSED-FIELD': {
    summary: 'This model or platform does not know a field of the request.',
    errors: ['Extra inputs are not permitted', 'does not support the effort parameter'],
    evidence: 'https://github.com/anthropics/claude-code/issues/21612',
    fix: firstFix(leavesOutNamed, leavesOut('/output_config/effort')),
    lasting: 'field',
  },
  'ANTHROPIC-REFUSED-THINKING': {
    summary: 'Thinking of earlier turns was changed, or was signed for another account, platform or model.',
    errors: [
      'blocks in the latest assistant message cannot be modified',
      'Invalid `signature` in `thinking` block',
      'Invalid `data` in `redacted_thinking` block',
      'redacted_thinking history is not supported',
    ],
    evidence: 'https://github.com/anthropics/claude-code/issues/63203',
    fix: withoutThinking,
  },
  'ANTHROPIC-REFUSED-MAX-TOKENS': {
    summary: 'max_tokens is more than the model can write.',
    errors: ['max_tokens … which is the maximum allowed number of output tokens'],
    evidence: 'https://docs.anthropic.com/en/docs/about-claude/models/overview',
    fix: lowers('/max_tokens'),
    lasting: 'field',
  },
  'ANTHROPIC-REFUSED-ROOM': {
    summary: 'The prompt and max_tokens exceed the context window.',
    errors: ['input length and `max_tokens` exceed context limit', 'maximum context length is'],
    evidence: 'https://github.com/docker/docker-agent/issues/569',
    at: pathIfGiven('/max_tokens'),
    fix: fitsWindow('/max_tokens', '/thinking/budget_tokens'),
  },
  'ANTHROPIC-REFUSED-EFFORT': {
    summary: 'The model does not have this effort.',
    errors: ['output_config.effort … Input should be', 'effort level … is not supported'],
    fix: nearestEffort('/output_config/effort'),
    lasting: 'value',
  },
  'ANTHROPIC-REFUSED-THINKING-TYPE': {
    summary: 'The model does not think in this way.',
    errors: [
      'thinking.type.enabled is not supported for this model',
      'adaptive thinking is not supported on this model',
      'only type=enabled is allowed for this model',
    ],
    fix: (request, { text }) => {
      if (!isObject(request.thinking)) return undefined
      const wantsAdaptive = request.thinking.type === 'enabled' && text.includes('thinking.type.adaptive')
      const adaptive: PatchOperation = { op: 'replace', path: '/thinking', value: { type: 'adaptive' } }
      return wantsAdaptive ? [adaptive] : [{ op: 'remove', path: '/thinking' }]
    },
    lasting: 'value',
  },
  'ANTHROPIC-REFUSED-SAMPLING': {
    summary: 'The model does not accept this temperature, top_p or top_k.',
    errors: [
      'temperature is deprecated for this model',
      'top_p is deprecated for this model',
      'top_k is deprecated for this model',
    ],
    evidence: 'https://docs.anthropic.com/en/docs/about-claude/models/migration-guide',
    fix: (request, { text }) => changes(samplingIn(request, text)),
    lasting: 'field',
  },
  'ANTHROPIC-REFUSED-SAMPLING-TOGETHER': {
    summary: 'The model does not accept this temperature, top_p or top_k next to another one or to thinking.',
    errors: [
      'temperature and top_p cannot both be specified for this model',
      'temperature may only be set to 1 when thinking is enabled',
      'top_k must be unset when thinking is enabled',
      'top_p must be greater than or equal to 0.95 or unset when thinking is enabled',
    ],
    evidence: 'https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking',
    fix: (request, { text }) => {
      const named = samplingIn(request, text)
      return changes(text.includes('cannot both') ? named.slice(0, 1) : named)
    },
  },
  'ANTHROPIC-REFUSED-IMAGE': {
    summary: 'The model cannot see images.',
    errors: ['does not support image', 'image input is not supported'],
    fix: replacesFound(images, () => ({ type: 'text', text: UNSEEN })),
    lasting: 'field',
  },
  'ANTHROPIC-REFUSED-KEYWORD': {
    summary: 'The schema of a strict tool has a keyword that the provider does not know.',
    errors: ["For '…' type, property … is not supported", "For '…' type, properties … are not supported"],
    evidence: 'https://docs.anthropic.com/en/docs/build-with-claude/structured-outputs',
    fix: leavesOutKeywords((request) =>
      fieldOf(
        toolsOf,
        'input_schema',
      )(request).flatMap(({ value, path }) => (isObject(value) ? [{ value, path }] : [])),
    ),
    lasting: 'field',
  },
  'ANTHROPIC-REFUSED-SYSTEM-ROLE': {
    summary: 'The server accepts no system messages in the history.',
    errors: [
      'Unexpected role "system"',
      "role 'system' is not supported on this model",
      'role: unknown variant `system`',
      "role … Input should be 'user' or 'assistant'",
    ],
    evidence: 'https://docs.claude.com/en/api/messages',
    fix: withoutSystemRole,
    lasting: 'field',
  },
  'ANTHROPIC-REFUSED-TOOL-ROLE': {
    summary: 'Results are in messages of the user.',
    errors: ['Unexpected role "tool"'],
    evidence: 'https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use',
    fix: withoutToolRole,
    lasting: 'field',
  },
  'ANTHROPIC-REFUSED-HOSTED': {
    summary: 'The server does not run this hosted tool.',
    errors: ['The use of the web search tool is not supported', 'tool search is not supported on'],
    evidence: 'https://github.com/farion1231/cc-switch/issues',
    at: namedTool,
  },
  'ANTHROPIC-REFUSED-IMAGE-ADDRESS': {
    summary: 'The server loads no images from addresses.',
    errors: ['invalid image source type: url. Only base64 images are supported'],
    evidence: 'https://github.com/ollama/ollama, anthropic/anthropic.go',
    fix: replacesFound(addressed, () => ({ type: 'text', text: UNSEEN })),
    lasting: 'field',
  },
})
