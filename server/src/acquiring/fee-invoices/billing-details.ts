import {
  type Author,
  auditEntry,
  difference,
  type Merchant,
  type MerchantId,
  merchantLock,
  merchantOwner,
} from '#core/directory'
import { readCountryCode } from '#kernel/base/country.ts'
import { commit, insert, StaleWrite, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { FeeInvoicesContext } from './context.ts'
import type { Party } from './invoice.ts'
import { refuse } from './refusals.ts'

/** To whom the invoices of a merchant are addressed, and its VAT. */
export type BillingDetails = {
  legalName: string
  /** Lines. */
  address: string
  country: string
  vatId: string | null
  /** Of what is in the fees. */
  vatBasisPoints: number
  /** On each invoice, such as that the buyer owes the VAT. */
  note: string | null
}

/** As it is stored: what is null is as the data of the merchant have it. */
type OwnDetails = Omit<BillingDetails, 'legalName' | 'address' | 'country'> & {
  legalName: string | null
  address: string | null
  country: string | null
}

/** What is left out stays; null: as the data of the merchant have it. */
export type BillingChange = { [F in keyof OwnDetails]?: OwnDetails[F] | undefined }

type Reading = Pick<FeeInvoicesContext, 'db'> & { directory: Pick<FeeInvoicesContext['directory'], 'merchant'> }

/** Undefined: the operator has not said what the VAT is, or a name or an address is not there any more. No invoice is made. */
export async function billingDetailsOf(
  { db, directory }: Reading,
  merchantId: MerchantId,
): Promise<(BillingDetails & { version: number }) | undefined> {
  const [own, merchant] = await Promise.all([ownDetailsOf(db, merchantId), directory.merchant(merchantId)])
  if (!own) return undefined
  const { version, ...details } = own
  const whole = withDataOf(merchant, details)
  return missingIn(whole).length > 0 ? undefined : { version, ...(whole as BillingDetails) }
}

async function ownDetailsOf(
  db: Reader,
  merchantId: MerchantId,
): Promise<(OwnDetails & { version: number }) | undefined> {
  const row = await db.read
    .selectFrom('fee_invoices.billing_details')
    .selectAll()
    .where('id', '=', BigInt(merchantId))
    .executeTakeFirst()
  return (
    row && {
      version: row.version,
      legalName: row.legal_name,
      address: row.address,
      country: row.country,
      vatId: row.vat_id,
      vatBasisPoints: row.vat_basis_points,
      note: row.note,
    }
  )
}

type Unchecked = { [F in keyof BillingDetails]?: BillingDetails[F] | undefined }

/** The contract is with whom the data of the merchant name, unless its invoices go to somebody else. */
const withDataOf = (merchant: Merchant | undefined, own: OwnDetails): Unchecked => ({
  ...own,
  legalName: own.legalName ?? merchant?.legalName,
  address: own.address ?? merchant?.address,
  country: own.country ?? merchant?.country,
  vatId: own.vatId ?? merchant?.taxNumber ?? null,
})

/** What a change would set, over which version, and in which fields it differs; none: nothing would change. */
export type PlannedDetails = {
  details: BillingDetails
  version: number
  changed: ReturnType<typeof difference>
}

/** Reads what a change would come to. Refuses, by field, what cannot be. */
export async function planBillingDetails(
  ctx: Reading,
  { merchantId, changes }: { merchantId: MerchantId; changes: BillingChange },
): Promise<PlannedDetails> {
  const [own, merchant] = await Promise.all([ownDetailsOf(ctx.db, merchantId), ctx.directory.merchant(merchantId)])
  const { after, before, version } = planned(own, changes)
  return { details: checked(withDataOf(merchant, after)), version, changed: difference({ ...before }, { ...after }) }
}

function planned(own: Awaited<ReturnType<typeof ownDetailsOf>>, changes: BillingChange) {
  const { version = 0, ...before } = own ?? {}
  const after: OwnDetails = { ...none, ...before, ...given(changes) }
  return { version, before, after }
}

type Change = {
  by: Author
  merchantId: MerchantId
  changes: BillingChange
  /** The details over which the change was decided; of others it is a `StaleWrite`. */
  over?: Pick<PlannedDetails, 'version'> | undefined
  /** For the same commit, if anything changes. */
  alongside?: readonly Write[] | undefined
}

/** Sets what is given, as the operator. Invoices that were issued before stay as they are. */
export async function changeBillingDetails(
  ctx: FeeInvoicesContext,
  { by, merchantId, changes, over, alongside = [] }: Change,
): Promise<BillingDetails> {
  const merchant = await ctx.directory.merchant(merchantId)
  return ctx.db.locked([merchantLock(merchantId)], { name: 'billing-details' }, async (tx) => {
    const now = ctx.clock.now()
    const { version, before, after } = planned(await ownDetailsOf(tx, merchantId), changes)
    if (over && over.version !== version) throw new StaleWrite('fee_invoices.billing_details')
    const details = checked(withDataOf(merchant, after))
    const changedFields = difference({ ...before }, { ...after })
    if (!changedFields) return details
    const row = {
      id: BigInt(merchantId),
      version: version + 1,
      legal_name: after.legalName,
      address: after.address,
      country: after.country,
      vat_id: after.vatId,
      vat_basis_points: after.vatBasisPoints,
      note: after.note,
    }
    const { id: _id, ...set } = row
    await commit(
      { ...ctx, db: tx },
      now,
      [
        insert('fee_invoices.billing_details', row, {
          orElse: { conflict: ['id'], set: Object.keys(set) as (keyof typeof set)[] },
        }),
        auditEntry(now, by, {
          action: 'billingDetailsChanged',
          owner: merchantOwner(merchantId),
          subject: { type: 'billingDetails', id: BigInt(merchantId) },
          ...changedFields,
        }),
        ...alongside,
      ],
      'billing-details',
    )
    return details
  })
}

const none: OwnDetails = {
  ...{ legalName: null, address: null, country: null, vatId: null },
  ...{ vatBasisPoints: 0, note: null },
}

const given = (changes: BillingChange): Partial<OwnDetails> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

const missingIn = (details: Unchecked) =>
  (['legalName', 'address', 'country'] as const).filter((field) => details[field] === undefined)

function checked(unchecked: Unchecked): BillingDetails {
  const missing = missingIn(unchecked)
  if (missing.length > 0) throw refuse('billing_details_missing', { field: missing[0]!, fields: missing.join(', ') })
  const details = unchecked as BillingDetails
  if (!isText(details.legalName, nameMax))
    throw refuse('billing_text', { field: 'legalName', what: 'The name', max: nameMax })
  if (!isText(details.address, addressMax))
    throw refuse('billing_text', { field: 'address', what: 'The address', max: addressMax })
  if (details.vatId !== null && !isText(details.vatId, vatIdMax))
    throw refuse('billing_text', { field: 'vatId', what: 'The VAT id', max: vatIdMax })
  if (details.note !== null && !isText(details.note, noteMax))
    throw refuse('billing_text', { field: 'note', what: 'The note', max: noteMax })
  if (readCountryCode(details.country) !== details.country) throw refuse('billing_country', { field: 'country' })
  const { vatBasisPoints: rate, note } = details
  if (!Number.isInteger(rate) || rate < 0 || rate > 5_000 || (rate === 0 && note === null))
    throw refuse('billing_vat', { field: rate === 0 ? 'note' : 'vatBasisPoints' })
  return details
}

const [nameMax, addressMax, vatIdMax, noteMax] = [200, 400, 20, 300]
const isText = (text: string, max: number): boolean => text.trim().length > 0 && text.length <= max

/** As the invoice says it. */
export const buyerOf = ({ legalName, address, country, vatId }: BillingDetails): Party => ({
  name: legalName,
  address,
  country,
  vatId,
})
