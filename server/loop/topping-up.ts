import assert from 'node:assert/strict'
import type { Ana } from './becoming-a-customer.ts'
import { show, submit, titleOf } from './browser.ts'
import { answerBank, payBy, sandboxCard } from './checkout.ts'
import type { Scene } from './scene.ts'

/** She pays at our own hosted checkout, as the customer of any store does. */
export async function topUp({ partner, program, books, printer }: Scene, { call, accountId }: Ana): Promise<void> {
  const { step, tell, booked } = printer
  step('She tops up 400.00 with a card of another bank, at our own checkout')
  const page = show(await call('POST', '/topups/fiat', { amount: '400.00', currency: 'EUR' }), program.url)
  const { topupId } = await partner.webhook('topupCreated')
  tell('partner', `webhook topupCreated: ${topupId}`)
  const last = await answerBank(await payBy(await submit(page), sandboxCard))
  tell('merchant', `the bank asked, she confirmed: “${titleOf(last)}”`)
  booked(await books.next('paymentCaptured'))
  booked(await books.next('topupCompleted'))
  await partner.webhook('topupStatusChanged', (one) => one.topupId === topupId)
  const { status, credited } = await call('GET', `/topups/${topupId}`)
  assert.deepEqual([status, credited], ['completed', '400.00'])
  const { balance } = await call('GET', `/accounts/${accountId}`)
  assert.equal(balance, '400.00')
  tell('partner', `webhook topupStatusChanged: ${status}; the balance is ${balance}`)
}
