import type { Brand } from '#kernel/base/brand.ts'

/** A number of 32 bits; the `x-partner-id` of the issuing interface. */
export type PartnerId = Brand<number, 'PartnerId'>

/** A partner id as clients send it: its digits. */
export function readPartnerId(unchecked: unknown): PartnerId | undefined {
  const text = typeof unchecked === 'number' || typeof unchecked === 'string' ? String(unchecked) : ''
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= integerMax ? (Number(text) as PartnerId) : undefined
}
const integerMax = 2_147_483_647
