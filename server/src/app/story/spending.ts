import type { Cardholder } from './cardholder.ts'
import { chance, oneOf, type Scene, type Stage } from './stage.ts'

type Then = (day: number, time: string, what: string, play: (holder: Cardholder) => Promise<unknown>) => Scene

const shops = [
  { name: 'Mega Image', category: '5411' },
  { name: 'CFR Călători', category: '4112' },
  { name: 'Cărturești', category: '5942' },
  { name: 'Florin Bakery', category: '5462' },
  { name: 'Cinema City', category: '7832' },
  { name: 'OMV', category: '5541' },
] as const

/** What a customer does with a card: pays every few days, is declined now and then, and gets money back. */
export function spendingOf(stage: Stage, since: number, then: Then): Scene[] {
  const days = Array.from({ length: stage.days - since - 4 }, (_, nth) => since + 2 + nth).filter(
    (day) => chance(`spends ${since} ${day}`) < 0.3,
  )
  const pays = days.map((day) => {
    const name = `${since} ${day}`
    const cents = 300 + Math.floor(chance(`sum ${name}`) * 4_000)
    const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    return then(day, '12:30', 'pays', async ({ network }) => {
      const answer = await network.spend(amount, oneOf(shops, `shop ${name}`))
      if (chance(`returned ${name}`) < 0.1) await network.refund(amount, answer)
    })
  })
  return [
    ...pays,
    then(since + 3, '20:10', 'is declined: funds', ({ network }) => network.spend('1990.00')),
    then(since + 4, '20:15', 'is declined: limit', ({ network }) => network.spend('2500.00')),
    then(since + 5, '09:40', 'is declined: frozen', async (holder) => {
      const call = await holder.call()
      await call('POST', `/cards/${holder.cardId}/freeze`)
      await holder.network.spend('8.00')
      await call('POST', `/cards/${holder.cardId}/unfreeze`)
    }),
    then(-4, '20:30', 'is declined again: funds', ({ network }) => network.spend('1890.00')),
    then(-2, '13:45', 'is declined again: limit', ({ network }) => network.spend('2600.00')),
    then(since + 6, '13:05', 'is reversed', async ({ network }) => {
      const answer = await network.spend('21.00', { cleared: false })
      await network.reverse('21.00', answer)
    }),
    then(-2, '08:05', 'holds a room', ({ network }) =>
      network.spend('65.00', { cleared: false, name: 'Hotel Alpin', category: '7011' }),
    ),
    then(-5, '17:30', 'disputes', async (holder) => {
      if (since > 5) return
      const paid = await holder.network.spend('32.00', { name: 'Gadget Shop', category: '5732' })
      if (paid.code !== '00') return
      const claim = { reason: 'notReceived', explanation: 'The parcel never came.' }
      await (await holder.call())('POST', `/transactions/${paid.transactionId}/disputes`, claim)
    }),
  ]
}
