import type { Channel, Purpose } from '#connectors/network/message.ts'
import type { Card, Controls } from '#issuing/cards'
import type { Product } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, type Money, money, parseMoney } from '#kernel/base/money.ts'
import { affordablePart, type Billed, isBilledAsNothing } from './billed.ts'
import { cardTakes } from './card-cells.ts'
import { type Reason, reasonOf, type wordsOf } from './reasons.ts'
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
  /** Wrong codes and dates that were typed before: neither is compared. */
  tooManyWrong?: boolean
  /** In the merchant's currency. */
  amount: Money
  /** In the card's currency; undefined: there is no rate. */
  billed: Billed | undefined
  /** The merchant takes a part of the amount as well. */
  partialAllowed: boolean
  card: Pick<Card, 'status' | 'suspensions' | 'expiry' | 'currency' | 'controls' | 'replaces'> & {
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

type Outcome = 'passed' | 'notApplicable' | { result?: 'passed'; code?: string; reason: Reason }
const passed = 'passed'
const notApplicable = 'notApplicable'
const failed = (code: string, reason: Reason): Outcome => ({ code, reason })

/** Codes are those of field 39 (ISO 8583, issuing standards 1.7). */
const rules: { readonly [Rule in RuleName]: (question: Question) => Outcome } = {
  reversal: (q) => (q.isReversed ? failed('05', reasonOf('reversed_before')) : passed),
  card: (q) => cardRule(q),
  expiry: (q) => expiryRule(q),
  cvv2: ({ cvv2 }) =>
    cvv2 === 'noMatch' ? failed('82', reasonOf('security_code_wrong')) : cvv2 === 'match' ? passed : notApplicable,
  pin: (q) => pinRule(q),
  threeDs: ({ threeDs }) =>
    ({
      authenticated: passed as Outcome,
      absent: notApplicable as Outcome,
      failed: failed('59', reasonOf('not_authenticated')),
      unknown: failed('63', reasonOf('authentication_unknown')),
    })[threeDs],
  amount: (q) => amountRule(q),
  currency: (q) => currencyRule(q),
  channel: ({ card, channel }) =>
    card.controls.channels?.[channel] === false ? failed('57', reasonOf('channel_closed', { channel })) : passed,
  category: ({ card, merchant }) =>
    codeRule(card.controls.merchantCategories, merchant.category, (category) =>
      reasonOf('category_not_allowed', { category }),
    ),
  country: ({ card, merchant }) =>
    codeRule(card.controls.countries, merchant.country, (country) => reasonOf('country_not_allowed', { country })),
  productLimits: (q) => limitRule(q, q.product.limits, 'product'),
  cardLimits: (q) => limitRule(q, q.card.controls.limits ?? [], 'card'),
  velocity: (q) => velocityRule(q),
  balance: (q) => balanceRule(q),
}

function amountRule({ purpose, amount, billed }: Question): Outcome {
  if (!isSpending(purpose) && purpose !== 'refund') return notApplicable
  if (amount.minor === 0n) return failed('13', reasonOf('amount_zero'))
  return isBilledAsNothing(amount, billed) ? failed('13', reasonOf('billing_zero')) : passed
}

function balanceRule(q: Question): Outcome {
  const { purpose, billed, spendable, card } = q
  if (!isSpending(purpose) || !billed) return notApplicable
  if (billed.minor <= spendable) return passed
  const text = (minor: bigint) => formatMoney(money(minor, card.currency))
  const compared = { asked: text(billed.minor), spendable: text(spendable), currency: card.currency }
  const part = partOfBalance(q)
  return part
    ? { result: 'passed', reason: reasonOf('balance_pays_part', { ...compared, part: text(part.billed.minor) }) }
    : failed('51', reasonOf('balance_too_low', compared))
}

function currencyRule({ billed, amount, card }: Question): Outcome {
  const pair = { from: amount.currency, to: card.currency }
  if (!billed) return failed('12', reasonOf('no_rate', pair))
  if (!billed.conversion) return passed
  const { rate, asOf, markup } = billed.conversion
  const ours = formatMoney(money(markup, card.currency))
  return {
    result: 'passed',
    reason: reasonOf('converted', { ...pair, rate: `${rate}`, asOf: `${asOf}`, markup: ours }),
  }
}

function cardRule({ card, purpose, recurring, originalCredit = false }: Question): Outcome {
  const reason = reasonOf('card_status', { status: card.status })
  // What a merchant charges again and again goes on while the next card is on its way to the holder, unless that is suspended.
  const status = recurring && card.suspensions.length > 0 && card.status !== 'closed' ? 'suspended' : card.status
  if (cardTakes({ purpose, recurring, originalCredit, card: { ...card, status } })) return passed
  switch (status) {
    case 'closed':
      return failed(codeOfClosed[card.replacedFor ?? ''] ?? '46', reason)
    case 'suspended':
      return failed(codeOfSuspended(card), reason)
    case 'frozen':
      return failed('57', reason)
    case 'pending':
    case 'readyToBeActivated':
      return failed('78', reason)
    case 'active':
      return passed
  }
}
const codeOfSuspended = ({ suspensions }: Question['card']): string =>
  suspensions.every((one) => one === 'pin') ? '75' : '62'
const codeOfClosed: Readonly<Record<string, string>> = { lost: '41', stolen: '43', compromised: '43' }

function expiryRule({ now, card, expiry, recurring, tooManyWrong }: Question): Outcome {
  const { year, month } = dayOf(now)
  const [years, months] = [2000 + Number(card.expiry.slice(0, 2)), Number(card.expiry.slice(2))]
  if (years < year || (years === year && months < month)) return failed('54', reasonOf('card_expired'))
  if (tooManyWrong) return failed('59', reasonOf('too_many_wrong'))
  // A merchant that charges again and again may still have the date of the card before.
  if (expiry === undefined || recurring) return passed
  return expiry === card.expiry ? passed : failed('54', reasonOf('expiry_mismatch'))
}

function pinRule({ pin, channel, purpose, card }: Question): Outcome {
  if (pin === 'notSent')
    return channel === 'atm' && (purpose === 'cash' || purpose === 'balance')
      ? failed('55', reasonOf('pin_missing'))
      : notApplicable
  if (card.isPinBlocked) return failed('75', reasonOf('pin_blocked'))
  if (pin === 'noMatch') return failed('55', reasonOf('pin_wrong'))
  if (pin === 'notSet') return failed('86', reasonOf('pin_not_set'))
  return pin === 'unreadable' ? failed('86', reasonOf('pin_unreadable')) : passed
}

type NotAllowed = (code: string) => Reason

function codeRule(rule: Controls['countries'], code: string | undefined, notAllowed: NotAllowed): Outcome {
  if (!rule) return notApplicable
  const isNamed = code !== undefined && rule.codes.includes(code)
  if (isNamed === (rule.mode === 'allow')) return passed
  return failed('57', notAllowed(code ?? 'unknown'))
}

type Limit = { period: keyof typeof wordsOf.period; amount: string; currency?: string }

/** The first limit that is exceeded; those in another currency are about other cards. */
function limitRule(
  { purpose, billed, sums, card: { currency } }: Question,
  limits: readonly Limit[],
  owner: keyof typeof wordsOf.owner,
): Outcome {
  const own = limits.filter((limit) => limit.currency === undefined || limit.currency === currency)
  if (!isSpending(purpose) || !billed || own.length === 0) return notApplicable
  for (const { period, amount } of own) {
    const most = parseMoney(amount, currency)
    const spent = period === 'transaction' ? 0n : sums[period]
    if (!most || spent + billed.minor <= most.minor) continue
    const text = (minor: bigint) => formatMoney(money(minor, currency))
    const compared = { asked: text(billed.minor), most: text(most.minor), currency, period, owner }
    return failed(
      '61',
      spent === 0n
        ? reasonOf('limit_exceeded', compared)
        : reasonOf('limit_exceeded_after', { ...compared, spent: text(spent) }),
    )
  }
  return passed
}

function velocityRule({ purpose, velocity, sums, now }: Question): Outcome {
  if (!velocity || !isSpending(purpose)) return notApplicable
  const since = now.subtract(velocity.per)
  const count = sums.recent.filter((at) => Temporal.Instant.compare(at, since) > 0).length
  return count < velocity.most
    ? passed
    : failed('65', reasonOf('too_many_payments', { count: `${count}`, per: `${velocity.per}` }))
}
