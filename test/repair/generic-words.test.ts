import { describe } from 'vitest'
import type { Rule } from '../../src/translate/lint/rule.js'
import { explainRefusal } from '../../src/translate/repair/explain-refusal.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { exchangesOf } from '../support/exchanges.js'
import { forEachAdapter, holdsFor } from '../support/law.js'

/** Errors about a key, an account or a region, in the form of their provider. None is about the request's content. */
const UNRELATED: Readonly<Record<string, readonly object[]>> = {
  // https://github.com/NousResearch/hermes-agent/issues/69231, https://ai.google.dev/gemini-api/docs/troubleshooting
  google: [
    {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
      },
    },
    {
      error: {
        code: 400,
        message: 'User location is not supported for the API use.',
        status: 'FAILED_PRECONDITION',
      },
    },
    { error: { code: 400, message: 'Request contains an invalid argument.', status: 'INVALID_ARGUMENT' } },
  ],
  // https://platform.openai.com/docs/guides/error-codes
  openai: [
    {
      error: {
        message:
          'Incorrect API key provided: sk-00. You can find your API key at https://platform.openai.com.',
        ...{ type: 'invalid_request_error', param: null, code: 'invalid_api_key' },
      },
    },
    {
      error: {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        ...{ type: 'insufficient_quota', param: null, code: 'insufficient_quota' },
      },
    },
  ],
  // https://docs.anthropic.com/en/api/errors
  anthropic: [
    { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.',
      },
    },
  ],
  bedrock: [
    { message: 'The security token included in the request is invalid.' },
    { message: 'The provided model identifier is invalid.', __type: 'ValidationException' },
  ],
  others: [{ message: 'invalid api token' }, { message: 'Unauthorized' }, { error: 'unauthorized' }],
}

const errors = Object.values(UNRELATED).flat()

async function knownTo({ folder, rules }: LoadedAdapter): Promise<readonly Rule[]> {
  const module: { refusals?: readonly Rule[] } = await import(`${folder}/rules.ts`)
  return [...rules, ...(module.refusals ?? [])]
}

describe('errors about keys, accounts and regions', () => {
  forEachAdapter('explain no request that was accepted', ['request', 'http'], async (loaded) => {
    const rules = await knownTo(loaded)
    const accepted = exchangesOf(loaded.wire).filter(({ status }) => status < 400)
    holdsFor(someOf(accepted, 40), ({ request = {} }) =>
      errors.flatMap((error) => {
        const explained = explainRefusal(error, request, { rules })
        return explained === undefined
          ? []
          : `${JSON.stringify(error)} by ${explained.rule ?? explained.path}`
      }),
    )
  })
})
