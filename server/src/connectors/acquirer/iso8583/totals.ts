import { type IsoMessage, textOf } from '#connectors/iso8583/iso-message.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { DayTotals } from '../processor.ts'
import type { Profile } from './profile.ts'
import type { MessageLayout } from './profile-messages.ts'
import { type Codes, isLater, meaningOf, type ResponseRules } from './response-codes.ts'
import type { MessageKind, MessageStatus } from './story.ts'
import type { Values } from './template.ts'
import { type Tries, verdictOf } from './tries.ts'

/** As fields 74 to 77, 81, 86 to 89 and 97 have them; debits are what cards were charged, credits what they got. */
export const figureNames = [
  'debitCount',
  'debitAmount',
  'debitReversalCount',
  'debitReversalAmount',
  'creditCount',
  'creditAmount',
  'creditReversalCount',
  'creditReversalAmount',
  'authorizationCount',
  'netAmount',
] as const
export type FigureName = (typeof figureNames)[number]
/** Counts, and minor units. The net amount is above zero when the acquirer owes us. */
export type Figures = Readonly<Record<FigureName, bigint>>

/** Messages of a day that are alike, added up; `original`: what a reversal has undone. */
export type Counted = {
  kind: MessageKind
  status: MessageStatus
  code: string | null
  currency: Currency
  original: Pick<Counted, 'kind' | 'status' | 'code'> | undefined
  count: bigint
  minor: bigint
}

/**
 * What the host has confirmed in a day, in a currency. An authorization moves no money before its completion, so its reversal
 * is not counted either; nor is a payment in one message that was never answered, with its reversal.
 */
export function figuresOf(counted: readonly Counted[], codes: Codes): Figures {
  const isApproved = ({ code }: Pick<Counted, 'code'>) => code !== null && meaningOf(code, codes) === 'approved'
  const isDebit = (one: Pick<Counted, 'kind' | 'status' | 'code'>) =>
    one.kind === 'completion' ? one.status === 'answered' : one.kind === 'financial' && isApproved(one)
  const sumOf = (of: (one: Counted) => boolean) => {
    const found = counted.filter(of)
    return {
      count: found.reduce((sum, { count }) => sum + count, 0n),
      minor: found.reduce((sum, { minor }) => sum + minor, 0n),
    }
  }
  const debits = sumOf(isDebit)
  const reversals = sumOf(
    ({ kind, status, original }) =>
      kind === 'reversal' && status === 'answered' && original !== undefined && isDebit(original),
  )
  const credits = sumOf(({ kind, status }) => (kind === 'refund' || kind === 'payout') && status === 'answered')
  const authorizations = sumOf((one) => one.kind === 'authorization' && isApproved(one))
  return {
    debitCount: debits.count,
    debitAmount: debits.minor,
    debitReversalCount: reversals.count,
    debitReversalAmount: reversals.minor,
    creditCount: credits.count,
    creditAmount: credits.minor,
    creditReversalCount: 0n,
    creditReversalAmount: 0n,
    authorizationCount: authorizations.count,
    netAmount: debits.minor - reversals.minor - credits.minor,
  }
}

type Signs = { inOurFavour: 'C' | 'D' }

/** As a message says them. */
export const figureValues = (figures: Figures, { inOurFavour }: Signs): Values =>
  Object.fromEntries(figureNames.map((name) => [name, written(name, figures[name], inOurFavour)]))

function written(name: FigureName, figure: bigint, inOurFavour: 'C' | 'D'): string {
  if (name.endsWith('Count')) return String(figure).padStart(10, '0')
  if (name !== 'netAmount') return String(figure).padStart(16, '0')
  const isOurs = figure >= 0n
  const sign = isOurs === (inOurFavour === 'C') ? 'C' : 'D'
  return `${sign}${String(isOurs ? figure : -figure).padStart(16, '0')}`
}

/** What of them the host says, in the fields in which ours were sent. */
export function figuresIn(
  response: IsoMessage,
  { fields }: Pick<MessageLayout, 'fields'>,
  { inOurFavour }: Signs,
): Partial<Figures> {
  const found = Object.entries(fields).flatMap(([field, template]) => {
    const name = figureNames.find((one) => template === `{${one}}`)
    const text = name && textOf(response, Number(field))?.trim()
    if (!name || !text || !/^[CD]?\d+$/.test(text)) return []
    const minor = BigInt(text.replace(/^[CD]/, ''))
    const isOwed = /^[CD]/.test(text) && !text.startsWith(inOurFavour)
    return [[name, isOwed ? -minor : minor] as const]
  })
  return Object.fromEntries(found)
}

/** What the host's answer to our totals says. `again`: it could not take them now. `refused`: it does not want them. */
export type TotalsOutcome = Exclude<DayTotals['status'], 'open' | 'closed'> | 'again' | 'refused'

/**
 * Field 66 (1987) counts before the response code: 1 is in balance, 2 is not. A host that says so while it has counted
 * otherwise is not believed. One that has the totals already (94) says nothing of its own: its answer was lost, and is never
 * sent again, so that a person compares.
 */
export function outcomeOf(
  { totals, ...rules }: Pick<Profile, 'totals'> & ResponseRules,
  response: IsoMessage,
  { ours, theirs, others }: { ours: Figures; theirs: Partial<Figures>; others: Tries },
): TotalsOutcome {
  const code = textOf(response, 39)?.trim() ?? ''
  const settlementCode = textOf(response, 66)?.trim()
  if (settlementCode === '2' || totals?.outOfBalance.includes(code)) return 'outOfBalance'
  const isTaken = settlementCode === '1' || verdictOf(code, others, rules) === 'done'
  if (!isTaken) return isLater(code) ? 'again' : 'refused'
  if (settlementCode !== '1' && !rules.acceptedCodes.has(code)) return 'outOfBalance'
  return differing(ours, theirs).length > 0 ? 'outOfBalance' : 'inBalance'
}

/** Which of the host's figures are not ours. */
export const differing = (ours: Figures, theirs: Partial<Figures>): FigureName[] =>
  figureNames.filter((name) => theirs[name] !== undefined && theirs[name] !== ours[name])
