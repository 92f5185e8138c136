/** A merchant's shoppers and the cards they left with it. Card numbers are in the vault; here is what may be shown. */
import './events.ts'

export { boundTables } from './bound.ts'
export { fullCardRecord } from './card-record.ts'
export { type CardParts, cardRoutes } from './card-routes.ts'
export { completeShopper } from './complete-shopper.ts'
export { shopperKind } from './erased-shopper.ts'
export { exportedShoppers } from './export-shoppers.ts'
export { isShopperWith, type ShopperFilter } from './filter.ts'
export { findShoppers, siteOfCard } from './find-shoppers.ts'
export type { MovedCard } from './import-card.ts'
export type { MovedCardFields } from './import-fields.ts'
export { importColumns } from './import-row.ts'
export { importRows, type RowResult } from './import-rows.ts'
export { type NetworkTransaction, readNetworkTransaction } from './network-transaction.ts'
export { personal as personalOfShoppers } from './personal.ts'
export { planNetworkTransaction, planShopper, planStoredCard } from './plan-shopper.ts'
export { guardShopper, removeCard, stillThere } from './remove-shopper.ts'
export { type RenewContext, renewStoredCards } from './renew-cards.ts'
export { type CustomerParts, customerRoutes } from './routes.ts'
export { saltShoppers } from './salt-shoppers.ts'
export { shopperSearch } from './search-shoppers.ts'
export {
  type CardFacts,
  type CardOnFile,
  isExpired,
  type Shopper,
  type ShopperFacts,
  type StoredCard,
} from './shopper.ts'
export { type ShopperRecord, shopperStaffRoutes, showShopper } from './staff-routes.ts'
export {
  cardRows,
  cardsOf,
  cardsOnFile,
  findCard,
  findCardById,
  findSameCard,
  findShopper,
  findShopperByIdentifier,
  findSiteCard,
  reserveCardId,
  shopperIdsNamed,
  shopperRows,
  shoppersById,
  tokensInUse,
  wasRemovedSince,
} from './store.ts'
export { cardRecord, cardShape, customerDataRecord, customerDataShape, tagRecords } from './wire.ts'
