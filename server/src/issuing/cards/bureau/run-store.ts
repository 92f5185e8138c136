import type { CardId, ProductId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'

export type RunId = string & { readonly __brand: 'RunId' }

/** A file for a bureau, from the claim of its cards on. */
export type BureauRun = {
  id: RunId
  version: number
  productId: ProductId
  status: 'begun' | 'done' | 'givenUp'
  begunBy: string
  begunAt: Instant
}

const runs = ({ read }: Pick<Reader, 'read'>) =>
  read
    .selectFrom('cards.bureau_runs')
    .select(['id', 'version', 'product_id as productId', 'status', 'begun_by as begunBy', 'begun_at as begunAt'])

export const findRun = (db: Reader, id: RunId): Promise<BureauRun | undefined> =>
  runs(db).where('id', '=', id).executeTakeFirst()

/** Runs that have not ended, oldest first: under way, or their command has died. */
export async function openRuns(db: Reader): Promise<(BureauRun & { cards: number })[]> {
  return runs(db)
    .where('status', '=', 'begun')
    .select((eb) =>
      eb
        .selectFrom('cards.bureau_claims as k')
        .select(({ fn }) => fn.countAll<number>().as('cards'))
        .whereRef('k.run_id', '=', 'cards.bureau_runs.id')
        .as('cards'),
    )
    .orderBy('begun_at')
    .limit(openMax)
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, cards: Number(row.cards) })))
}
const openMax = 100

export async function cardsOfRun(db: Reader, id: RunId): Promise<CardId[]> {
  const rows = await db.read
    .selectFrom('cards.bureau_claims')
    .select('card_id as cardId')
    .where('run_id', '=', id)
    .where('released', '=', false)
    .execute()
  return rows.map(({ cardId }) => cardId)
}
