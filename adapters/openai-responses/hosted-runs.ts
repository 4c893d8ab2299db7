import { isArray, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { OwnMetadata } from '../../src/base/model/metadata.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { type RunForm, runOutcome } from '../../src/codec/shape/run-forms.js'

/**
 * `ResponseFunctionWebSearch` of openai. The call contains the search results if the request includes them.
 */
export const webSearchRun: RunForm = {
  idPrefix: 'ws_',
  isFree: true,
  read({ input, own }) {
    const { type = 'search', query, queries = [query ?? ''], sources } = input
    const all = isArray(queries) ? queries.filter(isText) : []
    // Pages that a search opens are not reported elsewhere.
    if (type !== 'search' || all.length === 0) return undefined
    const found = objectsIn(sources).flatMap(({ url }) => (typeof url === 'string' ? [{ url }] : []))
    const error = statusOf(own) === 'failed' ? 'unavailable' : undefined
    return compact({ queries: all, sources: isArray(sources) ? found : undefined, error })
  },
  write({ queries = [], sources, error }) {
    const [query = ''] = queries
    const found = sources?.map(({ url }) => ({ type: 'url', url }))
    const input = compact({ type: 'search', query, queries, sources: found })
    return { call: { name: 'web_search', input, metadata: callMetadata('web_search_call', error) } }
  },
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function statusOf(own: OwnMetadata): string {
  return stringOr(extraOf(own).status, '')
}

function callMetadata(type: string, error: string | undefined) {
  return { type, extra: { status: error === undefined ? 'completed' : 'failed' } }
}

/** `ResponseCodeInterpreterToolCall`, which has no error field next to the program's output. */
export const codeExecutionRun: RunForm = {
  idPrefix: 'ci_',
  read({ input, own }, result) {
    const code = stringOr(input.code, undefined)
    if (code === undefined) return undefined
    const { output, error } = runOutcome(result)
    return statusOf(own) === 'failed'
      ? { code, error: error ?? output ?? '' }
      : { code, ...runOutcome(result) }
  },
  write({ code = '', output = '', error }) {
    const text = [output, error ?? ''].filter((part) => part !== '').join('\n')
    const input = { code, container_id: 'cntr_toolwire' }
    return {
      call: { name: 'code_interpreter', input, metadata: callMetadata('code_interpreter_call', error) },
      result: { output: { type: 'content', value: text === '' ? [] : [{ type: 'text', text }] } },
    }
  },
}

/** `ResponseToolSearchCall` and `ResponseToolSearchOutputItem`, for a search that the proxy ran. */
export const toolSearchRun: RunForm = {
  idPrefix: 'tsc_',
  write({ queries = [], tools = [] }, id) {
    const type = 'tool_search_call'
    const extra = { execution: 'server', call_id: null, status: 'completed' }
    const value = tools.map((tool) => ({ type: 'function', ...tool }))
    const output = { type: 'tool_search_output', pairedBy: 'none', extra: { id: `${id}_output`, ...extra } }
    return {
      call: {
        name: 'tool_search',
        input: { query: queries.join('; ') },
        metadata: { type, pairedBy: 'id', extra },
      },
      result: { output: { type: 'json', value }, metadata: output },
    }
  },
}

/** `McpCall`. */
export const mcpRun: RunForm = {
  idPrefix: 'mcp_',
  read: ({ name, input, own }, result) => ({
    tool: { server: stringOr(extraOf(own).server_label, ''), name, input },
    ...runOutcome(result),
  }),
  write({ tool, output = '', error }) {
    const { server = '', name = '', input = {} } = tool ?? {}
    const { extra, type } = callMetadata('mcp_call', error)
    return {
      call: { name, input, metadata: { type, extra: { server_label: server, ...extra } } },
      result:
        error === undefined
          ? { output: { type: 'text', value: output } }
          : { output: { type: 'error-text', value: error }, isError: true },
    }
  },
}
