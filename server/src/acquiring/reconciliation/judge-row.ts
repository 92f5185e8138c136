import type { Transaction } from '#acquiring/payments'
import { type Currency, type Money, money, parseMoney } from '#kernel/base/money.ts'
import type { AgreedFee } from './context.ts'
import type { BreakKind, ReportRow, RowType } from './report.ts'

/** What is known about the rows of a report when they are compared. */
export type Facts = {
  transactions: readonly Transaction[]
  /** Keys of `settlementKey`. */
  settled: ReadonlySet<string>
  agreedFee: AgreedFee | undefined
  /** What the acquirer holds in reserve, by the rows that are booked. */
  heldMinor: ReadonlyMap<Currency, bigint>
}

/** What has come of comparing a row with the books. */
export type Judged =
  | { agrees: true; transaction: Transaction | undefined }
  | {
      agrees: false
      kind: BreakKind
      transaction: Transaction | undefined
      reported: Money
      expected: Money | undefined
    }

/** A transaction is settled once by each type of row: a payment by its capture, and by the reversal if it was cancelled. */
export const settlementKey = (id: Transaction['id'], type: RowType): string => `${id} ${type}`

/** Compares a row with the transaction that it names. */
export function judgeRow(row: ReportRow, facts: Facts): Judged {
  const { type, currency, grossMinor } = row
  const reported = money(grossMinor, currency)
  if (type === 'fee' || type === 'transfer') return { agrees: true, transaction: undefined }
  const differs = (kind: BreakKind, transaction?: Transaction, expected?: Money): Judged => ({
    ...{ agrees: false, kind, transaction, reported, expected },
  })
  if (type === 'adjustment') return differs('adjustment')
  if (type === 'reserve') {
    const heldMinor = facts.heldMinor.get(currency) ?? 0n
    return grossMinor <= heldMinor || grossMinor < 0n
      ? { agrees: true, transaction: undefined }
      : differs('reserve', undefined, money(heldMinor, currency))
  }
  const transaction = transactionOf(row, facts)
  if (transaction) return judgeTransaction(row, transaction, facts)
  const cancelled = type === 'captureFailure' ? cancelledOf(row, facts) : undefined
  return cancelled ? differs('cancelled', cancelled) : differs('unknown')
}

/** What was cancelled has no capture that could fail: by our books it comes to nothing already. */
const cancelledOf = (row: ReportRow, facts: Facts): Transaction | undefined =>
  namedBy(row, facts).find((one) => one.type === 'deposit' && one.status === 'cancelled')

/** The same with a transaction that is known otherwise. */
export function judgeTransaction(
  row: ReportRow,
  transaction: Transaction,
  facts: Pick<Facts, 'settled' | 'agreedFee'>,
): Judged {
  const { type, currency, grossMinor, feesMinor } = row
  const reported = money(grossMinor, currency)
  const expected = expectedOf(transaction, type)
  const differs = (kind: BreakKind, amounts = { reported, expected }): Judged => ({
    ...{ agrees: false, kind, transaction, ...amounts },
  })
  if (facts.settled.has(settlementKey(transaction.id, type))) return differs('twice', { reported, expected: undefined })
  if (!expected) return differs(isVoided(transaction) ? 'voided' : 'unbooked')
  if (expected.currency !== currency) return differs('currency')
  if (expected.minor !== grossMinor) return differs('amount')
  const most = type === 'capture' && facts.agreedFee ? mostFee(expected, facts.agreedFee) : undefined
  if (most && feesMinor > most.minor) return differs('fee', { reported: money(feesMinor, currency), expected: most })
  return { agrees: true, transaction }
}

const kinds: Readonly<Partial<Record<RowType, Transaction['type']>>> = {
  capture: 'deposit',
  reversal: 'deposit',
  refund: 'refund',
  chargeback: 'chargeback',
  representment: 'representment',
  payout: 'credit',
  reinstatement: 'reinstatement',
  captureFailure: 'capture-failure',
}

