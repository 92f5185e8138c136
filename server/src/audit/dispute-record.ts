import type { Difference } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import type { PaymentRecord } from './payment-record.ts'

/** What was charged back of a payment is the sum of its disputes, and the payment stands where they leave it. */
export function disputesOf({ row, reference: about, refunds, disputes }: PaymentRecord): Difference[] {
  const look = `payments.payments where parent_id = ${row.id}`
  const chargebacks = disputes.filter(({ type }) => type === 'chargeback')
  const standing = chargebacks.filter(({ status }) => status !== 'won')
  const taken = standing.reduce((sum, { minor }) => sum + minor, 0n)
  const should = standsAt(row.captured_minor === row.refunded_minor, refunds, chargebacks)
  const isThere = row.charged_back_minor === taken
  // Without disputes, refunds alone decide, and that is looked at with them.
  const decides = row.parent_id === null && (chargebacks.length > 0 ? moved : left).has(row.status)
  const fits = !decides || row.status === should
  return [
    ...(isThere
      ? []
      : [
          {
            about,
            wrong: 'what is charged back is not the sum of its disputes',
            actual: amountText(row.charged_back_minor, row.currency),
            should: amountText(taken, row.currency),
            off: amountText(row.charged_back_minor - taken, row.currency),
            look,
          },
        ]),
    ...(fits
      ? []
      : [{ about, wrong: 'where it stands does not fit its refunds and disputes', actual: row.status, should, look }]),
    ...disputes.flatMap((one) => differencesOfPair(one, disputes, look)),
  ]
}

type Follower = PaymentRecord['disputes'][number]

/** The statuses between which refunds and disputes move a payment. */
const left: ReadonlySet<string> = new Set(['disputed', 'chargedBack'])
const moved: ReadonlySet<string> = new Set([...left, 'captured', 'refunded'])

function standsAt(whole: boolean, refunds: PaymentRecord['refunds'], chargebacks: readonly Follower[]): string {
  if (chargebacks.some(({ status }) => status === 'opened')) return 'disputed'
  if (chargebacks.some(({ status }) => status === 'lost')) return 'chargedBack'
  return whole && !refunds.some(({ status }) => status === 'refunding') ? 'refunded' : 'captured'
}

/** A dispute that was won has brought its money back once, and nothing else brings money back. */
function differencesOfPair(one: Follower, all: readonly Follower[], look: string): Difference[] {
  const other = all.filter(({ type, reference }) => type !== one.type && reference === one.reference)
  const about = `payment ${one.id}`
  const fits = other.length === 1 && other[0]!.minor === one.minor
  if (one.type === 'chargeback' && one.status !== 'won') return []
  if (one.type === 'chargeback')
    return fits ? [] : [{ about, wrong: 'it was won, and the money did not come back', ...pairText(one, other), look }]
  return fits && other[0]!.status === 'won'
    ? []
    : [{ about, wrong: 'it brings back what was not won', ...pairText(one, other), look }]
}

const pairText = (one: Follower, other: readonly Follower[]) => ({
  actual:
    other
      .map(({ id, status, minor, currency }) => `payment ${id} ${status} ${amountText(minor, currency)}`)
      .join(', ') || 'nothing',
  should: `one ${one.type === 'chargeback' ? 'representment' : 'won charge-back'} of ${amountText(one.minor, one.currency)}`,
})
