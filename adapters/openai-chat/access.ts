import type { HttpBinding } from '../../src/adapter/adapter.js'

/** What both wires of the vendor share. https://platform.openai.com/docs/api-reference/authentication */
export const reached: Pick<HttpBinding, 'base' | 'access' | 'keepAlive'> = {
  base: '/v1',
  access: {
    variables: ['OPENAI_API_KEY'],
    options: ['openai-beta', 'openai-organization', 'openai-project'],
  },
  // A comment, as gateways of the format send it. https://openrouter.ai/docs/api-reference/streaming
  keepAlive: ': keep-alive\n\n',
}
