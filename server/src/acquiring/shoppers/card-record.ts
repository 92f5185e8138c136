import type { Bins } from '#acquiring/bins'
import type { CardOnFile } from './shopper.ts'
import { cardRecord } from './wire.ts'

/** The record of a card, with what is known of it by its first digits. */
export const fullCardRecord = async ({ bins }: { bins: Pick<Bins, 'find'> }, card: CardOnFile) =>
  cardRecord(card, await bins.find(card.first6))
