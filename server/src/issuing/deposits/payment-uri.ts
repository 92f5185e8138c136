/** What a customer sends, and where to. */
export type PaymentRequest = {
  evmId: bigint
  /** Undefined: the coin of the chain. */
  contract: string | undefined
  address: string
  quantity: bigint
}

/** The request as wallets read it from a QR code (EIP-681). Many ignore it, so the facts are shown as text, too. */
export const paymentUri = ({ evmId, contract, address, quantity }: PaymentRequest): string =>
  contract === undefined
    ? `ethereum:${address}@${evmId}?value=${quantity}`
    : `ethereum:${contract}@${evmId}/transfer?address=${address}&uint256=${quantity}`
