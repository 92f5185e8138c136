import assert from 'node:assert/strict'
import { type Ana, logIn, passTime } from './becoming-a-customer.ts'
import { submit, titleOf, visit } from './browser.ts'
import { openCheckout, payBy } from './checkout.ts'
import type { Scene } from './scene.ts'
import { fundsOf, reveal } from './spending.ts'

const price = '36.00'

/** The card that Florin has issued pays at the store that Florin serves, after its holder has said yes in the app. */
export async function buyCake(scene: Scene, ana: Ana): Promise<void> {
  const { merchant, partner, program, books, printer } = scene
  const { step, tell, booked } = printer
  step(`She buys a cake for ${price} at Crumb & Co., and confirms it in the app of Nordwind`)
  const order = { orderId: 'cake', type: 'purchase', amount: price, currency: 'EUR', description: 'Cake' } as const
  const customer = { identifier: 'ana', email: 'ana@example.com' }
  const signed = merchant.sign({ customer, order, cardTransactionMode: 'authAndCapture' })
  const question = await submit(await payBy(await openCheckout(program.url, signed), await reveal(ana)))
  tell('merchant', `the shopper waits: “${titleOf(question)}”`)
  const { transactionId, merchant: shop, amount } = await partner.webhook('transaction3dsRequested')
  tell('partner', `webhook transaction3dsRequested: ${amount.toFixed(2)} at ${shop}`)
  await approve(ana, transactionId)
  const { status } = await partner.webhook('transaction3dsCompleted')
  assert.equal(status, 'authorized')
  tell('partner', `webhook transaction3dsCompleted: ${status}`)
  const last = await submit(await visit(question.url))
  tell('merchant', `“${titleOf(last)}”`)
  const { transactionStatus, transactionId: paymentId } = await merchant.notification('cake')
  assert.equal(transactionStatus, 'complete-ok')
  tell('merchant', `notification of cake: ${transactionStatus}`)
  booked(await books.next('paymentCaptured'))
  tell('partner', await fundsOf(ana))

  step('Three days pass, and it is cleared and settled')
  await passTime(scene, 'P3D')
  booked(await books.next('cardPaymentCleared'))
  await partner.webhook('transactionSettled', (one) => one.transactionId === transactionId)
  booked(await books.next('batchClosed'))
  const later = { ...ana, call: await logIn(scene, ana.customerId) }
  tell('partner', `webhook transactionSettled: ${await fundsOf(later)}`)

  step('A candle was missing: the store refunds 6.00')
  const refunded = await merchant.call('DELETE', `/transaction/${paymentId}`, { amount: '6.00' })
  tell('merchant', `refund: ${refunded.transactionStatus}`)
  booked(await books.next('paymentRefunded'))
  booked(await books.next('cardRefundCleared'))
  tell('partner', await fundsOf(later))
}

/** What the app does when she puts her finger on it. */
async function approve({ call }: Ana, transactionId: string): Promise<void> {
  const { data } = await call('GET', '/transactions/3d-secure')
  const waits = data.find((one: { transactionId: string }) => one.transactionId === transactionId)
  assert(waits, `the challenge of ${transactionId} is not in the list`)
  const answer = { authType: 'fingerprint', authStatus: 'success' }
  await call('PATCH', `/transactions/3d-secure/${waits.transactionAuthId}`, answer)
}
