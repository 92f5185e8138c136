import { type RenewContext, renewStoredCards } from '#acquiring/shoppers'
import { type Issuer, openOnUs, resultsPath, type StoredCards } from '#connectors/acquirer/on-us/index.ts'
import type { RReq } from '#connectors/threeds/messages.ts'
import type { IssuerVault } from '#core/issuervault'
import { brandOf } from '#core/pages'
import { findInItsPlace } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import { mayBeOurs } from '#issuing/programmes'
import { findReference } from '#issuing/spending'
import { authenticate, type ThreeDsContext } from '#issuing/threeds'
import type { Clock } from '#kernel/base/clock.ts'
import type { React } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { CardNetwork } from './card-network.ts'

const connector = 'on-us'

type Parts = { db: Db; react: React; clock: Clock; log: Log; publicUrl: string; enabled: boolean }

/**
 * Payments of merchants with the cards that this installation issues. Both sides are here, and meet in messages alone: the
 * connector is opened before the issuer is, which takes its place with `join`.
 */
export function openOnUsPayments({ enabled, ...parts }: Parts) {
  let sides: { issuer: Issuer; storedCards: StoredCards } | undefined
  const joined = () => {
    if (!sides) throw new Error('the issuer is not there yet')
    return sides
  }
  const opened = enabled
    ? openOnUs({ ...parts, issuer: () => joined().issuer, storedCards: () => joined().storedCards })
    : undefined
  return {
    acquirers: opened ? { [connector]: opened.acquirer } : {},
    ownCards: opened && { connector, isOwn: (bin: string) => mayBeOurs(parts, bin) },
    jobs: opened?.jobs ?? [],
    /** Undefined: the result is for somebody else. */
    receive: (url: string, result: RReq) =>
      url === `${parts.publicUrl}${resultsPath}` ? opened?.receive(result) : undefined,
    join: (ctx: Sides, cardNetwork: CardNetwork): CardNetwork => {
      sides = { issuer: issuerOf(ctx, cardNetwork), storedCards: storedCardsOf(ctx) }
      return cardNetwork
    },
  }
}
export type OnUsPayments = ReturnType<typeof openOnUsPayments>

type Sides = ThreeDsContext & RenewContext & { issuerVault: Pick<IssuerVault, 'numberOf'> }

const issuerOf = (ctx: Sides, { network }: CardNetwork): Issuer => ({
  network,
  accessControl: { authenticate: (areq) => authenticate(ctx, areq) },
  findCard: async ({ byMerchant, ...shown }) => {
    const found = await findReference(ctx, shown)
    if (!found || !byMerchant) return found
    const id = await findInItsPlace(ctx.db, found.id as CardId)
    return id === found.id ? found : { ...found, id, replaced: found.id }
  },
  replacementOf: async (cardId) => {
    const id = await findInItsPlace(ctx.db, cardId as CardId)
    if (id === cardId) return undefined
    const [was, card] = await Promise.all([cardId, id].map(ctx.issuerVault.numberOf))
    return was && card && { was, card: { ...card, id } }
  },
})

const storedCardsOf = (ctx: Sides): StoredCards => ({
  renew: ({ updateId, was, card: { expiry, ...card } }) => {
    const [expiryMonth, expiryYear] = [Number(expiry.slice(2)), 2000 + Number(expiry.slice(0, 2))]
    return renewStoredCards(ctx, {
      updateId,
      was,
      card: { ...card, brand: brandOf(card.first6), expiryMonth, expiryYear },
    })
  },
})
