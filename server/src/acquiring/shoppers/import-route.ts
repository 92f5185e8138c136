import { z } from 'zod'
import { type ApiRoute, apiRoute, siteIdField } from '#acquiring/api'
import type { Bins } from '#acquiring/bins'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import type { Clock } from '#kernel/base/clock.ts'
import { id, optional } from '#kernel/http/field.ts'
import { fullCardRecord } from './card-record.ts'
import { type ImportContext, importCard, type MovedCard } from './import-card.ts'
import { type MovedCardFields, movedCardFields } from './import-fields.ts'
import { readNetworkTransaction } from './network-transaction.ts'
import { cardsOnFile } from './store.ts'
import { cardShape } from './wire.ts'

export type ImportParts = ImportContext & {
  clock: Clock
  bins: Pick<Bins, 'find'>
  /** Reads the data of a card that was stored elsewhere, or refuses it by field. */
  readMovedCard(unchecked: MovedCardFields, timeZone: string): MovedCard
}

const customerId = id<ShopperId>('the id of the customer who owns the card', { wrong: 1620, missing: 1620 })

/** A card that was stored with another processor comes here, with the holder's own first payment (merchant-payments). */
export const importRoute = (parts: ImportParts): ApiRoute =>
  apiRoute({
    method: 'POST',
    path: '/card',
    permission: 'cards:create',
    group: 'Cards',
    summary: 'Store a card that was stored with another processor',
    about:
      'Nothing is charged. networkTransactionId and networkTransactionDate name the payment that the holder made with the card themself; payments without them refer to it. A card that the customer has already, with this number and expiry, is returned; the later of the two transactions is kept.',
    body: z.object({ siteId: optional(siteIdField), customerId, ...movedCardFields }),
    data: cardShape,
    status: 201,
    run: async ({ caller, body, once }) => {
      const pair = { id: body.networkTransactionId, date: body.networkTransactionDate }
      const { cardId } = await importCard(parts, {
        site: { id: caller.siteId, merchantId: caller.merchantId },
        shopperId: body.customerId,
        card: parts.readMovedCard(body, caller.timeZone),
        networkTransaction: readNetworkTransaction(pair, parts.clock.now())!,
        alongside: (id) => once(id),
      })
      return { data: await recordOf(parts, cardId) }
    },
    recover: async (_caller, subjectId) => ({ data: await recordOf(parts, subjectId as StoredCardId) }),
  })

async function recordOf(parts: ImportParts, cardId: StoredCardId) {
  const [card] = await cardsOnFile(parts.db, [cardId])
  return fullCardRecord(parts, card!)
}
