import type { Bins } from '#acquiring/bins'
import { type Directory, type MerchantId, shortMemory } from '#core/directory'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { regionOf } from './region.ts'
import {
  feeOf,
  fits,
  isValidAt,
  mayFit,
  mostSpecific,
  type Price,
  type PricedPayment,
  type PriceRule,
  type PriceRuleId,
  standardPrice,
} from './rule.ts'
import { rulesFor } from './store.ts'
import { type Month, volumeMonthOf } from './volume-month.ts'

/**
 * What a price was chosen by, beside what the payment says itself: recorded with the payment, since the table of BINs and
 * the country of a site change. Null: it was looked for and is not known.
 */
export type PriceFacts = {
  cardCountry?: string | null
  siteCountry?: string | null
  cardType?: string | null
  /** What the merchant captured in the month before, in minor units of the payment's currency, as text. */
  volume?: string
}

/** The price of a payment: of a rule, or the standard price. */
export type Priced = { price: Price; rule: PriceRule | undefined; facts: PriceFacts | undefined }

/** What is recorded of it with the payment. Without a rule it was the standard price. */
export type AppliedPrice = { ruleId: PriceRuleId | undefined; facts: PriceFacts | undefined }

/** What we charge. Rules are cached for five seconds at the most, and what they look for as well. */
export type Pricing = {
  priceOf(payment: PricedPayment, now: Instant): Promise<Priced>
  /** After a change of this process: the next price is by the rules as they are then. */
  forget(): void
}

export type PricingContext = {
  db: Db
  clock: Clock
  directory: Pick<Directory, 'site' | 'listMerchants'>
  bins: Pick<Bins, 'find'>
  /** What a merchant has captured in a month, by payments. */
  volumeOf(of: { merchantId: MerchantId; currency: Currency; month: Month }): Promise<bigint>
}

export function openPricing({ db, clock, directory, bins, volumeOf }: PricingContext): Pricing {
  const rules = shortMemory((merchantId: MerchantId) => rulesFor(db, merchantId), { clock })
  const cards = shortMemory((first6: string) => bins.find(first6), { clock })
  const volumes = shortMemory(
    (key: string) => {
      const [merchantId, currency, from, to] = key.split(' ') as [string, Currency, string, string]
      const month = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) }
      return volumeOf({ merchantId: Number(merchantId) as MerchantId, currency, month })
    },
    { clock, ms: volumeKeptMs },
  )
  const volume = ({ merchantId, currency }: PricedPayment, { from, to }: Month) =>
    volumes.get(`${merchantId} ${currency} ${from} ${to}`)

  /** Only what one of the rules asks for is looked up. */
  async function factsFor(asking: readonly PriceRule[], payment: PricedPayment, now: Instant): Promise<PriceFacts> {
    const asks = (criterion: 'region' | 'cardType' | 'volumeFromMinor') =>
      asking.some((rule) => rule[criterion] !== undefined)
    const { first6 } = payment.card
    const bin = (asks('region') || asks('cardType')) && /^\d{6}$/.test(first6) ? await cards.get(first6) : {}
    const site = asks('region') ? await directory.site(payment.siteId) : undefined
    const captured = asks('volumeFromMinor') ? await volume(payment, volumeMonthOf(now)) : undefined
    return {
      ...(asks('region') && { cardCountry: bin?.country ?? null, siteCountry: site?.country ?? null }),
      ...(asks('cardType') && { cardType: bin?.type?.toLowerCase() ?? null }),
      ...(captured !== undefined && { volume: String(captured) }),
    }
  }

  return {
    priceOf: async (payment, now) => {
      const all = (await rules.get(payment.merchantId)) ?? []
      const asking = all.filter((rule) => isValidAt(rule, now) && mayFit(rule, payment))
      const facts = asking.length === 0 ? {} : await factsFor(asking, payment, now)
      const rule = mostSpecific(asking.filter((one) => fits(one, circumstancesOf(facts))))
      return { price: rule ?? standardPrice, rule, facts: Object.keys(facts).length === 0 ? undefined : facts }
    },
    forget: () => {
      rules.forget()
      cards.forget()
    },
  }
}
/** The volume of a month that has ended never changes. */
const volumeKeptMs = 3_600_000

const circumstancesOf = ({ cardCountry, siteCountry, cardType, volume }: PriceFacts) => ({
  region: regionOf({ cardCountry: cardCountry ?? undefined, siteCountry: siteCountry ?? undefined }),
  cardType: cardType ?? undefined,
  volumeMinor: volume === undefined ? undefined : BigInt(volume),
})

/** The fee of a captured amount at a price, and what is recorded of it. */
export const charged = (captured: Money, { price, rule, facts }: Priced) => ({
  fee: feeOf(captured, price),
  feeBasisPoints: price.basisPoints,
  price: { ruleId: rule?.id, facts } satisfies AppliedPrice,
})
