/**
 * The merchants' REST dialect, for the modules that own its routes: routes as values, lists, and the shapes of replies.
 */
export { itemShape, itemsRecord, itemsShape } from './items.ts'
export { level3Record, level3Shape } from './level3.ts'
export { type ListedIds, listIds, ownerQuery, type PageRequest, pageQuery, siteIdField } from './list.ts'
export { refusedByProvider } from './refused-by-provider.ts'
export {
  type ApiCall,
  type ApiCaller,
  type ApiError,
  type ApiMethod,
  type ApiResult,
  type ApiRoute,
  apiList,
  apiRoute,
  type Pagination,
  type Written,
} from './route.ts'
export {
  amountShape,
  creationOf,
  creationShape,
  idShape,
  momentShape,
  momentText,
  tagShape,
  timestampOf,
  timestampShape,
} from './shape.ts'
