import type { Pieces } from '../../src/codec/wire/pieces.js'

/** Members of parts. */
const PART =
  '|functionCall|function_call|functionResponse|function_response|executableCode|executable_code|codeExecutionResult|code_execution_result|toolCall|toolResponse|text'

export const pieces: Pieces = {
  answer: [
    'candidates 0 content parts&role=model 0 functionCall |name',
    `candidates 0 content parts&role=model 0 ${PART}`,
  ],
  history: [
    '0 parts&role=model 0 functionCall |args',
    '0 parts&role=user 0 functionResponse |response',
    `0 parts&role=model 0 ${PART}`,
  ],
  list: 'contents',
}
