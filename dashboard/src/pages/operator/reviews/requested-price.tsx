import type { Reply } from '../../../api/client.ts'
import { useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Time } from '../../../parts/time.tsx'
import { Facts } from '../../../ui/facts.tsx'
import type { Fields } from '../../common/audit/changes.tsx'
import { MerchantLink, SiteName } from '../names.tsx'
import { requestedTexts } from './requested-texts.ts'

/** What it is and what it becomes; one of them where both are the same. */
export const changed = (before: unknown, after: unknown): string =>
  before === after ? String(after) : `${before} → ${after}`

/** A price for whom and for which payments, with what these cost without it. */
export function PriceAsked({ of }: { approval: Reply<'getApproval'>; of: Fields }) {
  const t = useTexts(requestedTexts)
  const price = usePrice(of.currency)
  const { merchantId, siteId, validFrom, before } = of
  return (
    <Facts
      of={[
        [t.forWhom, forWhom({ siteId, merchantId }) ?? t.allMerchants],
        [t.which, useWhich(of)],
        [t.price, before === undefined ? price(of) : changed(price(before as Fields), price(of))],
        [t.from, validFrom !== undefined && (validFrom === 'at once' ? t.atOnce : <Time at={String(validFrom)} />)],
      ]}
    />
  )
}

function forWhom({ siteId, merchantId }: { siteId: unknown; merchantId: unknown }) {
  if (siteId !== undefined) return <SiteName id={String(siteId)} />
  return merchantId === undefined ? undefined : <MerchantLink id={String(merchantId)} />
}

function useWhich({ brand, cardType, region, currency, volumeFromMinor }: Fields): string {
  const t = useTexts(requestedTexts)
  const amount = useMinor()
  const criteria = [
    brand,
    cardType,
    region === undefined ? undefined : t.regions[region as keyof typeof t.regions],
    currency,
    volumeFromMinor === undefined ? undefined : `${t.volume} ${amount(volumeFromMinor)}`,
  ]
  return criteria.filter((one) => one !== undefined).join(', ') || t.allPayments
}

/** `1.40 % + 0.25`: the parts that are amounts are in the currency of each payment. */
function usePrice(currency: unknown): (price: Fields) => string {
  const t = useTexts(requestedTexts)
  const amount = useMinor()
  const { language } = useLanguage()
  const percent = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 2 })
  const unit = currency === undefined ? '' : ` ${currency}`
  return ({ basisPoints, fixedMinor, minimumMinor }) => {
    const least =
      minimumMinor === undefined || minimumMinor === '0' ? '' : `, ${t.minimum} ${amount(minimumMinor)}${unit}`
    return `${percent.format(Number(basisPoints) / 10_000)} + ${amount(fixedMinor)}${unit}${least}`
  }
}

/** Minor units of two decimals, whatever the currency, as rules of prices have them. */
function useMinor(): (minor: unknown) => string {
  const { language } = useLanguage()
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2 })
  return (minor) => {
    const digits = String(minor).padStart(3, '0')
    return format.format(`${digits.slice(0, -2)}.${digits.slice(-2)}` as Intl.StringNumericLiteral)
  }
}
