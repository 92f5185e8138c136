import { type PartnerId, partnerOwner } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, commit, update } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { refuse } from './refusals.ts'

type WrongCode = {
  /** Where the code is kept, with the tries that it has left. */
  table: 'holders.registrations' | 'holders.pending_logins' | 'holders.password_resets'
  purpose: 'registration' | 'login' | 'password'
  partnerId: PartnerId
  kept: { id: string; version: number; triesLeft: number }
}

/** A wrong code is counted, in a commit of its own, before it is refused. */
export async function refuseCode(
  ctx: HoldersContext,
  now: Instant,
  { table, purpose, partnerId, kept: { id, version, triesLeft: before } }: WrongCode,
): Promise<never> {
  const triesLeft = before - 1
  const writes = [
    update(table, { set: { tries_left: triesLeft, version: version + 1 }, where: { id, version } }),
    announce('codeRefused', {
      owner: partnerOwner(partnerId),
      subjectId: id,
      body: { purpose, triesLeft },
      subject: undefined,
    }),
  ]
  await commit(ctx, now, writes, 'refuse-code')
  throw refuse('invalid_code', { field: 'code' })
}
