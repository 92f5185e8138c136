import {
  beginBooked,
  type Chargeback,
  type Representment,
  type Transition,
  transitionTransaction,
} from '#acquiring/payments'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import type { ActionOf } from '#kernel/base/state-machine.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { disputeStates } from './dispute-states.ts'

/** The only way a chargeback changes status. What is won is booked by its representment. */
export const transitionChargeback = (
  now: Instant,
  chargeback: Chargeback,
  action: ActionOf<typeof disputeStates>,
): Transition<Chargeback> =>
  transitionTransaction(now, chargeback, action, {
    machine: disputeStates,
    changes: {},
    entries: (after) => (action === 'lose' ? post(now, 'chargebackLost', ...bookedAs(after)) : []),
  })

export const beginChargeback = (now: Instant, chargeback: Chargeback): Write[] =>
  beginBooked(now, chargeback, 'chargeBack', post(now, 'chargebackOpened', ...bookedAs(chargeback)))

/** `overturn` brings back the money of a chargeback that was lost before. */
export const beginRepresentment = (
  now: Instant,
  representment: Representment,
  action: 'represent' | 'overturn',
): Write[] =>
  beginBooked(
    now,
    representment,
    action,
    action === 'represent'
      ? wonEntry(now, representment)
      : post(now, 'chargebackOverturned', ...bookedAs(representment)),
  )

function wonEntry(now: Instant, representment: Representment): Write[] {
  const [reference, facts] = bookedAs(representment)
  const { shares, shareCorrections } = representment
  const setAside = shares.map(({ merchantId, amount }, at) => ({
    merchantId,
    amount: money(amount.minor - (shareCorrections?.[at] ?? 0n), amount.currency),
  }))
  return post(now, 'chargebackWon', reference, { ...facts, setAside })
}

const bookedAs = ({ id, merchantId, captured, shares, pending }: Chargeback | Representment) =>
  [`payment ${id}`, { merchantId, amount: captured, shares, waits: pending !== undefined }] as const
