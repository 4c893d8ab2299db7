import type { Pieces } from '../../src/wire/pieces.js'

export const pieces: Pieces = {
  answer: [
    'candidates 0 content |parts',
    'candidates 0 content parts&role=model 0 |functionCall|function_call|functionResponse|function_response|executableCode|executable_code|codeExecutionResult|code_execution_result|toolCall|toolResponse|text',
    'candidates 0 content parts&role=model 0 functionCall |name',
  ],
  history: [
    '0 parts&role=model 0 |functionCall|function_call|functionResponse|function_response|executableCode|executable_code|codeExecutionResult|code_execution_result|toolCall|toolResponse|text',
    '0 parts&role=model 0 functionCall |args',
    '0 parts&role=user 0 functionResponse |response',
  ],
  list: 'contents',
}
