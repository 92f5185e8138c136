import type { AuthorizationRequest } from '#connectors/network/message.ts'
import type { CardId } from '#issuing/ids'
import { authenticationValidFor, type Authentication as Checked } from '#issuing/spending'
import type { Instant } from '#kernel/base/clock.ts'
import { isAuthenticationValue } from './authentication-value.ts'
import type { Authentication } from './challenge.ts'
import type { ThreeDsContext } from './context.ts'
import { uuidForm } from './message-error.ts'
import { findChallenge, findNamed } from './store.ts'

type Context = Pick<ThreeDsContext, 'db' | 'keys' | 'clock'>

/**
 * What the 3-D Secure data of an authorization is worth: we recompute our own value, and it counts only for the card, the
 * merchant and the amount that the holder has confirmed, for a week. Without a value there is only the merchant's word,
 * which is never more than that a challenge has failed.
 */
export async function checkAuthentication(
  ctx: Context,
  cardId: CardId,
  { threeDs, amount, merchant, reference }: AuthorizationRequest,
): Promise<Checked | undefined> {
  if (!threeDs) return undefined
  const { transactionId, authenticationValue } = threeDs
  const named = uuidForm.test(transactionId ?? '') ? transactionId!.toLowerCase() : undefined
  const found = named === undefined ? undefined : await findNamed(ctx.db, cardId, named)
  if (!found) return authenticationValue ? { outcome: 'unknown' } : undefined
  if (!(await isAuthenticated(ctx, found))) return { outcome: 'failed' }
  if (!authenticationValue || !isAuthenticationValue(ctx.keys, found, authenticationValue))
    return { outcome: 'unknown' }
  const isSame =
    amount.currency === found.currency &&
    amount.minor <= found.minor &&
    merchant.id === found.merchantId &&
    reference.acquirerId === found.acquirerId
  return isSame && isFresh(found, ctx.clock.now()) ? { outcome: 'authenticated', id: found.id } : { outcome: 'unknown' }
}

async function isAuthenticated({ db }: Context, { id, transStatus }: Authentication): Promise<boolean> {
  if (transStatus !== 'C') return transStatus === 'Y'
  return (await findChallenge(db, id))?.status === 'authorized'
}

const isFresh = ({ createdAt }: Authentication, now: Instant): boolean =>
  Temporal.Instant.compare(now, createdAt.add(authenticationValidFor)) < 0
