import { type Issuer, openOnUs, resultsPath } from '#connectors/acquirer/on-us/index.ts'
import type { RReq } from '#connectors/threeds/messages.ts'
import { findInItsPlace } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import { mayBeOurs } from '#issuing/programmes'
import { findReference } from '#issuing/spending'
import { authenticate, type ThreeDsContext } from '#issuing/threeds'
import type { Clock } from '#kernel/base/clock.ts'
import type { React } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { CardNetwork } from './card-network.ts'

const connector = 'on-us'

type Parts = { db: Db; react: React; clock: Clock; publicUrl: string; enabled: boolean }

/**
 * Payments of merchants with the cards that this installation issues. Both sides are here, and meet in messages alone: the
 * connector is opened before the issuer is, which takes its place with `join`.
 */
export function openOnUsPayments({ enabled, ...parts }: Parts) {
  let issuer: Issuer | undefined
  const opened = enabled
    ? openOnUs({
        ...parts,
        issuer: () => {
          if (!issuer) throw new Error('the issuer is not there yet')
          return issuer
        },
      })
    : undefined
  return {
    acquirers: opened ? { [connector]: opened.acquirer } : {},
    ownCards: opened && { connector, isOwn: (bin: string) => mayBeOurs(parts.db, bin) },
    jobs: opened?.jobs ?? [],
    /** Undefined: the result is for somebody else. */
    receive: (url: string, result: RReq) =>
      url === `${parts.publicUrl}${resultsPath}` ? opened?.receive(result) : undefined,
    join: (ctx: ThreeDsContext, cardNetwork: CardNetwork): CardNetwork => {
      issuer = {
        network: cardNetwork.network,
        accessControl: { authenticate: (areq) => authenticate(ctx, areq) },
        findCard: async ({ byMerchant, ...shown }) => {
          const found = await findReference(ctx, shown)
          if (!found || !byMerchant) return found
          return { ...found, id: await findInItsPlace(ctx.db, found.id as CardId) }
        },
      }
      return cardNetwork
    },
  }
}
export type OnUsPayments = ReturnType<typeof openOnUsPayments>
