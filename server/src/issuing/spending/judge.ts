import type { Channel, Purpose } from '#connectors/network/message.ts'
import type { Card, Controls } from '#issuing/cards'
import type { Product } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, type Money, money, parseMoney } from '#kernel/base/money.ts'
import { affordablePart, type Billed } from './billed.ts'
import { type CardSums, dayOf } from './sums.ts'
import { isSpending } from './transaction.ts'
import { type RuleName, ruleNames, type Verdict } from './verdict.ts'

/** Not more approvals of a card than these in a time. */
export type Velocity = { most: number; per: Temporal.Duration }

/** Everything that a decision rests on. */
export type Question = {
  now: Instant
  purpose: Purpose
  channel: Channel
  recurring: boolean
  originalCredit?: boolean | undefined
  merchant: { category: string; country?: string | undefined }
  /** YYMM, as the sender knows it. */
  expiry: string | undefined
  /** In the merchant's currency. */
  amount: Money
  /** In the card's currency; undefined: there is no rate. */
  billed: Billed | undefined
  /** The merchant takes a part of the amount as well. */
  partialAllowed: boolean
  card: Pick<Card, 'status' | 'expiry' | 'currency' | 'controls' | 'replaces'> & {
    /** Why it was replaced, if it was. */
    replacedFor: string | undefined
    isPinBlocked: boolean
  }
  product: Pick<Product, 'limits'>
  cvv2: 'match' | 'noMatch' | 'notSent'
  pin: 'match' | 'noMatch' | 'notSent' | 'notSet' | 'unreadable'
  threeDs: 'authenticated' | 'failed' | 'unknown' | 'absent'
  sums: CardSums
  /** What is left to spend on the account. */
  spendable: bigint
  velocity: Velocity | undefined
  /** Its reversal was here before it. */
  isReversed: boolean
}

export type Judgement = {
  isApproved: boolean
  code: string
  verdicts: readonly Verdict[]
  /** The amount, or the part of it, that is approved if it is. */
  approved: { amount: Money; billed: Billed | undefined }
}

/** Asks every rule, also behind one that fails. The first that fails decides. */
export function judge(question: Question): Judgement {
  const verdicts = ruleNames.map((rule): Verdict => {
    const outcome = rules[rule](question)
    return typeof outcome === 'string' ? { rule, result: outcome } : { rule, result: 'failed', ...outcome }
  })
  const failed = verdicts.find(({ result }) => result === 'failed')
  const part = partOfBalance(question)
  return {
    isApproved: !failed,
    code: failed?.code ?? (part ? '10' : approvalOf(question)),
    verdicts,
    approved: part ?? { amount: question.amount, billed: question.billed },
  }
}

/** 85: no reason to decline (a verification moves no money). */
const approvalOf = ({ purpose }: Question): string => (purpose === 'verification' ? '85' : '00')

/** What the account can pay of a purchase that it cannot pay whole, when the merchant takes a part. */
function partOfBalance({ purpose, partialAllowed, amount, billed, spendable }: Question) {
  if (!partialAllowed || purpose !== 'purchase' || !billed || billed.minor <= spendable) return undefined
  return affordablePart(amount, billed, spendable)
}

type Outcome = 'passed' | 'notApplicable' | { result?: 'passed'; code?: string; because: string }
const passed = 'passed'
const notApplicable = 'notApplicable'
const failed = (code: string, because: string): Outcome => ({ code, because })

/** Codes are those of field 39 (ISO 8583, issuing standards 1.7). */
const rules: { readonly [Rule in RuleName]: (question: Question) => Outcome } = {
  reversal: (q) => (q.isReversed ? failed('05', 'it was reversed before it came') : passed),
  card: (q) => cardRule(q),
  expiry: (q) => expiryRule(q),
  cvv2: ({ cvv2 }) =>
    cvv2 === 'noMatch' ? failed('82', 'the security code is wrong') : cvv2 === 'match' ? passed : notApplicable,
  pin: (q) => pinRule(q),
  threeDs: ({ threeDs }) =>
    ({
      authenticated: passed as Outcome,
      absent: notApplicable as Outcome,
      failed: failed('59', 'the holder was not authenticated'),
      unknown: failed('63', 'the proof of the authentication is not ours, or of another payment'),
    })[threeDs],
  amount: ({ purpose, amount }) =>
    !isSpending(purpose) && purpose !== 'refund'
      ? notApplicable
      : amount.minor > 0n
        ? passed
        : failed('13', 'the amount is zero'),
  currency: (q) => currencyRule(q),
  channel: ({ card, channel }) =>
    card.controls.channels?.[channel] === false ? failed('57', `the holder has closed the channel ${channel}`) : passed,
  category: ({ card, merchant }) => codeRule(card.controls.merchantCategories, merchant.category, 'category'),
  country: ({ card, merchant }) => codeRule(card.controls.countries, merchant.country, 'country'),
  productLimits: (q) => limitRule(q, q.product.limits, 'of the card product'),
  cardLimits: (q) => limitRule(q, q.card.controls.limits ?? [], 'that the holder has set'),
  velocity: (q) => velocityRule(q),
  balance: (q) => balanceRule(q),
}

