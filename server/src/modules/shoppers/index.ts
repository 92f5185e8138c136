/** A merchant's shoppers and the cards they left with it. Card numbers are in the vault; here is what may be shown. */
export { planNetworkId, planShopper, planStoredCard } from './plan-shopper.ts'
export { isExpired, type Shopper, type ShopperFacts, type StoredCard } from './shopper.ts'
export {
  cardsById,
  cardsOf,
  findCard,
  findSameCard,
  findShopper,
  findShopperByIdentifier,
  reserveCardId,
  shoppersById,
  tokensInUse,
} from './store.ts'
