import { z } from 'zod'
import { Secret } from '#kernel/base/secret.ts'

/** What the app reads of Florin's replies, and no more. Amounts are decimal texts. */

export const Kyc = z.object({ status: z.string(), missing: z.array(z.string()) })

/** A page of Florin's for the browser of the customer. */
export const Page = z.object({ url: z.string() })

export const Account = z.object({
  id: z.string(),
  currency: z.string(),
  status: z.string(),
  balance: z.string(),
  held: z.string(),
  available: z.string(),
  createdAt: z.string(),
})
export type Account = z.output<typeof Account>

export const Card = z.object({
  id: z.string(),
  status: z.string(),
  last4: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
  createdAt: z.string(),
})
export type Card = z.output<typeof Card>

const secret = z.string().transform((text) => new Secret(text))
export const CardSecrets = z.object({ pan: secret, cvv: secret })
export type CardSecrets = z.output<typeof CardSecrets>

/** A payment that waits for its approval (3-D Secure). */
export const Challenge = z.object({
  transactionAuthId: z.string(),
  transactionId: z.string(),
  amount: z.number(),
  currency: z.string(),
  merchant: z.string(),
  expiresAt: z.string(),
})
export type Challenge = z.output<typeof Challenge>

export const Transaction = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  amounts: z.object({ held: z.string(), cleared: z.string(), refunded: z.string() }),
  merchantAmount: z.string(),
  merchantCurrency: z.string(),
  exchange: z.object({ rate: z.string(), markup: z.string() }).optional(),
  merchant: z.object({ name: z.string(), city: z.string().optional(), country: z.string().optional() }),
  createdAt: z.string(),
  expiresAt: z.string().optional(),
  /** One transaction has it, and a list has not. */
  declineReason: z.string().optional(),
})
export type Transaction = z.output<typeof Transaction>

const Message = z.object({
  kind: z.string(),
  status: z.string().optional(),
  amount: z.string(),
  currency: z.string(),
  code: z.string(),
  receivedAt: z.string(),
})
export type Message = z.output<typeof Message>
export const DetailedTransaction = Transaction.extend({ messages: z.array(Message) })
export type DetailedTransaction = z.output<typeof DetailedTransaction>

const Deposit = z.object({
  cryptoAmount: z.string().optional(),
  confirmations: z.number(),
  confirmationsNeeded: z.number(),
  status: z.string(),
  reason: z.string().optional(),
})
const CryptoOrder = z.object({
  blockchain: z.string(),
  cryptoCurrency: z.string(),
  cryptoAmount: z.string(),
  address: z.string(),
  uri: z.string(),
  senderAddress: z.string(),
  expiresAt: z.string(),
  deposits: z.array(Deposit),
})
export type CryptoOrder = z.output<typeof CryptoOrder>

export const Topup = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  fees: z.string(),
  credited: z.string().optional(),
  createdAt: z.string(),
  failureReason: z.string().optional(),
  crypto: CryptoOrder.optional(),
})
export type Topup = z.output<typeof Topup>

export const Coin = z.object({ blockchain: z.string(), identifier: z.string(), confirmations: z.number() })
export type Coin = z.output<typeof Coin>

export const Quote = z.object({
  blockchain: z.string(),
  cryptoCurrency: z.string(),
  cryptoAmount: z.string(),
  fiatAmount: z.string(),
  fiatCurrency: z.string(),
  fees: z.string(),
  credited: z.string(),
  rate: z.string(),
  expiresAt: z.string(),
})
export type Quote = z.output<typeof Quote>

export const listOf = <Shape extends z.ZodType>(shape: Shape) => z.object({ data: z.array(shape) })
