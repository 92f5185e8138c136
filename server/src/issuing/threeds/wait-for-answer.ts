import type { Db } from '#kernel/db/db.ts'
import { openNoticeWaits } from '#kernel/db/notice-waits.ts'
import { type ChallengeId, isOver } from './challenge.ts'
import { findChallenge } from './store.ts'

/** Waits for holders to answer, whichever process they answer at. */
export type AnswerWaits = {
  /** Until the challenge is over, but not long: whether it is. */
  wait(id: ChallengeId): Promise<boolean>
  close(): Promise<void>
}

export function openAnswerWaits(db: Db): AnswerWaits {
  const waits = openNoticeWaits(db, { channel: 'threeds', waitMs })
  return {
    wait: async (id) => (await waits.until(id, () => answered(db, id))) ?? false,
    close: () => waits.close(),
  }
}
/** Less than proxies cut silent connections after; the browser comes again by itself. */
const waitMs = 20_000

async function answered(db: Db, id: ChallengeId): Promise<true | undefined> {
  const challenge = await findChallenge(db, id)
  return !challenge || isOver(challenge) ? true : undefined
}
