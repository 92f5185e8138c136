import assert from 'node:assert/strict'
import { type Ana, logIn, passTime, todayOf } from './becoming-a-customer.ts'
import { openCheckout, payBy } from './checkout.ts'
import type { Scene } from './scene.ts'
import { fundsOf, reveal } from './spending.ts'

const months = 6

/** A subscription of half a year by the card that Florin has issued; in its middle the card is lost and replaced. */
export async function subscribe(scene: Scene, ana: Ana): Promise<Ana> {
  const { merchant, program, books, printer } = scene
  const { step, tell, booked } = printer
  step('She subscribes to a box of bread: 5.00 today, and 18.00 each month')
  const today = await todayOf(scene)
  const order = { orderId: 'bread-box', type: 'recurring', intervalType: 'month', intervalValue: 1 } as const
  const terms = { amount: '18.00', trialAmount: '5.00', currency: 'EUR', description: 'Bread box' } as const
  const signed = merchant.sign({
    customer: { identifier: 'ana', email: 'ana@example.com' },
    order: { ...order, ...terms, firstBillDate: `${today.add({ months: 1 })}T10:00:00+00:00` },
    cardTransactionMode: 'authAndCapture',
    saveCard: true,
  })
  const call = await logIn(scene, ana.customerId)
  await payBy(await openCheckout(program.url, signed), await reveal({ ...ana, call }))
  tell('merchant', `notification of bread-box: ${await paid(scene)}`)
  booked(await books.next('paymentCaptured'))

  step('Three months pass, and the card is lost')
  await passTime(scene, 'P3M2D')
  for (let box = 0; box < months / 2; box++) assert.equal(await paid(scene), 'complete-ok')
  tell('merchant', '3 boxes are paid')
  const renewed = await replaceCard(scene, ana)

  step('Three more months pass, and the store is paid by the new card')
  await passTime(scene, 'P3M2D')
  for (let box = 0; box < months / 2; box++) assert.equal(await paid(scene), 'complete-ok')
  tell('merchant', '3 boxes are paid')
  const later = { ...renewed, call: await logIn(scene, ana.customerId) }
  const { total } = await later.call('GET', '/transactions?type=purchase&status=settled')
  const { data } = await later.call('GET', '/transactions?type=purchase&size=100')
  const byNew = data.filter(({ cardId }: { cardId: string }) => cardId === renewed.cardId)
  assert.deepEqual([total, byNew.length], [9, months / 2])
  tell('partner', `${byNew.length} of them by the new card; ${await fundsOf(later)}`)
  const others = Map.groupBy(books.takeRest(), ({ recipe }) => recipe)
  for (const [recipe, entries] of others) tell('books', `${recipe}, ${entries.length} times`)
  return later
}

async function replaceCard(scene: Scene, { customerId, accountId, cardId }: Ana): Promise<Ana> {
  const { partner, printer } = scene
  const call = await logIn(scene, customerId)
  const { id, last4, status } = await call('POST', `/cards/${cardId}/reissue/lost`)
  assert.equal(status, 'active')
  await partner.webhook('cardStatusChanged', (one) => one.cardId === cardId && one.newStatus === 'closed')
  printer.tell('partner', `webhook cardStatusChanged: closed; the new card is •••• ${last4}`)
  return { customerId, accountId, cardId: id, call }
}

const paid = async ({ merchant }: Scene): Promise<string> =>
  (await merchant.notification('bread-box', (one) => one.transactionStatus !== 'start')).transactionStatus
