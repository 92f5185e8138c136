import { z } from 'zod'
import { type IssuingRoute, issuingRoute } from '#issuing/api'
import { listOf } from '#kernel/http/field.ts'
import { inputOf } from '../call.ts'
import type { CardsContext } from '../context.ts'
import { idField } from '../shapes.ts'
import { provisionApple, provisionGoogle } from './provision-card.ts'

const group = 'Cards'

/** Bytes as wallets' libraries hand them over: in base64, or in hexadecimal digits. */
const bytesField = (what: string, max: number) =>
  z
    .unknown()
    .transform((sent, context): Uint8Array => {
      const bytes = typeof sent === 'string' ? bytesOf(sent) : undefined
      if (bytes && bytes.length > 0 && bytes.length <= max) return bytes
      context.addIssue({ code: 'custom', message: `must be ${what} in base64 or hexadecimal, at most ${max} bytes` })
      return z.NEVER
    })
    .meta({ type: 'string', description: `${what}, in base64 or hexadecimal.` })

function bytesOf(text: string): Uint8Array | undefined {
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

export const provisioningRoutes = (ctx: CardsContext): IssuingRoute[] => [
  issuingRoute({
    method: 'POST',
    path: '/cards/:id/provisioning/apple-pay',
    operationId: 'provisionApplePay',
    group,
    summary: 'Wallet provisioning data for Apple Pay',
    about:
      'For an active card, with the certificates (leaf first), nonce and nonce signature of the device. Hand the reply to the device and keep none of it.',
    caller: 'holder',
    permission: 'secrets:provision',
    repeated: 'secret',
    params: idField,
    body: z.object({
      certificates: listOf(bytesField('a certificate (DER)', 8_192), { max: 5 }),
      nonce: bytesField('the nonce', 64),
      nonceSignature: bytesField('the signature of the nonce', 512),
    }),
    reply: z.strictObject({
      activationData: z.string(),
      encryptedPassData: z.string(),
      ephemeralPublicKey: z.string(),
    }),
    run: async (call) => provisionApple(ctx, { ...inputOf(call), ...call.body }),
  }),
  issuingRoute({
    method: 'GET',
    path: '/cards/:id/provisioning/google-pay',
    operationId: 'provisionGooglePay',
    group,
    summary: 'Wallet provisioning data for Google Pay',
    about: 'For an active card. Hand the reply to the wallet and keep none of it.',
    caller: 'holder',
    permission: 'secrets:provision',
    repeated: 'secret',
    params: idField,
    reply: z.strictObject({ opaquePaymentCard: z.string() }),
    run: async (call) => ({ opaquePaymentCard: await provisionGoogle(ctx, inputOf(call)) }),
  }),
]
