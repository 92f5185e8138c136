import assert from 'node:assert/strict'
import { type Ana, logIn, passTime } from './becoming-a-customer.ts'
import { openCheckout, payBy } from './checkout.ts'
import type { Scene } from './scene.ts'
import { fundsOf } from './spending.ts'

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

/** Ana says that the cake never came. Both sides of it are here: the operator decides, and the store was right. */
export async function takeBackCake(scene: Scene, ana: Ana): Promise<void> {
  const { merchant, partner, program, books, printer } = scene
  const { step, tell, booked } = printer
  step('Ana disputes the cake, which her card and the store have from the same Florin')
  const call = await logIn(scene, ana.customerId)
  const { data } = await call('GET', '/transactions?type=purchase&status=settled')
  const cake = data.find((one: { amount: string }) => one.amount === '36.00')
  const claim = { reason: 'notReceived', explanation: 'There was no cake in the box.' }
  const { id, amount } = await call('POST', `/transactions/${cake.id}/disputes`, claim)
  await partner.webhook('disputeCreated', ({ disputeId }) => disputeId === id)
  tell('partner', `webhook disputeCreated: ${amount}, which is what was not refunded`)
  const funds = async () => fundsOf({ ...ana, call: await logIn(scene, ana.customerId) })
  const decides = async (action: 'raise' | 'lose') => {
    tell('operator', (await program.command('card-dispute', action, id)).trim())
    await passTime(scene, 'P1D')
    const { status } = await partner.webhook('disputeUpdated', ({ disputeId }) => disputeId === id)
    return status
  }
  assert.equal(await decides('raise'), 'chargedBack')
  booked(await books.next('cardDisputeCredited'))
  booked(await books.next('chargebackOpened'))
  await merchant.notification('cake', (one) => one.transactionStatus === 'charge-back')
  tell('merchant', 'notification of cake: charge-back')
  tell('partner', `webhook disputeUpdated: chargedBack; ${await funds()}`)

  step('The baker has a photo of the cake: the dispute is lost, and the store has its money again')
  assert.equal(await decides('lose'), 'lost')
  booked(await books.next('cardDisputeLost'))
  booked(await books.next('chargebackWon'))
  const [won] = await merchant.call('GET', '/transaction', { transactionType: 'representment' })
  assert.equal(won?.transactionStatus, 'complete-ok')
  tell('merchant', `representment ${won.id}, ${won.transactionStatus}`)
  tell('partner', `webhook disputeUpdated: lost; ${await funds()}`)
}
