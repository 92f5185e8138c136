import type { PartnerId } from '#core/partners'
import type { AccountId, CardId, HolderId, ProductId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { CardStatus } from './card-states.ts'
import type { Controls } from './controls.ts'
import type { Suspension } from './suspension.ts'

export type Card = {
  id: CardId
  version: number
  holderId: HolderId
  partnerId: PartnerId
  accountId: AccountId
  productId: ProductId
  virtual: boolean
  currency: Currency
  label: string | undefined
  status: CardStatus
  /** Why it is suspended, or will be when it is issued or activated. A usable card has none. */
  suspensions: readonly Suspension[]
  lastFour: string
  /** YYMM: it is valid to the end of this month. */
  expiry: string
  /** The card that this one replaces. */
  replaces: CardId | undefined
  reissueReason: ReissueReason | undefined
  controls: Controls
  /** Wrong PINs since the last right one. */
  pinTries: number
  createdAt: Instant
}

export const reissueReasons = ['lost', 'stolen', 'damaged', 'expired', 'compromised'] as const
export type ReissueReason = (typeof reissueReasons)[number]

/** Another person may have the card, or its number: it is closed before its successor is there. */
export const closesAtOnce = (reason: ReissueReason): boolean => reason !== 'damaged' && reason !== 'expired'

/** Where a physical card goes. */
export type Delivery = {
  /** As it is embossed. */
  nameOnCard: string
  address: {
    recipient: string
    street: string
    street2?: string | undefined
    city: string
    postalCode: string
    state?: string | undefined
    country: string
  }
}

/** The end of the month that lies so many months ahead, as YYMM. */
export function expiryAfter(now: Instant, months: number): string {
  const { year, month } = now.toZonedDateTimeISO('UTC').add({ months })
  return `${String(year % 100).padStart(2, '0')}${String(month).padStart(2, '0')}`
}

export const expiryOf = ({ expiry }: Pick<Card, 'expiry'>) => ({
  expiryMonth: Number(expiry.slice(2)),
  expiryYear: 2000 + Number(expiry.slice(0, 2)),
})

/** Who acts, and from where. */
export type By = { actor: string; fromWhere: string; reason?: string | undefined }
export const byHolder = (holderId: HolderId, ip: string): By => ({ actor: `holder ${holderId}`, fromWhere: ip })
