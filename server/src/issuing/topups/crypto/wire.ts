import { z } from 'zod'
import { type Rate, rateText } from '#core/rates'
import { momentShape, momentText } from '#issuing/api'
import {
  type ChainAsset,
  type Deposit,
  type DepositId,
  formatQuantity,
  paymentUri,
  type WatchedChain,
} from '#issuing/deposits'
import { add, formatMoney, type Money, subtract, zero } from '#kernel/base/money.ts'
import type { Offer } from './make-quote.ts'
import { type CryptoOrder, inputTypes, type Quote, type Receipt } from './quote.ts'
import { receiptStates } from './receipt-states.ts'

/** What the routes of topups in coins reply. */

const amountShape = z.string().meta({ description: 'A decimal text such as 100.00.' })
const quantityShape = z.string().meta({ description: 'A decimal text such as 0.0352.' })
const hashShape = z.string().meta({ description: '0x and 64 hexadecimal digits.' })

export const currencyShape = z.strictObject({
  blockchain: z.string(),
  chainId: z.string().meta({ description: 'The number of the chain (EIP-155).' }),
  identifier: z.string().meta({ description: 'cryptoCurrency of a quote and of an order.' }),
  contract: z.string().optional().meta({ description: 'Of a token; absent: the coin of the chain.' }),
  decimals: z.int(),
  confirmations: z.int().meta({ description: 'Blocks until a deposit counts.' }),
})

export const currencyRecord = ({ name, evmId }: WatchedChain, asset: ChainAsset): z.output<typeof currencyShape> => ({
  blockchain: name,
  chainId: String(evmId),
  identifier: asset.code,
  ...(asset.contract && { contract: asset.contract }),
  decimals: asset.decimals,
  confirmations: asset.confirmations,
})

export const limitsShape = z.strictObject({
  blockchain: z.string(),
  identifier: z.string(),
  min: quantityShape,
  max: quantityShape,
})

export const limitsRecord = (
  { name }: WatchedChain,
  { code, decimals, minimum, maximum }: ChainAsset,
): z.output<typeof limitsShape> => ({
  blockchain: name,
  identifier: code,
  min: formatQuantity(minimum, decimals),
  max: formatQuantity(maximum, decimals),
})

const offerFields = {
  blockchain: z.string(),
  inputType: z.enum(inputTypes),
  cryptoCurrency: z.string(),
  cryptoAmount: quantityShape.meta({ description: 'What the customer sends.' }),
  fiatCurrency: z.string(),
  fiatAmount: amountShape.meta({ description: 'What it is worth.' }),
  fees: amountShape.meta({ description: 'Of the amount; the rest is credited.' }),
  credited: amountShape,
  rate: z.string().meta({ description: 'Of the currency for one coin, with eight digits, cut off.' }),
}
export const offerShape = z.strictObject(offerFields)
export const quoteShape = z.strictObject({ ...offerFields, quoteId: z.string(), expiresAt: momentShape })

type Offered = Pick<Offer, 'inputType' | 'amount' | 'fee' | 'quantity' | 'rate'>

export const offerRecord = (
  { inputType, amount, fee, quantity, rate }: Offered,
  { chain, asset }: { chain: WatchedChain; asset: ChainAsset },
): z.output<typeof offerShape> => ({
  blockchain: chain.name,
  inputType,
  cryptoCurrency: asset.code,
  cryptoAmount: formatQuantity(quantity, asset.decimals),
  fiatCurrency: amount.currency,
  fiatAmount: formatMoney(amount),
  fees: formatMoney(fee),
  credited: formatMoney(subtract(amount, fee)),
  rate: rateText(rate as Rate),
})

export const quoteRecord = (
  quote: Quote,
  on: { chain: WatchedChain; asset: ChainAsset },
): z.output<typeof quoteShape> => ({
  ...offerRecord(quote, on),
  quoteId: String(quote.id),
  expiresAt: momentText(quote.expiresAt),
})

const depositShape = z.strictObject({
  id: z.string(),
  transactionHash: hashShape,
  cryptoAmount: quantityShape.optional().meta({ description: 'Absent: a token that is none of ours.' }),
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  status: z.enum([...receiptStates.statuses.filter((status) => status !== 'frozen')]),
  reason: z.string().optional().meta({ description: 'Why it was parked.' }),
  credited: amountShape.optional(),
})

/** What a topup in coins has besides. */
export const cryptoShape = z.strictObject({
  blockchain: z.string(),
  chainId: z.string(),
  cryptoCurrency: z.string(),
  contract: z.string().optional(),
  cryptoAmount: quantityShape,
  rate: z.string(),
  address: z.string().meta({ description: 'Where to send the coins. It is for this topup only.' }),
  uri: z.string().meta({ description: 'The payment for wallets and QR codes (EIP-681).' }),
  senderAddress: z.string(),
  expiresAt: momentShape.meta({ description: 'Until then the rate holds.' }),
  deposits: z.array(depositShape),
})

export type CryptoFacts = {
  order: CryptoOrder
  chain: WatchedChain
  asset: ChainAsset
  receipts: readonly { receipt: Receipt; deposit: Deposit; asset: ChainAsset | undefined }[]
}

export const cryptoRecord = ({ order, chain, asset, receipts }: CryptoFacts): z.output<typeof cryptoShape> => {
  const { address, quote } = order
  const { contract, decimals } = asset
  return {
    blockchain: chain.name,
    chainId: String(chain.evmId),
    cryptoCurrency: asset.code,
    ...(contract && { contract }),
    cryptoAmount: formatQuantity(quote.quantity, decimals),
    rate: rateText(quote.rate as Rate),
    address,
    uri: paymentUri({ evmId: chain.evmId, contract, address, quantity: quote.quantity }),
    senderAddress: quote.sender,
    expiresAt: momentText(quote.expiresAt),
    deposits: receipts.map(depositRecord),
  }
}

/** A customer must not learn that a deposit was frozen: it waits, as far as is shown. */
function depositRecord({ receipt, deposit, asset }: CryptoFacts['receipts'][number]): z.output<typeof depositShape> {
  const status = receipt.status === 'frozen' ? 'waiting' : receipt.status
  return {
    id: deposit.id satisfies DepositId,
    transactionHash: deposit.transactionHash,
    ...(asset && { cryptoAmount: formatQuantity(deposit.quantity, asset.decimals) }),
    confirmations: deposit.confirmations,
    confirmationsNeeded: deposit.needed,
    status,
    ...(receipt.status === 'parked' && receipt.reason && { reason: receipt.reason }),
    ...(receipt.credited && receipt.status !== 'reclaimed' && { credited: formatMoney(netOf(receipt.credited)) }),
  }
}

const netOf = ({ amount, fee }: { amount: Money; fee: Money }): Money => subtract(amount, fee)

/** What all deposits of a topup have brought, and was not reclaimed. */
export function creditedOf({ receipts }: CryptoFacts): Money | undefined {
  const nets = receipts.flatMap(({ receipt: { credited, status } }) =>
    credited ? [status === 'reclaimed' ? zero(credited.amount.currency) : netOf(credited)] : [],
  )
  const [first, ...rest] = nets
  return first && rest.reduce(add, first)
}
