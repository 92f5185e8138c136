import { z } from 'zod'
import { momentShape, momentText, uuidShape } from '#issuing/api'
import { topupTypes } from '#issuing/programmes'
import { formatMoney } from '#kernel/base/money.ts'
import { type CryptoFacts, creditedOf, cryptoRecord, cryptoShape } from './crypto/wire.ts'
import { creditOf, type Reversal, reversalKinds, type Topup } from './topup.ts'
import { topupStates } from './topup-states.ts'

/** What the routes of topups reply. */

export const amountShape = z.string().meta({ description: 'A decimal text such as 100.00.' })

export const topupShape = z.strictObject({
  id: z.string(),
  type: z.enum(topupTypes),
  status: z.enum(topupStates.statuses),
  amount: amountShape,
  currency: z.string(),
  fees: amountShape.meta({ description: 'Of the amount; the rest is credited.' }),
  credited: amountShape.optional().meta({ description: 'What the account has received.' }),
  accountId: uuidShape,
  createdAt: momentShape,
  completedAt: momentShape.optional(),
  failureReason: z.string().optional(),
  crypto: cryptoShape.optional().meta({ description: 'Of a topup in coins.' }),
  reversals: z
    .array(
      z.strictObject({
        type: z.enum(reversalKinds),
        amount: amountShape,
        owed: amountShape.optional().meta({
          description:
            'The part that the account did not have and owes; of a representment or a reinstatement, the part that it owes no more.',
        }),
        occurredAt: momentShape,
      }),
    )
    .optional()
    .meta({
      description: 'What happened to the payment afterwards. A representment and a reinstatement brought money back.',
    }),
})

/** What is shown of a topup besides its own row. */
export type TopupFacts = { reversals?: readonly Reversal[] | undefined; crypto?: CryptoFacts | undefined }

export const topupRecord = (
  topup: Topup,
  { reversals = [], crypto }: TopupFacts = {},
): z.output<typeof topupShape> => ({
  id: topup.id,
  type: topup.type,
  status: topup.status,
  amount: formatMoney(topup.amount),
  currency: topup.amount.currency,
  fees: formatMoney(topup.fee),
  ...(topup.completedAt && { credited: formatMoney((crypto && creditedOf(crypto)) ?? creditOf(topup)) }),
  accountId: topup.accountId,
  createdAt: momentText(topup.createdAt),
  ...(topup.completedAt && { completedAt: momentText(topup.completedAt) }),
  ...(topup.failureReason !== undefined && { failureReason: topup.failureReason }),
  ...(crypto && { crypto: cryptoRecord(crypto) }),
  ...(reversals.length > 0 && { reversals: reversals.map(reversalRecord) }),
})

const reversalRecord = ({ kind, amount, owed, occurredAt }: Reversal) => ({
  type: kind,
  amount: formatMoney(amount),
  ...(owed.minor > 0n && { owed: formatMoney(owed) }),
  occurredAt: momentText(occurredAt),
})
