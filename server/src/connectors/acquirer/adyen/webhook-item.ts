import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { adyenUnits } from './units.ts'

/** An item of a standard webhook (Webhooks v1), as it was signed and sent. */
export const webhookItem = z.object({
  additionalData: z.record(z.string(), z.unknown()).optional(),
  amount: z.object({ currency: z.string(), value: adyenUnits.received }).optional().nullable(),
  eventCode: z.string().regex(/^[A-Z_]{1,64}$/),
  eventDate: z.string().min(1),
  merchantAccountCode: z.string(),
  merchantReference: z.string().optional().nullable(),
  originalReference: z.string().optional().nullable(),
  pspReference: z.string().min(1).max(200),
  reason: z.string().optional().nullable(),
  success: z.union([z.enum(['true', 'false']), z.boolean()]).transform((value) => String(value) === 'true'),
})
export type WebhookItem = z.output<typeof webhookItem>

/**
 * Whether Adyen has signed the item with one of these keys, which are hexadecimal digits. The signature covers the eight
 * fields of `signedText` and no other: neither `reason` nor anything else in `additionalData` (docs.adyen.com, "Verify
 * HMAC signatures").
 */
export function isSigned(item: WebhookItem, hmacKeys: readonly string[]): boolean {
  const given = item.additionalData?.hmacSignature
  if (typeof given !== 'string') return false
  const signature = Buffer.from(given, 'base64')
  return hmacKeys.some((key) => {
    const expected = createHmac('sha256', Buffer.from(key, 'hex')).update(signedText(item)).digest()
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}

const signedText = (item: WebhookItem): string =>
  [
    ...[item.pspReference, item.originalReference, item.merchantAccountCode, item.merchantReference],
    ...[item.amount?.value.toString(), item.amount?.currency, item.eventCode, String(item.success)],
  ]
    .map((field) => field ?? '')
    .join(':')
