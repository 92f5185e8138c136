import { at } from '../../urls.ts'
import { opAt } from './acting.tsx'

/** Below the operator's address, by what the audit and approvals call the thing. */
const operatorPages: Readonly<Record<string, readonly string[]>> = {
  kycCase: ['reviews', 'kyc'],
  hit: ['reviews', 'screening'],
  deposit: ['reviews', 'deposits'],
  approval: ['reviews', 'approvals'],
  merchant: ['merchants'],
  partner: ['partners'],
  programme: ['partners'],
  merchantPayout: ['money', 'payouts'],
  acquirerBreak: ['money', 'breaks'],
  acquirerReport: ['money', 'reports'],
  networkReport: ['money', 'network'],
  feeInvoice: ['money', 'invoices'],
  product: ['platform', 'products'],
  cardDispute: ['disputes', 'cards'],
  staff: ['settings', 'staff'],
  connector: ['platform', 'connectors'],
}

/** Below the address of the merchant whose affair it is. */
const merchantPages: Readonly<Record<string, string>> = { payment: 'payments', order: 'orders' }

type Subject = { type: string; id?: string | undefined }
type Owner = { kind: string; id: string }

/** The page of a thing that the audit or an approval names; undefined where it has none. */
export function subjectPage({ type, id }: Subject, { kind, id: ownerId }: Owner): string | undefined {
  if (id === undefined) return undefined
  const own = operatorPages[type]
  if (own) return opAt(...own, id)
  const page = merchantPages[type]
  return page !== undefined && kind === 'merchant' ? at({ kind, id: ownerId }, page, id) : undefined
}
