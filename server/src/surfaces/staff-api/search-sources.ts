import { linkSearch } from '#acquiring/links'
import { merchantPayoutSearch } from '#acquiring/merchant-payouts'
import { merchantSearch, siteSearch } from '#acquiring/merchants'
import { orderSearch } from '#acquiring/orders'
import { shopperSearch } from '#acquiring/shoppers'
import { paymentSearch } from '#acquiring/transactions'
import type { TableListParts } from '#core/access'
import { requestSearch } from '#core/request-log'
import { partnerSearch, type SearchSource } from '#core/search'
import { cardSearch } from '#issuing/cards'
import { customerSearch } from '#issuing/holders'
import { cardTransactionSearch } from '#issuing/spending'
import { topupSearch } from '#issuing/topups'
import { eventSearch } from '#issuing/webhooks'
import type { App } from '../../app/compose.ts'

/** Everything that one search box finds, each kind by the module that owns it. */
export const searchSources = (app: App, lists: Pick<TableListParts, 'rowCounts'>): SearchSource[] => [
  paymentSearch({ ...app, ...lists }),
  orderSearch(app),
  shopperSearch(app),
  linkSearch(app),
  merchantPayoutSearch(app),
  cardTransactionSearch(app),
  customerSearch(app),
  cardSearch(app),
  topupSearch(app),
  eventSearch(app),
  siteSearch(app),
  merchantSearch(app),
  partnerSearch(app),
  requestSearch(app),
]