function balanceRule(q: Question): Outcome {
  const { purpose, billed, spendable, card } = q
  if (!isSpending(purpose) || !billed) return notApplicable
  if (billed.minor <= spendable) return passed
  const text = (minor: bigint) => formatMoney(money(minor, card.currency))
  const because = `${text(billed.minor)} ${card.currency} is asked for, and ${text(spendable)} ${card.currency} can be spent`
  const part = partOfBalance(q)
  return part
    ? { result: 'passed', because: `${because}: ${text(part.billed.minor)} ${card.currency} of it is approved` }
    : failed('51', because)
}

function currencyRule({ billed, amount, card }: Question): Outcome {
  const pair = `from ${amount.currency} to ${card.currency}`
  if (!billed) return failed('12', `there is no rate ${pair} that is fresh enough`)
  if (!billed.conversion) return passed
  const { rate, asOf, markup } = billed.conversion
  const ours = `${formatMoney(money(markup, card.currency))} ${card.currency} of markup`
  return { result: 'passed', because: `converted ${pair} at ${rate} of ${asOf}, with ${ours}` }
}

function cardRule({ card, purpose, recurring, originalCredit = false }: Question): Outcome {
  const because = `the card is ${card.status}`
  // Money may come back to a card that its holder has stopped; money that never left does not.
  const isReturned = purpose === 'refund' && !originalCredit
  if (card.status === 'active' || (isReturned && card.status !== 'closed')) return passed
  switch (card.status) {
    case 'closed':
      return failed(codeOfClosed[card.replacedFor ?? ''] ?? '46', because)
    case 'suspended':
      return failed(card.isPinBlocked ? '75' : '62', because)
    case 'frozen':
      return failed('57', because)
    case 'pending':
    case 'readyToBeActivated':
      // What a merchant charges again and again goes on while the next card is on its way to the holder.
      return recurring && card.replaces !== undefined ? passed : failed('78', because)
  }
}
const codeOfClosed: Readonly<Record<string, string>> = { lost: '41', stolen: '43', compromised: '43' }

function expiryRule({ now, card, expiry, recurring }: Question): Outcome {
  const { year, month } = dayOf(now)
  const [years, months] = [2000 + Number(card.expiry.slice(0, 2)), Number(card.expiry.slice(2))]
  if (years < year || (years === year && months < month)) return failed('54', 'the card has expired')
  // A merchant that charges again and again may still have the date of the card before.
  if (expiry === undefined || recurring) return passed
  return expiry === card.expiry ? passed : failed('54', 'the expiry date is not that of the card')
}

function pinRule({ pin, channel, purpose, card }: Question): Outcome {
  if (pin === 'notSent')
    return channel === 'atm' && (purpose === 'cash' || purpose === 'balance')
      ? failed('55', 'a cash machine must ask for the PIN')
      : notApplicable
  if (card.isPinBlocked) return failed('75', 'the PIN is blocked')
  if (pin === 'noMatch') return failed('55', 'the PIN is wrong')
  if (pin === 'notSet') return failed('86', 'the card has no PIN')
  return pin === 'unreadable' ? failed('86', 'the PIN block cannot be read') : passed
}

function codeRule(rule: Controls['countries'], code: string | undefined, what: string): Outcome {
  if (!rule) return notApplicable
  const isNamed = code !== undefined && rule.codes.includes(code)
  if (isNamed === (rule.mode === 'allow')) return passed
  return failed('57', `the holder does not allow the ${what} ${code ?? 'unknown'}`)
}

const periodWords = {
  transaction: 'for each payment',
  day: 'for each day',
  week: 'for each week',
  month: 'for each month',
  year: 'for each year',
  total: 'for all payments',
} as const satisfies Record<Limit['period'], string>

type Limit = { period: 'transaction' | 'day' | 'week' | 'month' | 'year' | 'total'; amount: string; currency?: string }

/** The first limit that is exceeded; those in another currency are about other cards. */
function limitRule({ purpose, billed, sums, card }: Question, limits: readonly Limit[], whose: string): Outcome {
  const own = limits.filter(({ currency }) => currency === undefined || currency === card.currency)
  if (!isSpending(purpose) || !billed || own.length === 0) return notApplicable
  for (const { period, amount } of own) {
    const most = parseMoney(amount, card.currency)
    const spent = period === 'transaction' ? 0n : sums[period]
    if (!most || spent + billed.minor <= most.minor) continue
    const text = (minor: bigint) => `${formatMoney(money(minor, card.currency))} ${card.currency}`
    const asked = spent === 0n ? `${text(billed.minor)} exceeds` : `${text(billed.minor)} after ${text(spent)} exceeds`
    return failed('61', `${asked} the limit of ${text(most.minor)} ${periodWords[period]} ${whose}`)
  }
  return passed
}

function velocityRule({ purpose, velocity, sums, now }: Question): Outcome {
  if (!velocity || !isSpending(purpose)) return notApplicable
  const since = now.subtract(velocity.per)
  const count = sums.recent.filter((at) => Temporal.Instant.compare(at, since) > 0).length
  return count < velocity.most ? passed : failed('65', `${count} payments within ${velocity.per}`)
}
