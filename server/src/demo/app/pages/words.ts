import type { Instant } from '#kernel/base/clock.ts'
import type { Message, Topup, Transaction } from '../shapes.ts'

/** What the app calls amounts, moments and statuses. */

const signs: Readonly<Record<string, string>> = { EUR: '€', USD: 'US$', GBP: '£' }

/** A decimal text as people write it: €1,284.40; CHF 12.00. */
export function amountText(decimal: string, currency: string): string {
  const isNegative = decimal.startsWith('-')
  const [whole = '', part] = decimal.replace('-', '').split('.')
  const digits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',') + (part === undefined ? '' : `.${part}`)
  return `${isNegative ? '−' : ''}${signs[currency] ?? `${currency} `}${digits}`
}

export const isNothing = (decimal: string): boolean => /^-?0*(?:\.0*)?$/.test(decimal)
export const isNegative = (decimal: string): boolean => decimal.startsWith('-') && !isNothing(decimal)

const instant = (text: string): Instant => Temporal.Instant.from(text)

export const timeText = (moment: string): string =>
  instant(moment).toLocaleString('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' })

export const momentText = (moment: string): string =>
  instant(moment).toLocaleString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })

/** Today, yesterday, or the date; in UTC, as everything of the app. */
export function dayText(moment: string, now: Instant): string {
  const day = dateOf(instant(moment))
  const ago = day.until(dateOf(now)).days
  if (ago === 0) return 'Today'
  if (ago === 1) return 'Yesterday'
  return day.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
}
const dateOf = (at: Instant): Temporal.PlainDate => at.toZonedDateTimeISO('UTC').toPlainDate()

export const secondsUntil = (moment: string, now: Instant): number =>
  Math.max(0, Math.floor((instant(moment).epochMilliseconds - now.epochMilliseconds) / 1000))

export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** What a rule of the decision means for the person who was at the shop. */
const declines: Readonly<Record<string, string>> = {
  card: 'your card is frozen or closed',
  expiry: 'the expiry date was wrong',
  cvv2: 'the security code was wrong',
  pin: 'the PIN was wrong',
  threeDs: 'it was not approved in the app',
  amount: 'the amount cannot be paid by card',
  currency: 'the currency cannot be converted now',
  channel: 'this kind of payment is switched off',
  category: 'this kind of shop is switched off',
  country: 'payments in this country are switched off',
  productLimits: 'it is above the limit of your card',
  cardLimits: 'it is above the limit that you have set',
  velocity: 'there were too many payments in a short time',
  balance: 'there was not enough money',
}

export type Tone = 'good' | 'bad' | 'wait' | 'quiet'
export type Status = { text: string; tone: Tone }

export function statusOf({ status, type, amounts, currency, declineReason }: Transaction): Status {
  switch (status) {
    case 'challenged':
      return { text: 'Waits for your approval', tone: 'wait' }
    case 'pending':
      return { text: 'Approved, not booked yet', tone: 'quiet' }
    case 'declined':
      return { text: `Declined: ${declines[declineReason ?? 'threeDs'] ?? 'a rule of the bank'}`, tone: 'bad' }
    case 'reversed':
      return { text: 'Cancelled by the shop', tone: 'quiet' }
    case 'expired':
      return { text: 'Lapsed: nothing was paid', tone: 'quiet' }
    case 'settled':
      if (type === 'refund') return { text: 'Refunded', tone: 'good' }
      return isNothing(amounts.refunded)
        ? { text: 'Paid', tone: 'good' }
        : { text: `Paid, ${amountText(amounts.refunded, currency)} refunded`, tone: 'good' }
    default:
      return { text: status, tone: 'quiet' }
  }
}

export function topupStatusOf({ status, type, failureReason }: Topup): Status {
  switch (status) {
    case 'completed':
      return { text: 'On your account', tone: 'good' }
    case 'failed':
      return { text: failureReason ? `Declined: ${failureReason.replaceAll('_', ' ')}` : 'Declined', tone: 'bad' }
    case 'created':
      return { text: type === 'crypto' ? 'Waits for your coins' : 'Waits for your payment to arrive', tone: 'wait' }
    case 'pending':
      return { text: 'On its way', tone: 'wait' }
    case 'expired':
      return { text: 'Not paid in time', tone: 'quiet' }
    default:
      return { text: status, tone: 'quiet' }
  }
}

const kinds: Readonly<Record<string, string>> = {
  authorization: 'The shop asked for it',
  advice: 'The network decided for the bank',
  reversal: 'The shop cancelled',
  clearing: 'Booked',
  refund: 'Refunded',
  clock: 'Released',
}

/** One step of a payment, in the order in which they came. */
export function stepText({ kind, status }: Message, { isFirst }: { isFirst: boolean }): string {
  if (kind !== 'challenge') return kinds[kind] ?? kind
  if (status === 'challenged') return 'You were asked to approve it'
  if (isFirst) return 'It was refused without asking you'
  return status === 'expired' ? 'You did not answer in time' : 'You declined it'
}
