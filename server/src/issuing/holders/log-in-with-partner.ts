import type { PartnerId } from '#core/partners'
import { readHolderId } from '#issuing/ids'
import { commit, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import type { TokenPair } from './holder.ts'
import { refuse } from './refusals.ts'
import { startSession } from './sessions.ts'
import { findHolder } from './store.ts'

/** Tokens for a customer whom the partner's own server has recognized. */
export async function logInWithPartner(
  ctx: HoldersContext,
  { partnerId, customerId, once }: { partnerId: PartnerId; customerId: string; once(subjectId: string): Write[] },
): Promise<TokenPair> {
  const id = readHolderId(customerId)
  const holder = id && (await findHolder(ctx.db, partnerId, id))
  if (!holder) throw refuse('customer_not_found', { field: 'customerId', customerId })
  if (holder.status === 'closed') throw refuse('customer_closed')
  const now = ctx.clock.now()
  const { writes, tokens } = await startSession(ctx, now, { holder, method: 'partner' })
  await commit(ctx, now, [...writes, ...once(holder.id)], 'log-in-with-partner')
  return tokens
}
