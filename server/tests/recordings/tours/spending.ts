import { bakery, openSpender } from '../../world/network.ts'
import type { PartnerFixture } from '../../world/partner.ts'
import type { Tour } from '../tour.ts'

/** What a holder spends: the messages of a network, and what the holder sees of them. */
export async function tourSpending(tour: Tour, nordwind: PartnerFixture): Promise<void> {
  tour.chapter('issuing-spending')
  const { world } = tour.shop
  const ana = await openSpender(world, nordwind, { funds: '100.00' })
  const key = world.app.networkConnections.get('staging')!.reveal()
  const [number, cvv2] = [ana.shown.number.reveal(), ana.shown.cvv2.reveal()]
  let stan = 0
  const message = (amount: string, changes: object) => ({
    key: { stan: String(++stan).padStart(6, '0'), sentAt: '0504103000', acquirerId: '400001' },
    card: { number, expiry: ana.shown.expiry, cvv2 },
    amount: { amount, currency: 'EUR' },
    merchant: bakery,
    ...changes,
  })
  const sends = async (title: string, path: string, json: object) => {
    // A second between two messages, so that the list has one order.
    world.clock.pass({ seconds: 1 })
    const headers = { authorization: `Bearer ${key}` }
    const { text } = await tour.sends(title, `POST /network/v1/${path}`, { json, headers })
    return JSON.parse(text) as { transactionId: string }
  }
  const bread = message('42.99', { channel: 'online' })
  await sends('A network asks for a payment', 'authorizations', bread)
  await sends('The same message again', 'authorizations', bread)
  await sends('Its key with another amount', 'authorizations', {
    ...bread,
    amount: { amount: '1.00', currency: 'EUR' },
  })
  const declined = await sends('A payment of too much', 'authorizations', message('500.00', { channel: 'inStore' }))
  const stay = message('20.00', { channel: 'inStore' })
  await sends('Another payment', 'authorizations', stay)
  const original = { key: bread.key }
  const paid = await sends('The first is cleared', 'clearings', message('44.99', { original, presentmentId: 'p-1' }))
  await sends('A part of it comes back', 'refunds', message('4.99', { original, presentmentId: 'r-1' }))
  const remaining = { amount: '5.00', currency: 'EUR' }
  const reversal = { original: { key: stay.key }, remaining, reason: '32' }
  await sends('The other is reversed in part', 'reversals', message('20.00', reversal))
  await sends('A payment that the network has approved', 'advices', message('3.00', { decided: '00', standIn: true }))
  await sends('A message without a card', 'clearings', { key: bread.key })
  const wrong = { json: bread, headers: { authorization: 'Bearer nothing' } }
  await tour.sends('With a key that is none', 'POST /network/v1/authorizations', wrong)
  const sees = (title: string, line: string) =>
    tour.sends(title, line, { headers: { authorization: `Bearer ${ana.accessToken}` } })
  await sees('What she has spent', 'GET /v1/transactions?size=3')
  await sees('What was settled', 'GET /v1/transactions?status=settled&type=purchase')
  await sees('What was settled of it', `GET /v1/transactions/${paid.transactionId}`)
  const claim = { reason: 'notReceived', explanation: 'The bread never came.', amount: '12.50' }
  const headers = { authorization: `Bearer ${ana.accessToken}` }
  const disputes = async (title: string, json: object) => {
    const { text } = await tour.sends(title, `POST /v1/transactions/${paid.transactionId}/disputes`, { json, headers })
    return (JSON.parse(text) as { id: string }).id
  }
  const dispute = await disputes('She disputes a part of it', claim)
  await disputes('She disputes it again', claim)
  await disputes('A dispute without a reason', { explanation: 'No.' })
  await sees('Her disputes of it', `GET /v1/transactions/${paid.transactionId}/disputes`)
  await tour.sends('She withdraws it', `POST /v1/disputes/${dispute}/cancel`, { json: {}, headers })
  await tour.sends('She withdraws it once more', `POST /v1/disputes/${dispute}/cancel`, { json: {}, headers })
  await sees('What has become of it', `GET /v1/disputes/${dispute}`)
  await sees('What was declined', `GET /v1/transactions/${declined.transactionId}`)
  await sees('A transaction that is none', 'GET /v1/transactions/nothing')
  const asServer = (title: string, line: string) =>
    tour.sends(title, line, { headers: { 'x-partner-api-key': nordwind.apiKey } })
  await asServer('Why it was declined, for the server', `GET /v1/transactions/${declined.transactionId}/explanation`)
  await asServer('What has become of the first', `GET /v1/transactions/${paid.transactionId}/explanation`)
  await asServer('The explanation of none', 'GET /v1/transactions/nothing/explanation')
  await asServer('How the server is asked about payments', 'GET /v1/decision-settings')
  await sees('What she has', `GET /v1/accounts/${ana.accountId}`)
}
