import { createHash, createHmac } from 'node:crypto'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { Credentials, Platform } from '../../codec/wire/contract.js'
import type { ProxyTarget, SignRequest } from '../../proxy/proxy-types.js'

/** The credentials of requests, and the header or signature that carries them. */
export type Access = Pick<ProxyTarget, 'key' | 'keyHeader' | 'sign'>

/** A function that loads an optional package. */
export type Load = (name: string) => Promise<object>

/**
 * Returns access to a platform without a key, through the account that the platform's library finds
 * (variables, files, the metadata of a machine). The library renews its tokens, and is loaded with the first
 * request. Not used over plain HTTP.
 */
export function accessTo(platform: Platform, base: URL, load: Load = loadPackage): Access | undefined {
  if (base.protocol !== 'https:') return undefined
  const { credentials, address } = platform
  if (credentials.kind !== 'signature-v4')
    return { key: once(() => tokenOf(credentials, load)), keyHeader: 'authorization' }
  const { region = '', service = '' } = address.exec(`${base.host}${base.pathname}/`)?.groups ?? {}
  return { sign: signer({ region, service }, load) }
}

/** Caches a factory, and calls it again after a failure. */
function once<Value>(make: () => Promise<() => Promise<Value>>): () => Promise<Value> {
  let made: Promise<() => Promise<Value>> | undefined
  return async () => {
    made ??= make()
    try {
      return await (await made)()
    } catch (error) {
      made = undefined
      throw error
    }
  }
}

type TokenCredentials = Exclude<Credentials, { readonly kind: 'signature-v4' }>

async function tokenOf({ kind, scope }: TokenCredentials, load: Load): Promise<() => Promise<string>> {
  if (kind === 'application-default') {
    const auth = construct(await load('google-auth-library'), 'GoogleAuth', [{ scopes: [scope] }])
    return async () => textOf(await call(auth, 'getAccessToken', []))
  }
  const identity = await load('@azure/identity')
  const credential = construct(identity, 'DefaultAzureCredential', [])
  const provider = call(identity, 'getBearerTokenProvider', [credential, scope])
  return async () => textOf(await call({ provider }, 'provider', []))
}

interface SignatureScope {
  readonly region: string
  readonly service: string
}

/** Signs requests like AWS clients. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html */
function signer(scope: SignatureScope, load: Load): SignRequest {
  const signature = once(async () => {
    const [signing, chain] = [
      await load('@smithy/signature-v4'),
      await load('@aws-sdk/credential-provider-node'),
    ]
    const credentials = call(chain, 'defaultProvider', [])
    const made = construct(signing, 'SignatureV4', [{ ...scope, credentials, sha256: Sha256 }])
    return async () => made
  })
  return async ({ url, method, headers, body }) => {
    const { protocol, hostname, host, port, pathname, searchParams } = new URL(url)
    const request = {
      ...{ protocol, hostname, method, body, path: pathname, headers: { ...headers, host } },
      ...(port !== '' && { port: Number(port) }),
      query: Object.fromEntries(searchParams),
    }
    const signed = await call(await signature(), 'sign', [request])
    return headersOf(signed)
  }
}

/** A hash for signatures, with a key if a secret is passed. */
class Sha256 {
  readonly #hash

  constructor(secret?: string | Uint8Array) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret)
  }

  update(data: string | Uint8Array): void {
    this.#hash.update(data)
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
}

/** Packages of one platform that are installed together. */
const TOGETHER: Readonly<Record<string, string>> = {
  '@smithy/signature-v4': '@smithy/signature-v4 @aws-sdk/credential-provider-node',
  '@aws-sdk/credential-provider-node': '@smithy/signature-v4 @aws-sdk/credential-provider-node',
}

async function loadPackage(name: string): Promise<object> {
  try {
    return await import(name)
  } catch {
    throw new AdapterError(
      'unsupported',
      '',
      `requests to this target need a key, or more packages: npm install ${TOGETHER[name] ?? name}`,
    )
  }
}

// The packages are optional, so their types are not available.

function construct(module: object, name: string, given: readonly unknown[]): object {
  const made: unknown = Reflect.get(module, name)
  if (typeof made === 'function') return Reflect.construct(made, given)
  throw new AdapterError('unsupported', '', `the installed package has no ${name}`)
}

function call(on: object, name: string, given: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(on, name)
  if (typeof method === 'function') return Reflect.apply(method, on, given)
  throw new AdapterError('unsupported', '', `the installed package has no ${name}`)
}

function textOf(token: unknown): string {
  if (typeof token === 'string' && token !== '') return token
  throw new AdapterError('unsupported', '', "the target's account returned no token")
}

/** Returns all headers except the host, which is set when the request is sent. */
function headersOf(signed: unknown): Record<string, string> {
  const headers: unknown = typeof signed === 'object' && signed !== null ? Reflect.get(signed, 'headers') : {}
  const entries = Object.entries(headers ?? {}).filter(([name]) => name !== 'host')
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
