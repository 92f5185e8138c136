import { z } from 'zod'
import { formatMoney } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { type Hindered, hindrances } from './hindrance.ts'

/** Why nothing is paid: the code and what its sentence speaks of, for pages in other languages, and the sentence. */
export const hinderedShape = z.strictObject({
  code: z.enum(hindrances),
  text: z.string().meta({ description: 'In English, as it goes on after "because".' }),
  amount: z.string().optional().meta({ description: 'What the merchant owes, or the minimum.' }),
  bankAccountId: z.string().optional(),
  usableAt: momentShape.optional().meta({ description: 'From when on a new bank account is paid to.' }),
  reason: z.string().optional().meta({ description: 'Why payouts, or the bank account, are held.' }),
})

export const hinderedRecord = ({
  code,
  text,
  amount,
  bankAccount,
  reason,
}: Hindered): z.output<typeof hinderedShape> => ({
  code,
  text,
  ...(amount && { amount: formatMoney(amount) }),
  ...(bankAccount && { bankAccountId: String(bankAccount.id) }),
  ...(bankAccount && code === 'bank_account_waits' && { usableAt: momentText(bankAccount.usableAt) }),
  ...(reason !== undefined && { reason }),
})
