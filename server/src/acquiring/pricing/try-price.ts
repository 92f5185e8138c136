import type { Site } from '#core/directory'
import { brandOf } from '#core/pages'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { Priced, Pricing } from './open-pricing.ts'
import { refuse } from './refusals.ts'
import { feeOf } from './rule.ts'

export type TryInput = {
  site: Pick<Site, 'id' | 'merchantId'>
  amount: Money
  /** The first six digits of the card, or more. */
  bin?: string | undefined
  /** Known by the digits; without both, a Visa card. */
  brand?: string | undefined
  /** Now, when left out; a later moment shows prices to come. */
  at?: Instant | undefined
}

export type Tried = Priced & { siteId: Site['id']; brand: string; amount: Money; fee: Money }

/** What a payment of this card and amount would cost. Nothing is charged or recorded. */
export async function tryPrice(
  { pricing, clock }: { pricing: Pick<Pricing, 'priceOf'>; clock: Clock },
  { site, amount, bin, brand: named, at }: TryInput,
): Promise<Tried> {
  if (bin !== undefined && !/^\d{6,11}$/.test(bin))
    throw refuse('invalid_price_rule', { field: 'bin', why: 'The BIN is the first 6 to 11 digits of a card number.' })
  const brand = named ?? brandOf(bin ?? '') ?? 'visa'
  const { id: siteId, merchantId } = site
  const card = { brand, first6: bin?.slice(0, 6) ?? '' }
  const priced = await pricing.priceOf({ siteId, merchantId, currency: amount.currency, card }, at ?? clock.now())
  return { ...priced, siteId, brand, amount, fee: feeOf(amount, priced.price) }
}
