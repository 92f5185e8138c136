import { z } from 'zod'
import { isAsset } from '#kernel/base/assets.ts'
import { type Currency, type Money, parseMoney } from '#kernel/base/money.ts'
import { textOf } from '#kernel/http/field.ts'
import type { Happened } from '../reverse-topup.ts'

/**
 * The outcome of the payment of a topup. `none`: the customer has not opened the payment page. `open`: nothing is paid and
 * the page may still be. `unpaid`: the page has ended, and no card was tried. `atBank`: the customer is there. `pending`: authorized, or not known yet.
 */
export type Outcome = {
  state: 'none' | 'open' | 'unpaid' | 'atBank' | 'pending' | 'failed' | 'undone' | 'paid'
  payment: Payment | undefined
  /** What happened to the money after it was paid, oldest first. */
  afterwards: readonly Happened[]
}
export type Payment = { transactionId: bigint; amount: Money; reason: string | undefined }

const digits = z.unknown().transform((value, context): bigint => {
  const text = textOf(value) ?? ''
  if (/^\d{1,19}$/.test(text)) return BigInt(text)
  context.addIssue({ code: 'custom', message: 'is no id' })
  return z.NEVER
})
const orderShape = z.object({ id: digits, orderStatus: z.string() })
const transactionShape = z
  .object({
    id: digits,
    transactionType: z.string(),
    transactionStatus: z.string(),
    amount: z.unknown().transform((value) => textOf(value) ?? ''),
    currency: z.string().refine(isAsset),
  })
  .transform((record) => ({ ...record, amount: parseMoney(record.amount, record.currency as Currency)! }))
export type OrderRecord = z.output<typeof orderShape>
export type TransactionRecord = z.output<typeof transactionShape>

export const ordersShape = z.object({ data: z.array(orderShape) })
/** Of one transaction: what the provider said, the last time at the end. */
export const componentsShape = z.object({
  data: z.object({ components: z.array(z.object({ providerRc: z.string() })) }),
})
export const transactionsShape = z.object({ data: z.array(transactionShape) })

/** Of an order that nobody pays any more. */
const ended = ['complete-failed', 'cancel-ok', 'void-ok']
const paidStatuses = ['complete-ok', 'refund-ok', 'charge-back']
/** The payment was captured, and its capture has failed after all. */
const failedCapture = ({ transactionType }: TransactionRecord): boolean => transactionType === 'capture-failure'
const undoneStatuses = ['cancel-ok', 'void-ok']

export function outcomeOf(order: OrderRecord | undefined, records: readonly TransactionRecord[]): Outcome {
  if (!order) return { state: 'none', payment: undefined, afterwards: [] }
  const all = records.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const deposits = all.filter(({ transactionType }) => transactionType === 'deposit')
  const last = deposits.at(-1)
  const afterwards = all.flatMap(happenedIn)
  const found = (state: Outcome['state'], statuses: readonly string[]): Outcome | undefined => {
    const deposit = deposits.findLast(({ transactionStatus }) => statuses.includes(transactionStatus))
    return deposit && { state, payment: paymentOf(deposit), afterwards }
  }
  return (
    found('paid', paidStatuses) ??
    found('undone', undoneStatuses) ??
    found('pending', ['in-progress', 'uncertain']) ??
    found('atBank', ['start', '3d-pending']) ?? {
      state: !(ended.includes(order.orderStatus) || all.some(failedCapture)) ? 'open' : last ? 'failed' : 'unpaid',
      payment: last && paymentOf(last),
      afterwards,
    }
  )
}

const paymentOf = ({ id, amount }: TransactionRecord): Payment => ({
  transactionId: id,
  amount,
  reason: undefined,
})

function happenedIn({ id, transactionType, transactionStatus, amount }: TransactionRecord): Happened[] {
  const one = (kind: Happened['kind']): Happened[] => [{ kind, transactionId: id, amount }]
  switch (`${transactionType} ${transactionStatus}`) {
    case 'refund refund-ok':
      return one('refund')
    case 'chargeback charge-back':
      return one('charge_back')
    case 'representment complete-ok':
      return one('representment')
    case 'capture-failure complete-failed':
      return one('capture_failure')
    case 'reinstatement complete-ok':
      return one('reinstatement')
    case 'deposit cancel-ok':
      return one('cancel')
    default:
      return []
  }
}
