import type { JsonObject } from '../../src/base/json/json-types.js'
import type { PatchOperation } from '../../src/base/json/patch.js'
import { isObject } from '../../src/base/json/read-json.js'
import { fieldOf, isOf, listAt, those, within } from '../../src/translate/lint/found.js'
import { type Refusal, refusalsOf } from '../../src/translate/repair/refusal.js'
import {
  firstFix,
  leavesOut,
  leavesOutKeywords,
  leavesOutNamed,
  lowers,
  nearestEffort,
  removals,
  replacesFound,
  UNSEEN,
} from '../../src/translate/repair/refusal-mends.js'
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

const images = those(
  within(allBlocks, (block) => [block, ...listAt('content')(block)]),
  IMAGE,
)

/** Refusals that depend on the model, the account or an earlier answer. */
export const refusals: readonly Refusal[] = refusalsOf({
  'ANTHROPIC-REFUSED-FIELD': {
    summary: 'This model or platform does not know a field of the request.',
    errors: ['Extra inputs are not permitted', 'does not support the effort parameter'],
    evidence: 'https://github.com/anthropics/claude-code/issues/21612',
    mend: firstFix(leavesOutNamed, leavesOut('/output_config/effort')),
  },
  'ANTHROPIC-REFUSED-THINKING': {
    summary: 'Thinking of earlier turns was changed, or was signed for another account, platform or model.',
    errors: [
      'blocks in the latest assistant message cannot be modified',
      'Invalid `signature` in `thinking` block',
      'Invalid `data` in `redacted_thinking` block',
    ],
    evidence: 'https://github.com/anthropics/claude-code/issues/63203',
    mend: withoutThinking,
  },
  'ANTHROPIC-REFUSED-MAX-TOKENS': {
    summary: 'max_tokens is more than the model can write.',
    errors: ['max_tokens … which is the maximum allowed number of output tokens'],
    evidence: 'https://docs.anthropic.com/en/docs/about-claude/models/overview',
    mend: lowers('/max_tokens'),
  },
  'ANTHROPIC-REFUSED-EFFORT': {
    summary: 'The model does not have this effort.',
    errors: ['output_config.effort … Input should be', 'effort level … is not supported'],
    mend: nearestEffort('/output_config/effort'),
  },
  'ANTHROPIC-REFUSED-THINKING-TYPE': {
    summary: 'The model does not think in this way.',
    errors: [
      'thinking.type.enabled is not supported for this model',
      'adaptive thinking is not supported on this model',
    ],
    mend: (request, { text }) => {
      if (!isObject(request.thinking)) return undefined
      const wantsAdaptive = request.thinking.type === 'enabled' && text.includes('thinking.type.adaptive')
      const adaptive: PatchOperation = { op: 'replace', path: '/thinking', value: { type: 'adaptive' } }
      return wantsAdaptive ? [adaptive] : [{ op: 'remove', path: '/thinking' }]
    },
  },
  'ANTHROPIC-REFUSED-SAMPLING': {
    summary: 'The model does not accept this temperature, top_p or top_k, or does not accept them together.',
    errors: [
      'temperature and top_p cannot both be specified for this model',
      'temperature may only be set to 1 when thinking is enabled',
      'temperature is deprecated for this model',
      'top_p is deprecated for this model',
      'top_k is deprecated for this model',
      'top_k must be unset when thinking is enabled',
      'top_p must be greater than or equal to 0.95 or unset when thinking is enabled',
    ],
    evidence: 'https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking',
    mend: (request, { text }) => {
      const named = ['top_p', 'top_k', 'temperature'].filter(
        (name) => text.includes(name) && request[name] !== undefined,
      )
      const gone = text.includes('cannot both') ? named.slice(0, 1) : named
      return gone.length === 0 ? undefined : removals(gone.map((name) => `/${name}`))
    },
  },
  'ANTHROPIC-REFUSED-IMAGE': {
    summary: 'The model cannot see images.',
    errors: ['does not support image', 'image input is not supported'],
    mend: replacesFound(images, () => ({ type: 'text', text: UNSEEN })),
  },
  'ANTHROPIC-REFUSED-KEYWORD': {
    summary: 'The schema of a strict tool has a keyword that the provider does not know.',
    errors: ["For '…' type, property … is not supported", "For '…' type, properties … are not supported"],
    evidence: 'https://docs.anthropic.com/en/docs/build-with-claude/structured-outputs',
    mend: leavesOutKeywords((request) =>
      fieldOf(
        toolsOf,
        'input_schema',
      )(request).flatMap(({ value, path }) => (isObject(value) ? [{ value, path }] : [])),
    ),
  },
})
