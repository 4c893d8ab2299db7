import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { ToolResult } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { type RunForm, runOutcome } from '../../src/codec/shape/run-forms.js'

const idPrefix = 'srvtoolu_'

/** `WebSearchToolResultErrorCode` of @anthropic-ai/sdk. */
const SEARCH_ERRORS =
  'invalid_tool_input unavailable max_uses_exceeded too_many_requests query_too_long request_too_large'

/** `ServerToolUseBlock` and `WebSearchToolResultBlock` of @anthropic-ai/sdk. */
export const webSearchRun: RunForm = {
  idPrefix,
  read({ input }, result) {
    const query = stringOr(input.query, undefined)
    if (query === undefined) return undefined
    const value = contentOf(result)
    const sources = objectsIn(value).flatMap(({ url, title }) =>
      typeof url === 'string' ? [compact({ url, title: stringOr(title, undefined) })] : [],
    )
    return compact({ queries: [query], sources, error: stringOr(objectIn(value).error_code, undefined) })
  },
  write({ queries = [], sources = [], error }) {
    const found = sources.map(({ url, title = url }) => ({
      ...{ type: 'web_search_result', url, title },
      // Only the provider can issue this value, but a string is required.
      ...{ encrypted_content: '', page_age: null },
    }))
    const failed = {
      type: 'web_search_tool_result_error',
      error_code: SEARCH_ERRORS.split(' ').find((code) => code === error) ?? 'unavailable',
    }
    const metadata = { block: 'web_search_tool_result' }
    return {
      call: { name: 'web_search', input: { query: queries.join('; ') }, metadata: BLOCK },
      result:
        error === undefined
          ? { output: { type: 'json', value: found }, metadata }
          : { output: { type: 'error-json', value: failed }, isError: true, metadata },
    }
  },
}

const BLOCK = { block: 'server_tool_use' }

/** Returns the content of a result, for errors as well. */
function contentOf(result: ToolResult | undefined): JsonValue | undefined {
  const { output } = result ?? {}
  return output?.type === 'json' || output?.type === 'error-json' ? output.value : undefined
}

/** `ToolSearchToolResultBlock`, for a search by the proxy. */
export const toolSearchRun: RunForm = {
  idPrefix,
  write({ queries = [], tools = [], error }) {
    const found = tools.map(({ name = '' }) => ({ type: 'tool_reference', tool_name: name }))
    const value: JsonObject =
      error === undefined
        ? { type: 'tool_search_tool_search_result', tool_references: found }
        : { type: 'tool_search_tool_result_error', error_code: 'unavailable', error_message: error }
    return {
      call: { name: 'tool_search_tool_bm25', input: { query: queries.join('; ') }, metadata: BLOCK },
      result: { output: { type: 'json', value }, metadata: { block: 'tool_search_tool_result' } },
    }
  },
}

/** `CodeExecutionToolResultBlock`, and `BashCodeExecutionToolResultBlock`, whose code is a command. */
export const codeExecutionRun: RunForm = {
  idPrefix,
  read({ name, input }, result) {
    const code = stringOr(name === 'bash_code_execution' ? input.command : input.code, undefined)
    if (code === undefined) return undefined
    const content = objectIn(contentOf(result))
    const { return_code: status = 0, error_code: failure } = content
    const stderr = stringOr(content.stderr, '')
    const error = stringOr(failure, status === 0 ? undefined : stderr || `exit code ${status}`)
    const output = stringOr(content.stdout, '') + (error === undefined ? stderr : '')
    return compact({ code, output, error })
  },
  write: ({ code = '', output = '', error }) => ({
    call: { name: 'code_execution', input: { code }, metadata: BLOCK },
    result: {
      output: { type: 'json', value: codeResult(output, error) },
      metadata: { block: 'code_execution_tool_result' },
    },
  }),
}

function codeResult(stdout: string, stderr: string | undefined): JsonObject {
  const return_code = stderr === undefined ? 0 : 1
  return { type: 'code_execution_result', stdout, stderr: stderr ?? '', return_code, content: [] }
}

/** `BetaMCPToolUseBlock` and `BetaMCPToolResultBlock`. */
export const mcpRun: RunForm = {
  idPrefix: 'mcptoolu_',
  read: ({ name, input, own }, result) => ({
    tool: { server: stringOr(extraOf(own).server_name, ''), name, input },
    ...runOutcome(result),
  }),
  write({ tool, output = '', error }) {
    const { server = '', name = '', input = {} } = tool ?? {}
    const isError = error !== undefined
    return {
      call: { name, input, metadata: { block: 'mcp_tool_use', extra: { server_name: server } } },
      result: {
        output: { type: 'content', value: [{ type: 'text', text: error ?? output }] },
        ...{ isError, metadata: { block: 'mcp_tool_result' } },
      },
    }
  },
}
