import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isArray, isObject } from '../../../src/base/json/read-json.js'
import {
  each,
  errorsSaySomething,
  finalTextTrimmed,
  inputsAreObjects,
  isEmptyList,
  messagesNotEmpty,
  none,
  rolesAmong,
} from '../../../src/translate/lint/checks.js'
import {
  asObject,
  emptyMessage,
  leftOut,
  saysNothing,
  translated,
  trimmed,
  unlessGiven,
} from '../../../src/translate/lint/fixes.js'
import {
  type FieldAt,
  type Found,
  fieldOf,
  isOf,
  listAt,
  those,
  typeOf,
} from '../../../src/translate/lint/found.js'
import { mediaInErrors, textsNotBlank, textsNotEmpty } from '../../../src/translate/lint/limit-checks.js'
import type { LimitCheck, RuleRows } from '../../../src/translate/lint/limited.js'
import {
  allBlocks,
  isServerCall,
  isServerResult,
  listOf,
  messagesOf,
  systemBlocks,
  toolsOf,
} from './request.js'

/** `BetaContentBlockParam` of @anthropic-ai/sdk 1.11.0; the union is closed. */
const BLOCK_TYPES = new Set([
  'text',
  'image',
  'document',
  'search_result',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_result',
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'advisor_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
  'mcp_tool_listing',
  'container_upload',
  'compaction',
  'tool_addition',
  'tool_removal',
  'fallback',
])
const MOST_MESSAGES = 100_000

/** Returns the cache marks of tools, of blocks and of blocks inside results. */
function cacheMarks(request: JsonObject): readonly FieldAt[] {
  const blocks = [...systemBlocks(request), ...allBlocks(request)]
  const inner = blocks.filter(({ value }) => isArray(value.content)).flatMap(listAt('content'))
  const marked = [...toolsOf(request), ...blocks, ...inner].filter(({ value }) =>
    isObject(value.cache_control),
  )
  return fieldOf(() => marked, 'cache_control')(request)
}

const marksCounted: LimitCheck<JsonObject> = {
  limit: 'cacheMarks',
  checkFor:
    ({ cacheMarks: { most } = { most: Number.POSITIVE_INFINITY } }) =>
    (request, report) => {
      for (const { path } of cacheMarks(request).slice(most))
        report(path, `more than ${most} blocks carry cache_control`)
    },
}

/** Returns an assistant message at the end, unless it waits for the provider's tools. */
function prefill(request: JsonObject) {
  return messagesOf(request)
    .slice(-1)
    .filter(
      ({ role, blocks }) =>
        role === 'assistant' && !blocks.some((block) => isServerCall(block) || isServerResult(block)),
    )
}

function isCompaction(block: Found): boolean {
  return typeOf(block) === 'compaction' && typeof block.value.content === 'string'
}

export const contentRules: RuleRows = {
  'ANTHROPIC-INPUT-01': {
    fix: asObject,
    summary: 'The input of a call is a JSON object.',
    error: 'tool_use.input: Input should be a valid dictionary',
    evidence: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/648',
    seen: inputsAreObjects,
  },
  'ANTHROPIC-CONTENT-01': {
    fix: saysNothing,
    summary: 'No text is empty.',
    error: 'text content blocks must be non-empty',
    evidence: 'https://github.com/anthropics/claude-code/issues/59812',
    seen: textsNotEmpty,
  },
  'ANTHROPIC-CONTENT-02': {
    fix: saysNothing,
    summary: 'No text is only white space.',
    error: 'text content blocks must contain non-whitespace text',
    evidence: 'https://github.com/anthropics/claude-code/issues/23440',
    seen: textsNotBlank,
  },
  'ANTHROPIC-CONTENT-03': {
    summary: 'Content blocks have a type that the API accepts.',
    error: "Input tag '…' found using 'type' does not match any of the expected tags",
    evidence: '@anthropic-ai/sdk, BetaContentBlockParam',
    check(request, report) {
      for (const block of allBlocks(request))
        if (!BLOCK_TYPES.has(typeOf(block)))
          report(`${block.path}/type`, `there is no block of type "${typeOf(block)}"`)
    },
  },
  'ANTHROPIC-CONTENT-04': {
    severity: 'warning',
    summary: 'A tool_result with is_error holds only text.',
    error: 'all content must be type `text` if `is_error` is true',
    evidence: 'error text quoted by several clients',
    seen: mediaInErrors,
  },
  'ANTHROPIC-CONTENT-08': {
    fix: unlessGiven('The tool failed.'),
    summary: 'A tool_result with is_error has content.',
    error: 'content cannot be empty if `is_error` is true',
    evidence: 'https://github.com/jlevy/markform/issues/153',
    seen: errorsSaySomething,
  },
  'ANTHROPIC-CONTENT-05': {
    fix: leftOut,
    summary: 'The content of a tool_result is not an empty list; it may be left out.',
    evidence: 'pydantic-ai, models/anthropic.py',
    check: each(
      fieldOf(those(allBlocks, isOf('tool_result')), 'content'),
      ({ value }) => isEmptyList(value),
      'the content is an empty list',
    ),
  },
  'ANTHROPIC-CONTENT-06': {
    fix: emptyMessage,
    summary: 'The content of a message is not an empty list.',
    evidence: 'pydantic-ai, models/anthropic.py',
    seen: messagesNotEmpty,
  },
  'ANTHROPIC-CONTENT-07': {
    fix: trimmed,
    summary: 'Assistant text at the very end has no trailing white space.',
    error: 'messages: final assistant content cannot end with trailing whitespace',
    evidence: 'vercel/ai, convert-to-anthropic-prompt.ts',
    seen: finalTextTrimmed,
  },
  'ANTHROPIC-ROLE-01': {
    severity: 'warning',
    summary: 'The conversation does not end with assistant text: newer models accept no prefill.',
    error: 'This model does not support assistant message prefill.',
    evidence: 'https://github.com/aaif-goose/goose/issues/7425',
    check: none(prefill, 'newer models refuse a conversation that ends with the assistant'),
  },
  'ANTHROPIC-ROLE-02': {
    fix: translated({ model: 'assistant', ai: 'assistant', human: 'user', developer: 'system' }),
    summary: 'Roles are user, assistant and (on newer models) system.',
    evidence: '@anthropic-ai/sdk, MessageParam',
    seen: rolesAmong(['user', 'assistant', 'system']),
  },
  'ANTHROPIC-ROLE-03': {
    summary: 'A request has at most 100,000 messages.',
    evidence: '@anthropic-ai/sdk, MessageCreateParams',
    check(request, report) {
      const count = listOf(request.messages).length
      if (count > MOST_MESSAGES) report('/messages', `${count} messages are more than ${MOST_MESSAGES}`)
    },
  },
  'ANTHROPIC-CACHE-01': {
    fix: leftOut,
    summary: 'At most 4 blocks carry cache_control, tools and system text included.',
    error: 'A maximum of 4 blocks with cache_control may be provided.',
    evidence: 'https://github.com/github/copilot-cli/issues/4185',
    check: marksCounted,
  },
  'ANTHROPIC-COMPACT-01': {
    summary: 'There is at most one compaction block with content, and it is not empty.',
    error: 'compaction_block_ambiguous',
    evidence: '@anthropic-ai/sdk, Compaction…Error types',
    check(request, report) {
      const compactions = allBlocks(request).filter(isCompaction)
      for (const { path } of compactions.slice(1)) report(path, 'a second compaction block')
      for (const { value, path } of compactions)
        if (value.content === '') report(`${path}/content`, 'the compaction is empty')
    },
  },
}
