import assert from 'node:assert/strict'
import type { Ana } from './becoming-a-customer.ts'
import type { Card } from './checkout.ts'
import { farShop, type ShownCard } from './network.ts'
import type { Scene } from './scene.ts'

/** She pays with her card at a shop that is behind a card network. */
export async function spend(scene: Scene, ana: Ana): Promise<void> {
  const { network, partner, books, printer } = scene
  const { step, tell, booked } = printer
  const card = networkView(await reveal(ana))
  step(`She pays 42.90 at ${farShop.name}, over a card network`)
  const approval = await network.authorize(card, '42.90')
  assert.deepEqual([approval.code, approval.cvv], ['00', 'match'])
  tell('network', `approved with code ${approval.authorizationCode}`)
  await partner.webhook('transactionCreated', ({ transactionId }) => transactionId === approval.transactionId)
  tell('partner', `webhook transactionCreated: ${await fundsOf(ana)}`)

  step('The shop presents the payment, and it is cleared')
  const cleared = await network.clear(card, '42.90', { rrn: approval.rrn })
  assert.equal(cleared.transactionId, approval.transactionId)
  booked(await books.next('cardPaymentCleared'))
  await partner.webhook('transactionSettled', ({ transactionId }) => transactionId === approval.transactionId)
  const { status } = await ana.call('GET', `/transactions/${approval.transactionId}`)
  assert.equal(status, 'settled')
  tell('partner', `webhook transactionSettled: ${await fundsOf(ana)}`)

  step('One loaf was burnt: 4.90 comes back')
  await network.refund(card, '4.90', { rrn: approval.rrn })
  booked(await books.next('cardRefundCleared'))
  const { amounts } = await ana.call('GET', `/transactions/${approval.transactionId}`)
  assert.deepEqual([amounts.cleared, amounts.refunded], ['42.90', '4.90'])
  tell('partner', `cleared ${amounts.cleared}, refunded ${amounts.refunded}: ${await fundsOf(ana)}`)

  await beDeclined(scene, ana, card)
}

/** What is declined says why, at both ends. */
async function beDeclined({ network, partner, printer }: Scene, ana: Ana, card: ShownCard): Promise<void> {
  const { step, tell } = printer
  const declined = async (amount: string, code: string) => {
    const answer = await network.authorize(card, amount)
    assert.equal(answer.code, code)
    await partner.webhook('transactionCreated', ({ transactionId }) => transactionId === answer.transactionId)
    const { status, declineReason } = await ana.call('GET', `/transactions/${answer.transactionId}`)
    assert.equal(status, 'declined')
    tell('network', `${amount}: declined with code ${code}`)
    tell('partner', `webhook transactionCreated: declined, ${declineReason}`)
  }
  step('More than she has is declined, and so is everything while the card is frozen')
  await declined('500.00', '51')
  await ana.call('POST', `/cards/${ana.cardId}/freeze`)
  await declined('1.00', '57')
  await ana.call('POST', `/cards/${ana.cardId}/unfreeze`)
}

/** The card as its holder types it. */
export async function reveal({ call, cardId }: Ana): Promise<Card> {
  const { pan, cvv, expiryYear, expiryMonth } = await call('GET', `/cards/${cardId}/secrets`)
  return { number: pan, cvv, expiry: `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear).slice(-2)}` }
}

/** Networks write the year first. */
const networkView = ({ number, cvv, expiry }: Card): ShownCard => ({
  number,
  cvv2: cvv,
  expiry: `${expiry.slice(3)}${expiry.slice(0, 2)}`,
})

/** Her account, in words. */
export async function fundsOf({ call, accountId }: Ana): Promise<string> {
  const { balance, held, available } = await call('GET', `/accounts/${accountId}`)
  return `balance ${balance}, held ${held}, available ${available}`
}
