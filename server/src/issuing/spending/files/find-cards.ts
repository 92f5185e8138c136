import type { CardId } from '#issuing/ids'
import type { RowProblem } from '#kernel/base/file-row.ts'
import { findReference } from '../incoming.ts'
import type { ClearingRow } from './clearing-row.ts'
import type { ClearingFilesContext } from './context.ts'
import { cardsOfNames } from './file-store.ts'

export type FoundCard = { id: CardId } | { problem: RowProblem }

/** The card of each row: by its number, or else by the references of a payment that was made with it. */
export async function findCards(ctx: ClearingFilesContext, rows: readonly ClearingRow[]): Promise<FoundCard[]> {
  const named = rows.filter(({ number }) => !number)
  const byNames = new Map(
    (
      await cardsOfNames(
        ctx.db,
        named.map(({ reference }) => reference),
      )
    ).map((cards, nth) => [named[nth], cards]),
  )
  return Promise.all(rows.map((row) => (row.number ? byNumber(ctx, row.number) : onlyOne(byNames.get(row) ?? []))))
}

async function byNumber(ctx: ClearingFilesContext, number: NonNullable<ClearingRow['number']>): Promise<FoundCard> {
  const found = await findReference(ctx, { number })
  return found ? { id: found.id as CardId } : { problem: { field: 'cardNumber', message: 'is no card of ours' } }
}

function onlyOne([id, another]: readonly CardId[]): FoundCard {
  if (!id) return { problem: { field: 'retrievalReference', message: unknownPayment } }
  return another ? { problem: { field: 'retrievalReference', message: severalPayments } } : { id }
}
const unknownPayment = 'is no payment of ours; without one, the row needs the cardNumber'
const severalPayments = 'names payments of several cards; add the networkTransactionId, or the cardNumber'
