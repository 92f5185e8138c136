import assert from 'node:assert/strict'
import { passTime } from './becoming-a-customer.ts'
import { openCheckout, payBy } from './checkout.ts'
import type { Scene } from './scene.ts'

/** A payment with it is disputed after 5 days, and the store wins after 10 more. */
const disputedCard = { number: '4000 0500 0000 2003', expiry: '12/34', cvv: '123' }

/** Bob, whose card is of another bank, pays and says that nothing came. He loses. */
export async function lose(scene: Scene): Promise<void> {
  const { merchant, program, books, printer } = scene
  const { step, tell, booked } = printer
  step('Bob pays 9.90 with a card of another bank, and disputes it')
  const order = { orderId: 'loaf', type: 'purchase', amount: '9.90', currency: 'EUR', description: 'Loaf' } as const
  const customer = { identifier: 'bob', email: 'bob@example.com' }
  const signed = merchant.sign({ customer, order, cardTransactionMode: 'authAndCapture' })
  await payBy(await openCheckout(program.url, signed), disputedCard)
  const { transactionStatus } = await merchant.notification('loaf')
  assert.equal(transactionStatus, 'complete-ok')
  tell('merchant', `notification of loaf: ${transactionStatus}`)
  booked(await books.next('paymentCaptured'))
  await passTime(scene, 'P16D')
  booked(await books.next('chargebackOpened'))
  await merchant.notification('loaf', (one) => one.transactionStatus === 'charge-back')
  tell('merchant', 'notification of loaf: charge-back')
  booked(await books.next('chargebackWon'))
  const [won] = await merchant.call('GET', '/transaction', { transactionType: 'representment' })
  assert.equal(won?.transactionStatus, 'complete-ok')
  tell('merchant', `the dispute is won: representment ${won.id}, ${won.transactionStatus}`)
}
