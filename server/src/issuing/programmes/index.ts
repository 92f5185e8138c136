/** Programmes: which cards a partner may issue, on which terms, and what its apps may show. */
export { addProduct } from './add-product.ts'
export { boundTables } from './bound.ts'
export { changeProduct, changeSettings } from './change-programme.ts'
export type { ProgrammesContext } from './context.ts'
export { mayBeOurs } from './own-numbers.ts'
export type { ExpiryOrder, Product, ProductChanges, Settings, SettingsChanges } from './product.ts'
export { rotateProductKey } from './rotate-product-key.ts'
export { programmeStaffRoutes } from './staff-routes.ts'
export { productRecord, settingsRecord } from './staff-shapes.ts'
export {
  findProduct,
  findProductById,
  type ProductVersion,
  productById,
  productsOf,
  productVersionById,
  productVersions,
  settingsOf,
} from './store.ts'
export { sweepUnrecorded } from './sweep-unrecorded.ts'
export {
  type TopupBound,
  type TopupFee,
  type TopupLimit,
  type TopupStatus,
  type TopupType,
  topupBounds,
  topupSiteNeeds,
  topupStatuses,
  topupTypes,
} from './topup-terms.ts'
