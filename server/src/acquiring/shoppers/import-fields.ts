import { z } from 'zod'
import { optional, text } from '#kernel/http/field.ts'
import { isMissing } from '#kernel/http/read.ts'

/** The data of a card that was stored elsewhere, by the names of card data in `POST /order` (merchant-payments). */
export const movedCardFields = {
  cardNumber: text({ max: 40, what: 'the number of the card' }),
  cardExpiryDate: text({ max: 10, what: 'MM/YY or MM/YYYY' }),
  cardHolderName: optional(text({ max: 100, what: 'the name on the card' })),
  cardCvv: z
    .unknown()
    .refine(isMissing, { message: 'must not be sent: a security code may not be stored, and nothing is charged now' })
    .optional()
    .meta({ description: 'Must not be sent: a security code may not be stored' }),
  networkTransactionId: text({
    max: 64,
    what: 'the network id of a payment that the holder made with the card, which shows that they agreed to be charged',
  }),
  networkTransactionDate: text({
    max: 20,
    what: 'the Unix time in milliseconds of the payment that networkTransactionId names',
  }),
}

export type MovedCardFields = { cardNumber: string; cardExpiryDate: string; cardHolderName?: string | undefined }
