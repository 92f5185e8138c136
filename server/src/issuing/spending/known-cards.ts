import { type Card, cardById } from '#issuing/cards'
import { type ProductVersion, productVersionById } from '#issuing/programmes'
import type { Db } from '#kernel/db/db.ts'

/** Where a message finds its card, and the card's product. */
export type CardReaders = {
  card(id: string): Promise<Card | undefined>
  product(id: string): Promise<ProductVersion | undefined>
}

/** As they are now. */
export const readersOf = (db: Db): CardReaders => ({
  card: (id) => cardById(db, id),
  product: (id) => productVersionById(db, id),
})

/**
 * Cards and products as they were last seen. A decision that begins with them looks, under its lock, whether they still have
 * the same version; when one has not, it is forgotten, and the decision begins anew.
 */
export type KnownCards = CardReaders & { forget(known: { card: Card; product: ProductVersion['product'] }): void }

export function rememberCards(db: Db): KnownCards {
  const readers = readersOf(db)
  const [cards, products] = [memory(readers.card), memory(readers.product)]
  return {
    card: cards.get,
    product: products.get,
    forget: ({ card, product }) => {
      cards.forget(card.id)
      products.forget(product.id)
    },
  }
}

function memory<Id, Thing>(find: (id: Id) => Promise<Thing | undefined>) {
  const known = new Map<Id, Thing>()
  return {
    get: async (id: Id): Promise<Thing | undefined> => {
      const kept = known.get(id)
      if (kept) return kept
      const found = await find(id)
      if (!found) return undefined
      if (known.size >= keptMax) known.clear()
      known.set(id, found)
      return found
    },
    forget: (id: Id): void => void known.delete(id),
  }
}
const keptMax = 10_000
