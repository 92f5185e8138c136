import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { auditEntry, difference } from './audit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { Author, Merchant, MerchantFields, MerchantInput } from './directory.ts'
import type { MerchantId } from './ids.ts'
import { hasSeller } from './invoicing.ts'
import { checkMerchantFields } from './merchant-fields.ts'
import { merchantLock } from './merchant-lock.ts'
import { type MerchantAction, type MerchantStatus, merchantStates } from './merchant-states.ts'
import { merchantOwner } from './owner.ts'
import { refuse } from './refusals.ts'
import { findMerchant, invoicingOfSites, type MerchantVersion } from './store.ts'

/** Changes what is given and leaves the rest; a change that changes nothing leaves no trace. */
export const changeMerchant = (
  ctx: DirectoryContext,
  { by, merchantId, changes, expect }: MerchantChange,
): Promise<Merchant> =>
  whileLocked(ctx, merchantId, async (db, { merchant, version }) => {
    expect?.(merchant)
    const { id, createdAt, status, ...before } = merchant
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const after = checkMerchantFields({ ...before, ...given })
    const changed = difference(before, after)
    if (!changed) return merchant
    await refuseMissingSeller(db, merchant, after)
    const result: Merchant = { id, createdAt, status, ...after }
    const now = ctx.clock.now()
    const entry = auditEntry(now, by, {
      action: 'merchantChanged',
      owner: merchantOwner(id),
      subject: { type: 'merchant', id: String(id) },
      ...changed,
    })
    await carryOut({ ...ctx, db }, now, [detailsOf(result, version), entry], 'change-merchant')
    return result
  })

/** What invoices of its sites say of who sells is not taken from the merchant. */
async function refuseMissingSeller(db: Db, { id, legalName, address }: Merchant, after: MerchantFields): Promise<void> {
  if (after.legalName === legalName && after.address === address) return
  const needing = (await invoicingOfSites(db, id)).find(
    ({ invoicing }) => invoicing.active && !hasSeller(invoicing, after),
  )
  const field = after.legalName === undefined ? 'legalName' : 'address'
  if (needing) throw refuse('merchant_sells', { field, siteId: needing.id })
}

/**
 * The only way a merchant changes its status. Refuses with `merchant_not_found` and `merchant_state`. `alongside` is
 * committed with it.
 */
export const transitionMerchant = (
  ctx: DirectoryContext,
  { by, merchantId, action, alongside = [] }: MerchantTransition,
): Promise<Merchant> =>
  whileLocked(ctx, merchantId, async (db, { merchant, version }) => {
    const status = merchantAfter(merchant, action)
    const now = ctx.clock.now()
    const entry = auditEntry(now, by, {
      action: audited[action],
      owner: merchantOwner(merchantId),
      subject: { type: 'merchant', id: String(merchantId) },
      before: { status: merchant.status },
      after: { status },
    })
    const result = { ...merchant, status }
    await carryOut({ ...ctx, db }, now, [detailsOf(result, version), entry, ...alongside], 'change-merchant')
    return result
  })

/** Refuses what the table does not have. */
export function merchantAfter({ id, status }: Pick<Merchant, 'id' | 'status'>, action: MerchantAction): MerchantStatus {
  const next = merchantStates.next(status, action)
  if (!next) throw refuse('merchant_state', { merchantId: id, status })
  return next
}

export type MerchantChange = {
  by: Author
  merchantId: MerchantId
  changes: MerchantInput
  expect?: (merchant: Merchant) => void
}

export type MerchantTransition = {
  by: Author
  merchantId: MerchantId
  action: MerchantAction
  alongside?: readonly Write[]
}
const audited = { close: 'merchantClosing', finish: 'merchantClosed', reopen: 'merchantReopened' } as const

/** Two changes of a merchant follow one another, and none while a payout to it is decided. */
const whileLocked = (
  ctx: DirectoryContext,
  merchantId: MerchantId,
  work: (db: Db, found: MerchantVersion) => Promise<Merchant>,
): Promise<Merchant> =>
  ctx.db.locked([merchantLock(merchantId)], { name: 'change-merchant' }, async (db) => {
    const found = await findMerchant(db, merchantId)
    if (!found) throw refuse('merchant_not_found', { field: 'merchantId' })
    return work(db, found)
  })

function detailsOf(merchant: Merchant, version: number): Write {
  const set = {
    version: version + 1,
    status: merchant.status,
    name: merchant.name,
    legal_name: merchant.legalName ?? null,
    registration_number: merchant.registrationNumber ?? null,
    tax_number: merchant.taxNumber ?? null,
    address: merchant.address ?? null,
    country: merchant.country ?? null,
    email: merchant.email ?? null,
  }
  return insert(
    'directory.merchant_details',
    { id: BigInt(merchant.id), ...set },
    { orElse: { conflict: ['id'], set: Object.keys(set) as (keyof typeof set)[] } },
  )
}
