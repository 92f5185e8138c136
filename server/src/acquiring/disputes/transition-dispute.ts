import {
  beginBooked,
  type Chargeback,
  type Representment,
  type Transition,
  transitionTransaction,
} from '#acquiring/payments'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
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
    post(now, action === 'represent' ? 'chargebackWon' : 'chargebackOverturned', ...bookedAs(representment)),
  )

const bookedAs = ({ id, merchantId, captured, shares, pending }: Chargeback | Representment) =>
  [`payment ${id}`, { merchantId, amount: captured, shares, waits: pending !== undefined }] as const
