import { z } from 'zod'
import type { Written } from '#acquiring/api'
import { creationOf, creationShape, idShape, momentShape, momentText, tagShape } from '#acquiring/api'
import type { BinFacts } from '#acquiring/bins'
import type { Instant } from '#kernel/base/clock.ts'
import type { CardOnFile, Shopper } from './shopper.ts'

/** The customer and card records of wire facts 3.2 to 3.4. What is not known is left out (wire fact 12, row 14). */
const customer = {
  id: idShape,
  siteId: idShape,
  identifier: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  country: z.string().length(2).optional(),
  state: z.string().optional(),
  city: z.string().optional(),
  zipCode: z.string().optional(),
  address: z.string().optional(),
  phone: z.string().optional(),
  email: z.string().optional(),
  isWhitelisted: z.union([z.literal(0), z.literal(1)]),
  isWhitelistedUntil: momentShape.optional(),
  ...creationShape,
}
/** As it is in a transaction's record. */
export const customerDataShape = z.strictObject(customer)
export const customerShape = z.strictObject({ ...customer, tags: z.array(tagShape) })

export const customerDataRecord = (shopper: Shopper): Written<z.output<typeof customerDataShape>> => ({
  id: shopper.id,
  siteId: shopper.siteId,
  identifier: shopper.identifier,
  firstName: shopper.firstName,
  lastName: shopper.lastName,
  country: shopper.country,
  state: shopper.state,
  city: shopper.city,
  zipCode: shopper.zipCode,
  address: shopper.address,
  phone: shopper.phone,
  email: shopper.email,
  isWhitelisted: shopper.whitelisted ? 1 : 0,
  isWhitelistedUntil: shopper.whitelistedUntil ? momentText(shopper.whitelistedUntil) : undefined,
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
  nameOnCard: z.string().optional(),
  cardHolderCountry: z.string().optional(),
  cardHolderState: z.string().optional(),
  cardDescriptor: z.string().optional(),
  hasToken: z.boolean().meta({ description: 'Whether it can be paid with.' }),
  cardStatus: z.enum(['active', 'deleted']),
  binInfo: z
    .strictObject({
      bin: z.string().length(6),
      brand: z.string(),
      type: z.string().optional(),
      level: z.string().optional(),
      countryCode: z.string().length(2).optional(),
      bank: z.string().optional(),
    })
    .meta({ description: 'What the table of the operator says of all cards with these first six digits.' }),
})

export const cardRecord = (card: CardOnFile, bin: BinFacts): Written<z.output<typeof cardShape>> => ({
  id: card.id,
  customerId: card.shopperId,
  type: card.brand,
  cardNumber: `${card.first6}******${card.last4}`,
  expiryMonth: String(card.expiryMonth).padStart(2, '0'),
  expiryYear: String(card.expiryYear),
  nameOnCard: card.holderName,
  cardHolderCountry: card.facts?.country,
  cardHolderState: card.facts?.state,
  cardDescriptor: card.facts?.descriptor,
  hasToken: card.status === 'active',
  cardStatus: card.status,
  binInfo: {
    bin: card.first6,
    brand: bin.brand ?? card.brand,
    type: bin.type,
    level: bin.level,
    countryCode: bin.country,
    bank: bin.bank,
  },
})
