import type { Callers, IssuingCall } from '#issuing/api'
import type { CardId } from '#issuing/ids'
import { byHolder } from './card.ts'
import { cardOfHolder, type OfHolder } from './change-status.ts'
import type { CardsContext } from './context.ts'
import { cardRecord, readCardId } from './shapes.ts'

type Call = Pick<IssuingCall<'holder', { id: string }, unknown, unknown>, 'caller' | 'params' | 'ip' | 'once'>

/** What a call about one card says: whose, which, and who acts. */
export const inputOf = ({ caller: { holderId }, params, ip, once }: Call): OfHolder => ({
  holderId,
  cardId: readCardId(params.id),
  by: byHolder(holderId, ip),
  once,
})

/** The card as it is now, for a repeated request whose first reply got lost. */
export const recoverCard =
  (ctx: CardsContext) =>
  async ({ holderId }: Callers['holder'], id: string) =>
    cardRecord(await cardOfHolder(ctx, holderId, id as CardId))
