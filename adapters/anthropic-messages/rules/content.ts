import { isObject } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import {
  errorsSaySomething,
  finalTextTrimmed,
  inputsAreObjects,
  isEmptyList,
  messagesNotEmpty,
  rolesAmong,
} from '../../../src/lint/checks.js'
import { mediaInErrors, textsNotBlank, textsNotEmpty } from '../../../src/lint/limit-checks.js'
import { type LimitCheck, rulesOver } from '../../../src/lint/limited.js'
import type { Rule } from '../../../src/lint/rule.js'
import { limits } from '../limits.js'
import {
  allBlocks,
  isServerCall,
  isServerResult,
  limited,
  listOf,
  messagesOf,
  seen,
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

/** Tools, blocks and the blocks inside of results. */
function cacheMarks(request: JsonObject): string[] {
  const tools = toolsOf(request).filter(({ value }) => isObject(value.cache_control))
  const blocks = [...systemBlocks(request), ...allBlocks(request)]
  const nested = blocks.flatMap(({ value, path }) =>
    listOf(value.content).flatMap((inner, index) =>
      isObject(inner) ? { value: inner, path: `${path}/content/${index}` } : [],
    ),
  )
  const marked = [...blocks, ...nested].filter(({ value }) => isObject(value.cache_control))
  return [...tools, ...marked].map(({ path }) => `${path}/cache_control`)
}

const marks = rulesOver({ limits, viewOf: cacheMarks })

const marksCounted: LimitCheck<readonly string[]> = {
  limit: 'cacheMarks',
  checkFor:
    ({ cacheMarks: { most } = { most: Number.POSITIVE_INFINITY } }) =>
    (paths, report) => {
      for (const path of paths.slice(most)) report(path, `more than ${most} blocks carry cache_control`)
    },
}

export const contentRules: readonly Rule[] = [
  {
    id: 'ANTHROPIC-INPUT-01',
    severity: 'error',
    summary: 'The input of a call is a JSON object.',
    error: 'tool_use.input: Input should be a valid dictionary',
    evidence: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/648',
    check: seen(inputsAreObjects),
  },
  limited(textsNotEmpty, {
    id: 'ANTHROPIC-CONTENT-01',
    severity: 'error',
    summary: 'No text is empty.',
    error: 'text content blocks must be non-empty',
    evidence: 'https://github.com/anthropics/claude-code/issues/59812',
  }),
  limited(textsNotBlank, {
    id: 'ANTHROPIC-CONTENT-02',
    severity: 'error',
    summary: 'No text consists of white space alone.',
    error: 'text content blocks must contain non-whitespace text',
    evidence: 'https://github.com/anthropics/claude-code/issues/23440',
  }),
  {
    id: 'ANTHROPIC-CONTENT-03',
    severity: 'error',
    summary: 'Content blocks are of the types that the API knows.',
    error: "Input tag '…' found using 'type' does not match any of the expected tags",
    evidence: '@anthropic-ai/sdk, BetaContentBlockParam',
    check(request, report) {
      for (const { type, path } of allBlocks(request))
        if (!BLOCK_TYPES.has(type)) report(`${path}/type`, `there is no block of type "${type}"`)
    },
  },
  limited(mediaInErrors, {
    id: 'ANTHROPIC-CONTENT-04',
    severity: 'warning',
    summary: 'A tool_result with is_error holds only text.',
    error: 'all content must be type `text` if `is_error` is true',
    evidence: 'error text quoted by several clients',
  }),
  {
    id: 'ANTHROPIC-CONTENT-08',
    severity: 'error',
    summary: 'A tool_result with is_error has content.',
    error: 'content cannot be empty if `is_error` is true',
    evidence: 'https://github.com/jlevy/markform/issues/153',
    check: seen(errorsSaySomething),
  },
  {
    id: 'ANTHROPIC-CONTENT-05',
    severity: 'error',
    summary: 'The content of a tool_result is not an empty list; it may be left out.',
    evidence: 'pydantic-ai, models/anthropic.py',
    check(request, report) {
      for (const { type, value, path } of allBlocks(request))
        if (type === 'tool_result' && isEmptyList(value.content))
          report(`${path}/content`, 'the content is an empty list')
    },
  },
  {
    id: 'ANTHROPIC-CONTENT-06',
    severity: 'error',
    summary: 'The content of a message is not an empty list.',
    evidence: 'pydantic-ai, models/anthropic.py',
    check: seen(messagesNotEmpty),
  },
  {
    id: 'ANTHROPIC-CONTENT-07',
    severity: 'error',
    summary: 'Assistant text at the very end has no trailing white space.',
    error: 'messages: final assistant content cannot end with trailing whitespace',
    evidence: 'vercel/ai, convert-to-anthropic-prompt.ts',
    check: seen(finalTextTrimmed),
  },
  {
    id: 'ANTHROPIC-ROLE-01',
    severity: 'warning',
    summary: 'The conversation does not end with text of the assistant: newer models take no prefill.',
    error: 'This model does not support assistant message prefill.',
    evidence: 'https://github.com/aaif-goose/goose/issues/7425',
    check(request, report) {
      const last = messagesOf(request).at(-1)
      if (last?.role !== 'assistant') return
      const isPaused = last.blocks.some((block) => isServerCall(block) || isServerResult(block))
      if (!isPaused) report(last.path, 'newer models refuse a conversation that ends with the assistant')
    },
  },
  {
    id: 'ANTHROPIC-ROLE-02',
    severity: 'error',
    summary: 'Roles are user, assistant and (on newer models) system.',
    evidence: '@anthropic-ai/sdk, MessageParam',
    check: seen(rolesAmong(['user', 'assistant', 'system'])),
  },
  {
    id: 'ANTHROPIC-ROLE-03',
    severity: 'error',
    summary: 'A request has at most 100,000 messages.',
    evidence: '@anthropic-ai/sdk, MessageCreateParams',
    check(request, report) {
      const count = listOf(request.messages).length
      if (count > MOST_MESSAGES) report('/messages', `${count} messages are more than ${MOST_MESSAGES}`)
    },
  },
  marks.limited(marksCounted, {
    id: 'ANTHROPIC-CACHE-01',
    severity: 'error',
    summary: 'At most 4 blocks carry cache_control, tools and system text included.',
    error: 'A maximum of 4 blocks with cache_control may be provided.',
    evidence: 'https://github.com/github/copilot-cli/issues/4185',
  }),
  {
    id: 'ANTHROPIC-COMPACT-01',
    severity: 'error',
    summary: 'There is at most one compaction block with content, and it is not empty.',
    error: 'compaction_block_ambiguous',
    evidence: '@anthropic-ai/sdk, Compaction…Error types',
    check(request, report) {
      const compactions = allBlocks(request).filter(
        ({ type, value }) => type === 'compaction' && typeof value.content === 'string',
      )
      for (const { path } of compactions.slice(1)) report(path, 'a second compaction block')
      for (const { value, path } of compactions)
        if (value.content === '') report(`${path}/content`, 'the compaction is empty')
    },
  },
]
