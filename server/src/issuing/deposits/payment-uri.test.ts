import { expect, test } from 'vitest'
import { paymentUri } from './payment-uri.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a payment in the coin of a chain names the receiver and what is sent', () => {
  expect(paymentUri({ evmId: 1n, contract: undefined, address, quantity: 15n * 10n ** 17n })).toBe(
    `ethereum:${address}@1?value=1500000000000000000`,
  )
})

test('a payment in a token names the contract first, which a wallet calls', () => {
  const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  expect(paymentUri({ evmId: 8453n, contract, address, quantity: 25_000_000n })).toBe(
    `ethereum:${contract}@8453/transfer?address=${address}&uint256=25000000`,
  )
})
