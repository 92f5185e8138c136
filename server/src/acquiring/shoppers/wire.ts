import { z } from 'zod'
import type { Written } from '#acquiring/api'
import { creationOf, creationShape, idShape, momentShape, momentText, tagShape } from '#acquiring/api'
import type { Instant } from '#kernel/base/clock.ts'
import type { CardOnFile, Shopper } from './shopper.ts'

/** The customer and card records of wire facts 3.2 to 3.4. What is not known is null. */
const customer = {
  id: idShape,
  siteId: idShape,
  identifier: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  country: z.string().length(2).nullable(),
  state: z.string().nullable(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  isWhitelisted: z.union([z.literal(0), z.literal(1)]),
  isWhitelistedUntil: momentShape.nullable(),
  ...creationShape,
}
/** As it is in a transaction's record. */
export const customerDataShape = z.strictObject(customer)
export const customerShape = z.strictObject({ ...customer, tags: z.array(tagShape) })

export const customerDataRecord = (shopper: Shopper): Written<z.output<typeof customerDataShape>> => ({
  id: shopper.id,
  siteId: shopper.siteId,
  identifier: shopper.identifier,
  firstName: shopper.firstName ?? null,
  lastName: shopper.lastName ?? null,
  country: shopper.country ?? null,
  state: shopper.state ?? null,
  city: shopper.city ?? null,
  zipCode: shopper.zipCode ?? null,
  address: shopper.address ?? null,
  phone: shopper.phone ?? null,
  email: shopper.email ?? null,
  isWhitelisted: shopper.whitelisted ? 1 : 0,
  isWhitelistedUntil: shopper.whitelistedUntil ? momentText(shopper.whitelistedUntil) : null,
  ...creationOf(shopper.createdAt),
})

/** A tag has no date of its own here; it is as old as what it is on. */
export const tagRecords = (tags: readonly string[], at: Instant) => tags.map((tag) => ({ tag, ...creationOf(at) }))

export const customerRecord = (shopper: Shopper): Written<z.output<typeof customerShape>> => ({
  ...customerDataRecord(shopper),
  tags: tagRecords(shopper.tags, shopper.createdAt),
})

export const cardShape = z.strictObject({
  id: idShape,
  customerId: idShape,
  type: z.string(),
  cardNumber: z.string().meta({ description: 'The first six and the last four digits.' }),
  expiryMonth: z.string().regex(/^\d\d$/),
  expiryYear: z.string().regex(/^\d{4}$/),
  nameOnCard: z.string().nullable(),
  cardHolderCountry: z.null(),
  cardHolderState: z.null(),
  cardProvider: z.null(),
  hasToken: z.boolean().meta({ description: 'Whether it can be paid with.' }),
  cardStatus: z.enum(['active', 'deleted']),
  binInfo: z.strictObject({
    bin: z.string().length(6),
    brand: z.string(),
    type: z.null(),
    level: z.null(),
    countryCode: z.null(),
    bank: z.null(),
  }),
})

export const cardRecord = (card: CardOnFile): Written<z.output<typeof cardShape>> => ({
  id: card.id,
  customerId: card.shopperId,
  type: card.brand,
  cardNumber: `${card.first6}******${card.last4}`,
  expiryMonth: String(card.expiryMonth).padStart(2, '0'),
  expiryYear: String(card.expiryYear),
  nameOnCard: card.holderName ?? null,
  cardHolderCountry: null,
  cardHolderState: null,
  cardProvider: null,
  hasToken: card.status === 'active',
  cardStatus: card.status,
  binInfo: { bin: card.first6, brand: card.brand, type: null, level: null, countryCode: null, bank: null },
})
