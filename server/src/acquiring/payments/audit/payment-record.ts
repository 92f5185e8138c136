import type { MerchantId } from '#core/directory'
import { accounts, type Shares } from '#core/ledger'
import { type BookedEntry, type CalledFor, compareEntries } from '#core/ledger/audit'
import type { Difference } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import { compareHistory, type Transition } from '#kernel/audit/history.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import type { AnyMachine } from '#kernel/base/state-machine.ts'
import { inquiriesMax } from '../context.ts'
import { paymentStates, refundStates } from '../payment-states.ts'
import type { PaymentRow } from './check-payments.ts'
import { entriesCalledFor } from './entries-called-for.ts'
import { type FallbackRow, fallbacksOf } from './fallbacks.ts'
import { captureFailure, isNear, reinstatement } from './reinstatements.ts'

/** What the tables say of one transaction. */
export type PaymentRecord = {
  row: PaymentRow
  /** Its name in the ledger. */
  reference: string
  /** In their order. */
  transitions: readonly (Transition & { minor: bigint | null })[]
  hold: HoldRow | undefined
  fallbacks: readonly FallbackRow[]
  refunds: readonly FollowerRow[]
  /** Chargebacks, representments, reinstatements and capture failures. */
  disputes: readonly FollowerRow[]
  entries: readonly BookedEntry[]
}
type HoldRow = { account: string; currency: Currency; minor: bigint; posted_minor: bigint; status: string }
export type FollowerRow = Pick<
  PaymentRow,
  | 'id'
  | 'type'
  | 'status'
  | 'minor'
  | 'captured_minor'
  | 'fee_minor'
  | 'site_id'
  | 'order_id'
  | 'currency'
  | 'connector'
>

/** What the history of a kind of transaction must be, and the ledger entries that each action calls for. */
export type KindRules = {
  machine: AnyMachine
  /** The actions that it may begin with. */
  beginnings: readonly string[]
  entriesOf(action: string, facts: Facts): readonly CalledFor[]
}
/** `waits`: what it brings is booked where it waits. */
type Facts = {
  merchantId: MerchantId
  amount: Money
  fee: Money
  shares: Shares
  /** The correction of each share, in their order: a declined refund or a representment has them. */
  corrections: Shares
  waits: boolean
}
type Kind = PaymentRow['type']
/** The kinds that other modules own. */
export type OtherKinds = Readonly<Record<'credit' | 'chargeback' | 'representment', KindRules>>

const payment: KindRules = {
  machine: paymentStates,
  beginnings: ['start'],
  entriesOf: (action, facts) => {
    if (action === 'sell' || action === 'capture') return [{ recipe: 'paymentCaptured', facts }]
    return action === 'cancel' ? [{ recipe: 'paymentCancelled', facts }] : []
  },
}
const refund: KindRules = {
  machine: refundStates,
  beginnings: ['start'],
  entriesOf: (action, { fee, ...facts }) =>
    action === 'refund'
      ? [{ recipe: 'paymentRefunded', facts: { ...facts, feeBack: fee } }]
      : [{ recipe: 'sharesCorrected', facts }],
}

export const rulesOf = (others: OtherKinds): Readonly<Record<Kind, KindRules>> => ({
  deposit: payment,
  'verify-card': payment,
  refund,
  reinstatement,
  'capture-failure': captureFailure,
  ...others,
})

/** Every place where one table does not say of a transaction what follows from the others. */
export function differencesOfPayment(record: PaymentRecord, rules: KindRules): Difference[] {
  return [
    ...historyOf(record, rules),
    ...amountsOf(record),
    ...refundsOf(record),
    ...compareEntries(
      { about: record.reference, reference: record.reference },
      entriesCalledFor(record, rules),
      record.entries,
    ),
    ...holdOf(record),
    ...waitingOf(record),
    ...fallbacksOf(record.row, record.reference, record.fallbacks),
  ]
}

function historyOf(
  { row, reference: about, transitions }: PaymentRecord,
  { machine, beginnings }: KindRules,
): Difference[] {
  const look = `payments.payment_transitions where payment_id = ${row.id}`
  const [first, ...others] = transitions
  if (
    !first ||
    !beginnings.includes(first.action) ||
    first.from_status !== null ||
    first.to_status !== machine.initial
  ) {
    const actual = first
      ? `${first.action} from ${first.from_status ?? 'nothing'} to ${first.to_status}`
      : 'no transitions'
    return [
      {
        about,
        wrong: 'its history has no beginning',
        actual,
        should: `${beginnings.join(' or ')} to ${machine.initial}`,
        look,
      },
    ]
  }
  return compareHistory({ about, status: row.status, look }, machine, others)
}

/** The captured amount, the fee and the times of approval and capture are those of the history. */
function amountsOf({ row, reference: about, transitions }: PaymentRecord): Difference[] {
  const capturing = transitions.find(({ action }) => capturingActions.has(action))
  const captured = !capturing ? 0n : capturing.action === 'capture' ? (capturing.minor ?? 0n) : row.minor
  const look = `payments.payments and payments.payment_transitions of ${about}`
  const amount = differing(about, row.currency, look)
  const approved = transitions.some(({ action }) => approvingActions.has(action))
  return [
    ...amount('its captured amount is not that of its history', row.captured_minor, captured),
    ...(captured > 0n ? [] : amount('nothing was captured, and there is a fee', row.fee_minor, 0n)),
    ...(row.was_captured === (capturing !== undefined)
      ? []
      : [{ about, wrong: 'its capture time does not fit its history', ...isThere(row.was_captured), look }]),
    ...(row.was_approved === approved
      ? []
      : [{ about, wrong: 'its approval time does not fit its history', ...isThere(row.was_approved), look }]),
  ]
}
const capturingActions = new Set([
  'sell',
  'capture',
  'credit',
  'refund',
  'chargeBack',
  'represent',
  'overturn',
  'reinstateRefund',
  'reinstatePayout',
  'reverseCapture',
])
const approvingActions = new Set(['approve', 'sell', 'verify', 'credit'])
const isThere = (is: boolean) =>
  is ? { actual: 'it has one', should: 'none' } : { actual: 'none', should: 'it has one' }

