import type { JsonValue } from '../../src/base/json/json-types.js'
import { createMock, type Mock, type MockOptions } from '../../src/traffic/mock/index.js'
import { createRegistry } from '../../src/translate/exchange/registry.js'
import { allAdapters } from '../support/adapters.js'

export const registry = createRegistry(allAdapters.map(({ adapter }) => adapter))

export function mockOf(as: string, options: Partial<MockOptions> = {}): Promise<Mock> {
  return createMock({ as, registry, ...options })
}

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export async function post(
  { fetch }: Mock,
  path: string,
  body: JsonValue,
  headers: Readonly<Record<string, string>> = {},
): Promise<Received> {
  const response = await fetch(`http://mock.test${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
