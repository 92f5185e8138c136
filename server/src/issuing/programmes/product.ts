import type { SiteId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import type { ProductId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { TopupFee, TopupLimit } from './topup-terms.ts'

/** What the cards of a product have in common; `subscriptionCardId` names it on the wire. */
export type Product = {
  id: ProductId
  partnerId: PartnerId
  name: string
  /** An inactive one issues no new cards; its cards go on. */
  active: boolean
  /** Its card numbers begin so. Two products never share a number. */
  prefix: string
  virtual: boolean
  physical: boolean
  currencies: readonly Currency[]
  /** How long a card is valid: to the end of the month so many months after the one of issue. */
  months: number
  /** Goes into CVV2, and never changes: sources differ, and cards are printed with it. */
  expiryOrder: ExpiryOrder
  /** Of the magnetic stripe. */
  serviceCode: string
  limits: readonly ProductLimit[]
  fees: readonly ProductFee[]
  /** On the day's rate, for purchases in another currency: "2.50". */
  markupPercent: string
  /** The partner's name for how the card looks. */
  design: string | undefined
  /** PEM. Files for the personalisation bureau are encrypted for it; without one a card needs no bureau. */
  bureauKey: string | undefined
  createdAt: Instant
}
export type ExpiryOrder = 'YYMM' | 'MMYY'

export const limitPeriods = ['transaction', 'day', 'week', 'month', 'year'] as const
export type LimitPeriod = (typeof limitPeriods)[number]
/** Not more than the amount in the period, for each card. */
export type ProductLimit = { period: LimitPeriod; currency: Currency; amount: string }

export const feeKinds = ['issueVirtual', 'issuePhysical', 'reissue', 'month', 'withdrawal'] as const
export type FeeKind = (typeof feeKinds)[number]
export type ProductFee = { kind: FeeKind; currency: Currency; amount: string }

/** Not yet checked. */
export type ProductInput = Pick<Product, 'name' | 'prefix' | 'virtual' | 'physical'> & {
  currencies: readonly string[]
  months?: number | undefined
  expiryOrder?: string | undefined
  serviceCode?: string | undefined
} & ProductChanges

/** What may change of a product. Undefined: unchanged; null: none. The numbers and the CVV2 of its cards never change. */
export type ProductChanges = {
  name?: string | undefined
  active?: boolean | undefined
  limits?: readonly UncheckedAmount[] | undefined
  fees?: readonly UncheckedAmount[] | undefined
  markupPercent?: string | undefined
  design?: string | null | undefined
  bureauKey?: string | null | undefined
}
/** `day:EUR:1000.00` */
export type UncheckedAmount = string

/** The settings of a partner's programme. */
export type Settings = {
  /** Origins whose pages may show our page with card data in a frame. */
  frameAncestors: readonly string[]
  /** PEM: the root of the first wallet's certificates. */
  appleRoot: string | undefined
  /** PEM: the public key of the second wallet's token service. */
  googleKey: string | undefined
  /** Where our pages send a customer back to when everything is handed in. */
  returnUrl: string | undefined
  /** How long approvals of customers hold, such as P1Y. Undefined: as long as the operator says for all. */
  kycValid: string | undefined
  /** The site of ours that takes the payments of topups; undefined: there are no fiat topups. */
  topupSite: SiteId | undefined
  /** The page of a topup goes on to the payment by itself; otherwise the customer presses its button. */
  topupRedirects: boolean
  /** Where they say nothing, the usual limits hold. */
  topupLimits: readonly TopupLimit[]
  topupFees: readonly TopupFee[]
}
export type SettingsChanges = {
  frameAncestors?: readonly string[] | undefined
  appleRoot?: string | null | undefined
  googleKey?: string | null | undefined
  returnUrl?: string | null | undefined
  kycValid?: string | null | undefined
  topupSite?: SiteId | null | undefined
  topupRedirects?: boolean | undefined
  /** `approved:day:EUR:1000.00` */
  topupLimits?: readonly string[] | undefined
  /** `fiat:EUR:1.50:0.25` */
  topupFees?: readonly string[] | undefined
}
