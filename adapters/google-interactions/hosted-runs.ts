import { arrayOr, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { ToolResult } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { type RunForm, type RunSource, runOutcome } from '../../src/codec/shape/run-forms.js'

const idPrefix = 'run_'

/** `GoogleSearchCallStep` of @google/genai. The found pages are in the citations of the answer's texts. */
export const webSearchRun: RunForm = {
  idPrefix,
  read({ input: { queries } }, result) {
    const asked = arrayOr(queries, []).flatMap((query) => (typeof query === 'string' ? [query] : []))
    if (asked.length === 0) return undefined
    const error = result?.isError ? runOutcome(result).error : undefined
    return compact({ queries: asked, sources: sourcesOf(result), error })
  },
  write: ({ queries = [], sources = [], error }) => ({
    call: { name: 'google_search', input: { queries }, metadata: { type: 'google_search_call' } },
    result: {
      output:
        error === undefined
          ? { type: 'json', value: sources.map(({ url, title }) => compact({ url, title })) }
          : { type: 'error-text', value: error },
      ...{ isError: error !== undefined, metadata: { type: 'google_search_result', form: 'json' } },
    },
  }),
}

/** Some servers also list the pages: https://github.com/vercel/ai packages/google/src/interactions */
function sourcesOf(result: ToolResult | undefined): RunSource[] {
  const found = result?.output.type === 'json' ? result.output.value : undefined
  return objectsIn(found).flatMap(({ url, title }) =>
    typeof url === 'string' ? [compact({ url, title: stringOr(title, undefined) })] : [],
  )
}

/** `CodeExecutionCallStep` of @google/genai. */
export const codeExecutionRun: RunForm = {
  idPrefix,
  read({ input }, result) {
    const code = stringOr(input.code, undefined)
    return code === undefined ? undefined : { code, ...runOutcome(result) }
  },
  write({ code = '', output = '', error }) {
    const isError = error !== undefined
    const value = [output, error ?? ''].filter((text) => text !== '').join('\n')
    return {
      call: {
        name: 'code_execution',
        input: { language: 'python', code },
        metadata: { type: 'code_execution_call' },
      },
      result: {
        output: { type: isError ? 'error-text' : 'text', value },
        ...{ isError, metadata: { type: 'code_execution_result' } },
      },
    }
  },
}

/** `MCPServerToolCallStep` of @google/genai. */
export const mcpRun: RunForm = {
  idPrefix,
  read: ({ name, input, own }, result) => ({
    tool: { server: stringOr(extraOf(own).server_name, ''), name, input },
    ...runOutcome(result),
  }),
  write({ tool, output = '', error }) {
    const { server = '', name = '', input = {} } = tool ?? {}
    const extra = { server_name: server }
    const isError = error !== undefined
    return {
      call: { name, input, metadata: { type: 'mcp_server_tool_call', extra } },
      result: {
        output: { type: isError ? 'error-text' : 'text', value: error ?? output },
        ...{ isError, metadata: { type: 'mcp_server_tool_result', extra } },
      },
    }
  },
}
