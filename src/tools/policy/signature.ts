import { AdapterError } from '../../base/json/adapter-error.js'
import { stringifySorted } from '../../base/json/write-json.js'
import { expectGiven } from '../../base/model/entrance.js'
import { bytesOfHex, hexOf } from './hex.js'
import type { Approval } from './policy-types.js'

/**
 * Signs an approval, for executors that have the same `approvalSecret`: they take no other. To be called by the host, when
 * the person who was asked has answered; the secret is for nobody else.
 * @param secret any text; who knows it can let calls run.
 * @example kept.push(await signApproval(approveCall(request), process.env.APPROVAL_SECRET))
 */
export async function signApproval(approval: Approval, secret: string): Promise<Approval> {
  expectGiven(approval, ['signApproval needs an approval', 'signApproval(approveCall(request), secret)'])
  if (typeof secret !== 'string' || secret === '')
    throw new AdapterError(
      'missing-field',
      '/secret',
      'signApproval needs a secret: a text that is not empty',
    )
  const signed = await crypto.subtle.sign('HMAC', await keyOf(secret), signedText(approval))
  return { ...approval, signature: hexOf(new Uint8Array(signed)) }
}

/** Whether it was signed with that secret, and is as it was then. */
export async function isSigned(approval: Approval, secret: string): Promise<boolean> {
  const { signature } = approval
  if (typeof signature !== 'string') return false
  return crypto.subtle.verify('HMAC', await keyOf(secret), bytesOfHex(signature), signedText(approval))
}

function keyOf(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign', 'verify'])
}

const encoder = new TextEncoder()

/** A store may have changed the order of members. */
function signedText({ signature: _signature, ...approval }: Approval): Uint8Array<ArrayBuffer> {
  return encoder.encode(stringifySorted(approval))
}
