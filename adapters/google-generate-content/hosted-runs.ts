import { isArray, stringOr } from '../../src/base/json/read-json.js'
import { type RunForm, runOutcome } from '../../src/codec/shape/run-forms.js'

/**
 * A search is reported in the answer's `groundingMetadata`. The call of a search is visible only next to
 * functions. https://ai.google.dev/gemini-api/docs/google-search
 */
export const webSearchRun: RunForm = {
  read({ name, input: { queries } }) {
    const isWeb = name === 'GOOGLE_SEARCH_WEB' && isArray(queries)
    return isWeb ? { queries: queries.filter((query) => typeof query === 'string') } : undefined
  },
}

/** https://ai.google.dev/api/caching#ExecutableCode */
export const codeExecutionRun: RunForm = {
  read({ input }, result) {
    const code = stringOr(input.code, undefined)
    return code === undefined ? undefined : { code, ...runOutcome(result) }
  },
  write({ code = '', output = '', error }) {
    const text = [output, error ?? ''].filter((part) => part !== '').join('\n')
    const isError = error !== undefined
    return {
      call: {
        name: 'code_execution',
        input: { language: 'PYTHON', code },
        metadata: { part: 'executableCode' },
      },
      result: {
        output: { type: isError ? 'error-text' : 'text', value: text },
        ...{ isError, metadata: { part: 'codeExecutionResult' } },
      },
    }
  },
}
