import type { HolderId } from '#issuing/ids'
import { keepScreened } from '#issuing/screening'
import type { Instant } from '#kernel/base/clock.ts'
import { increase, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { KycStatus } from './kyc-states.ts'
import { refuse } from './refusals.ts'
import { type Act, meaningOf, type StandingReason } from './standing-rules.ts'
import { findCase, pastOf } from './store.ts'
import type { KycCase } from './transition-case.ts'

/** What stands against a customer at this moment. */
export type Standing = {
  reasons: readonly StandingReason[]
  status: KycStatus
  /** The moment of the last decision against the customer: a rejection, or a hit that was confirmed. */
  stoppedAt: Instant | undefined
  /** For the commit that acts on it: when something else stands against the customer meanwhile, it is decided again. */
  keep: Write[]
}

export async function standingOf(db: Reader, holderId: HolderId): Promise<Standing> {
  const { open, trueMatches, keep } = await keepScreened(db, holderId)
  const found = await findCase(db, holderId)
  const past = found ? await pastOf(db, found) : { approved: false, rejected: false }
  const status = found?.status ?? 'not_started'
  const isUnderWay = status !== 'approved' && status !== 'rejected'
  const holds: Partial<Record<StandingReason, boolean>> = {
    neverApproved: isUnderWay && !past.approved,
    verifiedAgain: isUnderWay && past.approved,
    rejected: status === 'rejected' || (isUnderWay && !past.approved && past.rejected),
    openHit: open.length > 0,
    trueMatch: trueMatches.length > 0,
  }
  const decisions = [status === 'rejected' ? found?.decidedAt : undefined, ...trueMatches.map((hit) => hit.decidedAt)]
  return {
    stoppedAt: decisions
      .filter((at) => at !== undefined)
      .toSorted(Temporal.Instant.compare)
      .at(-1),
    reasons: (Object.keys(holds) as StandingReason[]).filter((reason) => holds[reason]),
    status,
    keep: found ? [...keep, keepCase(found)] : keep,
  }
}

/** Written and not only guarded: a decision of the same moment, which stops what the customer has, reads again and sees it. */
const keepCase = ({ id, status }: Pick<KycCase, 'id' | 'status'>): Write =>
  update('kyc.cases', { set: { version: increase(1n) }, where: { id, status } })

/** Refuses an act that the standing of a customer does not allow; else what keeps it so until the commit is done. */
export async function keepStanding(db: Reader, holderId: HolderId, act: Act): Promise<Write[]> {
  const { reasons, status, keep } = await standingOf(db, holderId)
  if (meaningOf(act, reasons) !== 'allowed') throw refuse('kyc_not_approved', { status })
  return keep
}
