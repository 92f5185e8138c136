import { isMerchantCurrency } from '#acquiring/ids'
import type { Directory, MerchantId, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { refuse } from './refusals.ts'
import { type Region, regions } from './region.ts'
import type { Criteria, Price } from './rule.ts'

/** What an operator says of a rule, not yet checked. Without `validFrom` it is valid at once. */
export type RuleInput = {
  merchantId?: number | undefined
  siteId?: number | undefined
  brand?: string | undefined
  region?: string | undefined
  cardType?: string | undefined
  currency?: string | undefined
  volumeFromMinor?: bigint | undefined
  basisPoints: number
  fixedMinor: bigint
  minimumMinor?: bigint | undefined
  validFrom?: Instant | undefined
}

export type NewRule = Criteria & Price & { validFrom: Instant }

/** Checks a rule, field by field. */
export async function readRule(
  { directory }: { directory: Pick<Directory, 'site' | 'listMerchants'> },
  now: Instant,
  input: RuleInput,
): Promise<NewRule> {
  return { ...(await scopeOf(directory, input)), ...criteriaOf(input), ...priceOf(input), ...validityOf(now, input) }
}

const wrong = (field: string, why: string) => refuse('invalid_price_rule', { field, why })

async function scopeOf(
  directory: Pick<Directory, 'site' | 'listMerchants'>,
  { merchantId, siteId }: RuleInput,
): Promise<Pick<Criteria, 'merchantId' | 'siteId'>> {
  if (siteId !== undefined) {
    const site = await directory.site(siteId as SiteId)
    if (!site) throw wrong('siteId', 'There is no site with this number.')
    if (merchantId !== undefined && merchantId !== site.merchantId)
      throw wrong('siteId', `This site is of merchant ${site.merchantId}.`)
    return { merchantId: site.merchantId, siteId: site.id }
  }
  if (merchantId === undefined) return { merchantId, siteId }
  const [found] = await directory.listMerchants({ after: (merchantId - 1) as MerchantId, limit: 1 })
  if (found?.id !== merchantId) throw wrong('merchantId', 'There is no merchant with this number.')
  return { merchantId: found.id, siteId }
}

function criteriaOf(input: RuleInput): Omit<Criteria, 'merchantId' | 'siteId'> {
  const { brand, cardType, currency, volumeFromMinor } = input
  if (brand !== undefined && !/^[a-z]{2,20}$/.test(brand))
    throw wrong('brand', 'The brand is a word in small letters, such as visa or mastercard.')
  if (cardType !== undefined && !/^[a-z]{2,20}$/.test(cardType))
    throw wrong('cardType', 'The card type is a word in small letters, such as credit, debit or prepaid.')
  if (currency !== undefined && !isMerchantCurrency(currency))
    throw wrong('currency', 'This currency is not known here.')
  if (volumeFromMinor !== undefined && (volumeFromMinor < 1n || volumeFromMinor > amountMax))
    throw wrong('volumeFrom', 'The volume is an amount above zero.')
  if (volumeFromMinor !== undefined && currency === undefined)
    throw wrong('currency', 'A price by volume names the currency in which the volume is counted.')
  return { brand, region: readRegion(input.region), cardType, currency, volumeFromMinor }
}

function readRegion(unchecked: string | undefined): Region | undefined {
  const region = regions.find((known) => known === unchecked)
  if (unchecked !== undefined && region === undefined)
    throw wrong('region', `The region of a card is one of ${regions.join(', ')}.`)
  return region
}

function priceOf({ basisPoints, fixedMinor, minimumMinor = 0n }: RuleInput): Price {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 10_000)
    throw wrong('basisPoints', 'The percentage is 0 to 10000 basis points: 140 are 1.4%.')
  for (const [field, minor] of [
    ['fixed', fixedMinor],
    ['minimum', minimumMinor],
  ] as const)
    if (minor < 0n || minor > feePartMax) throw wrong(field, 'This part of a fee is an amount from 0.00 to 1000.00.')
  return { basisPoints, fixedMinor, minimumMinor }
}
const feePartMax = 100_000n
const amountMax = 9_000_000_000_000_000n

function validityOf(now: Instant, { validFrom = now }: RuleInput): Pick<NewRule, 'validFrom'> {
  if (Temporal.Instant.compare(validFrom, now) < 0)
    throw wrong('validFrom', `A price is valid from now on or later, not from ${validFrom}: fees are never changed.`)
  if (Temporal.Instant.compare(validFrom, now.add({ hours: 24 * daysAheadMax })) > 0)
    throw wrong('validFrom', `A price is set at most ${daysAheadMax} days ahead.`)
  return { validFrom }
}
const daysAheadMax = 731
