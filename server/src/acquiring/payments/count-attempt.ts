import type { Authentication } from '#connectors/acquirer/port.ts'
import { Ref } from '#kernel/db/commit/commit.ts'
import type { NewPayment } from './authorize-payment.ts'
import type { PaymentsContext } from './context.ts'

/**
 * Counts a typed card before it is tried, since it may be somebody else's, and returns what to demand of its bank, if
 * anything, and whether the operator blocks it. A stored one has paid before, and is not counted. Throws the refusals of
 * `Velocity.begin`.
 */
export async function countAttempt(
  { velocity, vault }: PaymentsContext,
  { site, shopper, ip, orderId, card, typedOn }: NewPayment,
  { id, first6 }: { id: string; first6: string },
): Promise<{ authentication: Authentication | undefined; isBlocked: boolean }> {
  if (card.from === 'stored') return { authentication: undefined, isBlocked: false }
  const { merchantId } = site
  const fingerprint = vault.fingerprintOf({ merchantId, pan: card.details.pan })
  const attempt = {
    id,
    site,
    ip,
    email: shopper.email,
    orderId: orderId instanceof Ref ? undefined : orderId,
    linkId: typedOn?.linkId,
    page: typedOn?.page,
    card: { first6, fingerprint },
  }
  const isBlocked = await velocity.isBlocked(attempt)
  return { authentication: await velocity.begin(attempt), isBlocked }
}
