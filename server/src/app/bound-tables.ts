import { boundTables as disputes } from '#acquiring/disputes'
import { boundTables as feeInvoices } from '#acquiring/fee-invoices'
import { boundTables as merchantPayouts } from '#acquiring/merchant-payouts'
import { boundTables as pricing } from '#acquiring/pricing'
import { boundTables as processors } from '#acquiring/processors'
import { boundTables as routing } from '#acquiring/routing'
import { boundTables as shoppers } from '#acquiring/shoppers'
import { boundTables as velocity } from '#acquiring/velocity'
import { boundTables as wallets } from '#acquiring/wallets'
import { boundTables as access } from '#core/access'
import { boundTables as directory } from '#core/directory'
import { boundTables as exports } from '#core/exports'
import { boundTables as partners } from '#core/partners'
import { boundTables as rates } from '#core/rates'
import { boundTables as accounts } from '#issuing/accounts'
import { boundTables as cards } from '#issuing/cards'
import { boundTables as deposits } from '#issuing/deposits'
import { boundTables as holders } from '#issuing/holders'
import { boundTables as kyc } from '#issuing/kyc'
import { boundTables as programmes } from '#issuing/programmes'
import { boundTables as threeds } from '#issuing/threeds'
import { boundTables as topups } from '#issuing/topups'
import type { BoundTable } from '#kernel/db/bound/bound-table.ts'
import { boundTables as environment } from './environment/row.ts'

/** Every table whose rows grant something. */
export const boundTables: readonly BoundTable[] = [
  ...access,
  ...directory,
  ...exports,
  ...partners,
  ...rates,
  ...holders,
  ...kyc,
  ...programmes,
  ...cards,
  ...accounts,
  ...deposits,
  ...topups,
  ...threeds,
  ...pricing,
  ...routing,
  ...merchantPayouts,
  ...shoppers,
  ...velocity,
  ...processors,
  ...wallets,
  ...feeInvoices,
  ...disputes,
  ...environment,
]
