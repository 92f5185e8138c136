import { z } from 'zod'
import { momentShape, momentText, uuidShape } from '#issuing/api'
import { formatMoney } from '#kernel/base/money.ts'
import { type Account, accountStatuses, type Funds } from './account.ts'

const amountShape = z.string().meta({ description: 'A decimal text such as 100.00.' })
export const accountShape = z.strictObject({
  id: uuidShape,
  currency: z.string(),
  status: z.enum(accountStatuses),
  balance: amountShape,
  held: amountShape,
  available: amountShape,
  createdAt: momentShape,
  closedAt: momentShape.optional(),
})

export const accountRecord = (account: Account, { balance, held, available }: Funds) => ({
  id: account.id,
  currency: account.currency,
  status: account.status,
  balance: formatMoney(balance),
  held: formatMoney(held),
  available: formatMoney(available),
  createdAt: momentText(account.createdAt),
  ...(account.closedAt && { closedAt: momentText(account.closedAt) }),
})