/**
 * What is refunded or about to be is the sum of the refunds, the fees returned are the percentage of what was refunded,
 * and the status is `refunded` when nothing is left.
 */
function refundsOf({ row, reference: about, refunds, disputes }: PaymentRecord): Difference[] {
  const recorded = refunds.filter(({ status }) => status !== 'failed' && status !== 'returned')
  const done = refunds.filter(({ status }) => status === 'refunded')
  const look = `payments.payments where parent_id = ${row.id}`
  const amount = differing(about, row.currency, look)
  const whole =
    disputes.every(({ type, status }) => type !== 'chargeback' || status === 'won') &&
    row.captured_minor > 0n &&
    done.length === recorded.length &&
    sumOf(done, 'captured_minor') === row.captured_minor
  const isRefunded = row.parent_id === null && row.status === 'refunded'
  const strangers = [...refunds, ...disputes].filter(
    (one) =>
      one.site_id !== row.site_id ||
      one.order_id !== row.order_id ||
      one.currency !== row.currency ||
      one.connector !== row.connector,
  )
  const feesBack = (sumOf(done, 'captured_minor') * BigInt(row.fee_basis_points)) / 10_000n
  return [
    ...amount('its refunded amount is not the sum of its refunds', row.refunded_minor, sumOf(recorded, 'minor')),
    // Of a capture that failed the whole fee was returned, by whichever of them came first.
    ...(row.status === 'captureFailed' || isNear(sumOf(done, 'fee_minor') - feesBack, refunds)
      ? []
      : amount('the returned fees are not the percentage of the refunded amount', sumOf(done, 'fee_minor'), feesBack)),
    ...(isRefunded === whole || row.status === 'captureFailed'
      ? []
      : [
          {
            about,
            wrong: 'its status does not fit its refunds',
            actual: row.status,
            should: whole ? 'refunded' : 'not refunded',
            look,
          },
        ]),
    ...strangers.map(({ id, type }) => ({
      about,
      wrong: `${type} ${id} is of another site, order, currency or connector`,
      actual: `${type} ${id} of ${about}`,
      should: `a ${type} is of its payment`,
      look,
    })),
  ]
}

const sumOf = <K extends string>(rows: readonly Record<K, bigint>[], column: K): bigint =>
  rows.reduce((sum, row) => sum + row[column], 0n)

/** An authorization holds its amount until it is captured or voided. */
function holdOf({ row, reference: about, transitions, hold }: PaymentRecord): Difference[] {
  const should = holdCalledFor(row, transitions)
  const actual = hold ? holdText(hold) : 'no hold'
  if (actual === should) return []
  return [{ about, wrong: 'its hold does not fit', actual, should, look: `ledger.holds where reference = '${about}'` }]
}

function holdCalledFor(row: PaymentRow, transitions: PaymentRecord['transitions']): string {
  const has = (action: string) => transitions.some((transition) => transition.action === action)
  if (!has('approve')) return 'no hold'
  const status = has('capture') ? 'posted' : has('void') ? 'voided' : 'held'
  const posted_minor = has('capture') ? row.captured_minor : 0n
  const { currency, minor, merchant_id } = row
  return holdText({ account: accounts.merchantAuthorized(merchant_id), currency, minor, posted_minor, status })
}

const holdText = ({ account, currency, minor, posted_minor, status }: HoldRow): string =>
  `${status} on ${account}: ${amountText(posted_minor, currency)} of ${amountText(minor, currency)} captured`

/** A payment that awaits a result has a request and is due; any other has no open request. */
function waitingOf({ row, reference: about }: PaymentRecord): Difference[] {
  const requests = requesting.has(row.status)
  const look = `payments.payments where id = ${row.id}`
  const open = row.request_key !== null
  const waits = waiting.has(row.status) && row.due_tries <= inquiriesMax
  return [
    ...(requests === open
      ? []
      : [
          {
            about,
            wrong: `its open request does not fit its status ${row.status}`,
            ...isThere(open),
            look,
          },
        ]),
    ...(waits && !row.is_due
      ? [
          {
            about,
            wrong: `it is ${row.status} and never resolved`,
            actual: 'never due',
            should: 'due at some time',
            look,
          },
        ]
      : []),
  ]
}
const requesting = new Set([
  'authorizing',
  'uncertain',
  'reversing',
  'capturing',
  'voiding',
  'cancelling',
  'refunding',
  'crediting',
])
const waiting = new Set([...requesting, 'challenging', 'authorized'])

const differing =
  (about: string, currency: string, look: string) =>
  (wrong: string, actual: bigint, should: bigint): Difference[] =>
    actual === should
      ? []
      : [
          {
            about,
            wrong,
            actual: amountText(actual, currency),
            should: amountText(should, currency),
            off: amountText(actual - should, currency),
            look,
          },
        ]
