import { AdapterError } from '../../base/json/adapter-error.js'
import { stringifySorted } from '../../base/json/write-json.js'
import { expectGiven } from '../../base/model/expect.js'
import { createTextSigner } from '../../base/seal/text-signer.js'
import type { Approval } from './policy-types.js'

/**
 * Signs an approval for executors with the same `approvalSecret`, which accept only signed approvals. Call it
 * on the host after the person has answered; keep the secret on the host.
 * @param secret any text. Anyone who has the secret can approve calls.
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
  return { ...approval, signature: await createTextSigner(secret).sign(signedText(approval)) }
}

/** Verifies that the approval was signed with the secret and has not changed since. */
export async function isSigned(approval: Approval, secret: string): Promise<boolean> {
  return createTextSigner(secret).verify(signedText(approval), approval.signature)
}

/** Returns the signed text with sorted members, since a store may have changed their order. */
function signedText({ signature: _signature, ...approval }: Approval): string {
  return stringifySorted(approval)
}