/** Whether a row of this type can be about this transaction. */
export const isAbout = (type: RowType, transaction: Transaction): boolean => kinds[type] === transaction.type

/**
 * The transaction that a row names: by its own key, by its own reference; else the one that followed the payment that the row
 * names. A key that we do not know is not replaced by the name of a payment, and among several that fit a person decides.
 */
function transactionOf(row: ReportRow, facts: Facts): Transaction | undefined {
  const fitting = facts.transactions.filter((one) => isAbout(row.type, one))
  const own = fitting.find((one) => hasKey(row, one)) ?? only(fitting.filter((one) => hasReference(row, one)))
  if (own) return own
  const named = namedBy(row, facts)
  const payments = new Set(named.filter(({ type }) => type === 'deposit').map(({ id }) => id))
  // A reinstatement is named by the refund or the payout whose money it is.
  const origins = new Set(named.map(({ id }) => id))
  const followers = fitting.filter(
    (one) =>
      (one.type === 'reinstatement' && origins.has(one.reinstatesId)) ||
      (one.parentId !== undefined && payments.has(one.parentId)),
  )
  return followerOf(row, followers, facts)
}

/** The one of the same amount that is not settled yet, or the only one. Of what is settled the row is one more. */
function followerOf(
  { type, grossMinor }: ReportRow,
  followers: readonly Transaction[],
  { settled }: Facts,
): Transaction | undefined {
  const open = followers.filter(({ id }) => !settled.has(settlementKey(id, type)))
  const ofAmount = (all: readonly Transaction[]) => all.filter((one) => expectedOf(one, type)?.minor === grossMinor)
  if (open.length === 0) return ofAmount(followers)[0] ?? followers[0]
  return only(ofAmount(open)) ?? only(open)
}

/** All that a row names: by its key if it has one, by its reference if it has none. */
const namedBy = (row: ReportRow, { transactions }: Facts): Transaction[] =>
  transactions.filter((one) => (row.key === undefined ? hasReference(row, one) : hasKey(row, one)))

const hasKey = ({ key }: ReportRow, transaction: Transaction): boolean =>
  key !== undefined && transaction.key === key.toLowerCase()
const hasReference = ({ reference }: ReportRow, transaction: Transaction): boolean =>
  reference !== undefined && transaction.reference === reference
const only = (all: readonly Transaction[]): Transaction | undefined => (all.length === 1 ? all[0] : undefined)

/** What the acquirer owes us for it by our books; below zero, what we owe. Undefined: its money has not moved. */
export function expectedOf(transaction: Transaction, type: RowType): Money | undefined {
  const { captured, capturedAt, status } = transaction
  if (capturedAt === undefined || captured.minor === 0n) return undefined
  if (type === 'reversal' && status !== 'cancelled') return undefined
  const isCredit = type === 'capture' || type === 'representment' || type === 'reinstatement'
  return money(isCredit ? captured.minor : -captured.minor, captured.currency)
}

/** Nothing was ever captured, and nothing will be. */
const isVoided = ({ type, status, capturedAt }: Transaction): boolean =>
  type === 'deposit' && status === 'voided' && capturedAt === undefined

/** The type of the row in which a transaction should be reported. */
export const rowTypeOf = ({ type }: Transaction): RowType | undefined =>
  (Object.keys(kinds) as RowType[]).find((one) => kinds[one] === type)

/** The type of the row that is missing, by what kind of break says so. */
export const missingTypeOf = (kind: BreakKind, transaction: Transaction): RowType =>
  kind === 'notReversed' ? 'reversal' : rowTypeOf(transaction)!

function mostFee({ minor, currency }: Money, { basisPoints, fixed }: AgreedFee): Money {
  const part = (minor * BigInt(basisPoints) + 9_999n) / 10_000n
  return money(part + (parseMoney(fixed, currency)?.minor ?? 0n), currency)
}
