import { expect, test } from 'vitest'
import { translateError } from '../../src/codec/wire/error-table.js'
import { adapterOf } from '../support/adapters.js'

const { errors } = adapterOf('bedrock-converse').adapter.codecs.http
const { errors: claude } = adapterOf('anthropic-messages').adapter.codecs.http

// The name of the exception is in a header, and not always in the body:
// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_Errors
test.each([
  [undefined, 403, 'permission_error'],
  ['AccessDeniedException', 403, 'permission_error'],
  ['UnrecognizedClientException', 401, 'authentication_error'],
])('status 403 with the name %s has the status %s for clients of Claude', (code, status, type) => {
  const error = code === undefined ? { message: 'no access' } : { message: 'no access', code }
  expect(translateError(error, 403, errors, claude)).toMatchObject({ status, error: { code: type } })
})
