import { z } from 'zod'
import { amountShape, idShape } from '#acquiring/api'
import { isPayment, type Transaction } from '#acquiring/payments'
import { optionJson, splitLevelsMax } from '#acquiring/terms'

/** As deep as shares may be nested: OpenAPI documents of these routes have no recursive schemas. */
const splitPaymentShape = (levels: number): z.ZodObject =>
  z.strictObject({
    splitSchema: z.array(
      z.strictObject({
        toSite: idShape,
        amount: amountShape,
        description: z.string().optional(),
        ...(levels > 1 && { splitPayment: splitPaymentShape(levels - 1).optional() }),
      }),
    ),
  })

/** What the record of a transaction says of its shares (wire fact 1.7). */
export const splitShape = {
  transactionOption: z
    .strictObject({ splitPayment: splitPaymentShape(splitLevelsMax).optional(), subMerchantId: z.string().optional() })
    .nullable()
    .meta({ description: 'What was requested of this payment, with the amounts of its shares.' }),
  splitStatus: z.enum(['pending', 'done', 'partly-returned', 'returned']).nullable().meta({
    description: 'Null without a split, and of a payment that failed or was voided. Done once it is captured.',
  }),
}

export const splitRecord = (transaction: Transaction) => ({
  transactionOption: (isPayment(transaction) && optionJson(transaction.option)) || null,
  splitStatus: splitStatusOf(transaction),
})

type SplitStatus = 'pending' | 'done' | 'partly-returned' | 'returned'

function splitStatusOf(transaction: Transaction): SplitStatus | null {
  if (!isPayment(transaction) || transaction.shares.length === 0) return null
  const { status, captured, refunded, chargedBack } = transaction
  if (status === 'failed' || status === 'voided') return null
  if (captured.minor === 0n) return 'pending'
  const returned = status === 'cancelled' ? captured.minor : refunded.minor + chargedBack.minor
  if (returned === 0n) return 'done'
  return returned < captured.minor ? 'partly-returned' : 'returned'
}
