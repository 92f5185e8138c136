import assert from 'node:assert/strict'
import { todayOf } from './becoming-a-customer.ts'
import { openCheckout, payBy, sandboxCard } from './checkout.ts'
import type { Scene } from './scene.ts'

/** A payment with it is disputed after 5 days, and the store wins after 10 more. */
const disputedCard = { number: '4000 0500 0000 2003', expiry: '12/34', cvv: '123' }
const shopper = { identifier: 'bob', email: 'bob@example.com' }
const months = 6

/** A subscription and a disputed payment at our own store, by cards of the sandbox. */
export async function subscribe(scene: Scene): Promise<void> {
  const { merchant, program, books, printer } = scene
  const { step, tell, booked } = printer
  step('Bob subscribes to bread at Crumb & Co., and buys a cake')
  const today = await todayOf(scene)
  const order = { orderId: 'bread-box', type: 'recurring', intervalType: 'month', intervalValue: 1 } as const
  const terms = { amount: '18.00', trialAmount: '5.00', currency: 'EUR', description: 'Bread box' } as const
  const firstBillDate = `${today.add({ months: 1 })}T10:00:00+00:00`
  const opened = merchant.sign({
    customer: shopper,
    order: { ...order, ...terms, firstBillDate },
    cardTransactionMode: 'authAndCapture',
    saveCard: true,
  })
  await payBy(await openCheckout(program.url, opened), sandboxCard)
  const first = await merchant.notification('bread-box', ({ transactionStatus }) => transactionStatus === 'complete-ok')
  tell('merchant', `notification of bread-box: ${first.transactionStatus}, the first box for ${terms.trialAmount}`)
  booked(await books.next('paymentCaptured'))
  const cake = { orderId: 'cake', type: 'purchase', amount: '9.90', currency: 'EUR', description: 'Cake' } as const
  const signed = merchant.sign({ customer: shopper, order: cake, cardTransactionMode: 'authAndCapture' })
  await payBy(await openCheckout(program.url, signed), disputedCard)
  const { transactionStatus } = await merchant.notification('cake')
  assert.equal(transactionStatus, 'complete-ok')
  tell('merchant', `notification of cake: ${transactionStatus}`)
  booked(await books.next('paymentCaptured'))
  await passMonths(scene)
}

async function passMonths({ merchant, books, printer }: Scene): Promise<void> {
  const { step, tell, booked } = printer
  step(`${months} months pass on the test clock`)
  let done = 0
  for (let target: Readonly<Record<string, string>> | undefined = { runFor: `P${months}M1D` }; target; ) {
    const report = await merchant.call('PATCH', '/test-clock', target)
    done += report.done
    target = report.more ? { runTo: report.runTo } : undefined
  }
  tell('merchant', `${done} things fell due, each on its day`)
  for (let box = 1; box <= months; box++) {
    const { transactionStatus } = await merchant.notification('bread-box', (one) => one.transactionStatus !== 'start')
    assert.equal(transactionStatus, 'complete-ok')
  }
  tell('merchant', `${months} notifications of bread-box: complete-ok`)
  booked(await books.next('chargebackOpened'))
  await merchant.notification('cake', (one) => one.transactionStatus === 'charge-back')
  tell('merchant', 'notification of cake: charge-back')
  booked(await books.next('chargebackWon'))
  const [won] = await merchant.call('GET', '/transaction', { transactionType: 'representment' })
  assert.equal(won?.transactionStatus, 'complete-ok')
  tell('merchant', `the dispute is won: representment ${won.id}, ${won.transactionStatus}`)
  const others = Map.groupBy(books.takeRest(), ({ recipe }) => recipe)
  for (const [recipe, entries] of others) tell('books', `${recipe}, ${entries.length} times`)
  assert.equal(others.get('paymentCaptured')?.length, months)
}
