import { createPublicKey, type KeyObject } from 'node:crypto'
import { CompactEncrypt, CompactSign } from 'jose'
import type { Secret } from '#kernel/base/secret.ts'

export type OpaqueInput = {
  pan: Secret<string>
  expiryMonth: number
  expiryYear: number
  serverSessionId: string
  signer: { kid: string; key: KeyObject }
  /** PEM: of the token service. */
  recipient: string
}

/**
 * What goes to the second wallet: the card, signed by us and encrypted for its token service (decision 57), in base64.
 * Only the outer form is public.
 */
export async function makeOpaqueCard(input: OpaqueInput): Promise<string> {
  const { kid, key } = input.signer
  const card = JSON.stringify({
    protocolHeader: { version: 1 },
    validationContext: { serverSessionId: input.serverSessionId },
    paymentCard: {
      accountNumber: input.pan.reveal(),
      expiryMonth: String(input.expiryMonth).padStart(2, '0'),
      expiryYear: String(input.expiryYear % 100).padStart(2, '0'),
    },
  })
  const signed = await new CompactSign(Buffer.from(card)).setProtectedHeader({ alg: 'ES256', kid }).sign(key)
  const encrypted = await new CompactEncrypt(Buffer.from(signed))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'JWS' })
    .encrypt(createPublicKey(input.recipient))
  return Buffer.from(encrypted).toString('base64')
}
