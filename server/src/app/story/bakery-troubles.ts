import { type Money, parseMoney } from '#kernel/base/money.ts'
import { by } from '../seed.ts'
import type { Shops } from './bakery.ts'
import { buyers } from './people.ts'
import { consideredMinor } from './slow-acquirer.ts'
import type { Scene, Stage } from './stage.ts'
import { buy } from './till.ts'

const euros = (text: string): Money => parseMoney(text, 'EUR')!
const [ana, mihai, elena, ion] = buyers as [
  (typeof buyers)[0],
  (typeof buyers)[0],
  (typeof buyers)[0],
  (typeof buyers)[0],
]

/** What a merchant comes to the dashboard for. */
export function bakeryTroubles(stage: Stage, shops: Shops): Scene[] {
  const { online: site, market } = shops
  const sells = (day: number, time: string, bought: Omit<Parameters<typeof buy>[1], 'site'>): Scene => ({
    at: stage.moment(day, time),
    name: bought.orderId,
    play: () => buy(stage, { site, ...bought }),
  })
  const frauds = { pan: '4000050000001005' }
  const notReceived = { pan: '4000050000002003' }
  const cake = { amount: euros('18.00'), what: 'Bread box' }
  return [
    // Charged twice on one day.
    sells(-2, '10:02:11', { orderId: 'crumb-twice-1', buyer: ana, ...cake }),
    sells(-2, '10:05:40', { orderId: 'crumb-twice-2', buyer: ana, ...cake }),
    // Its bank considers it: after so many inquiries the next one is up to an hour after the end.
    sells(-1, '09:12', {
      orderId: 'crumb-unknown-1',
      buyer: ion,
      amount: { minor: consideredMinor, currency: 'EUR' as Money['currency'] },
      what: 'Cozonac',
    }),
    // Lost, won, and to be answered.
    sells(14, '11:20', {
      orderId: 'crumb-fraud-1',
      buyer: elena,
      amount: euros('24.00'),
      what: 'Cozonac',
      card: frauds,
    }),
    sells(20, '15:10', {
      orderId: 'crumb-lost-1',
      buyer: ion,
      amount: euros('21.50'),
      what: 'Croissants for the office',
      card: notReceived,
    }),
    sells(-8, '12:45', { orderId: 'crumb-fraud-2', buyer: mihai, ...cake, card: frauds }),
    // Held and not captured yet; held and released.
    sells(-1, '08:31', {
      orderId: 'crumb-held-1',
      buyer: elena,
      amount: euros('24.00'),
      what: 'Cozonac, to be weighed',
      terms: { mode: 'auth' },
    }),
    sells(-4, '17:03', {
      orderId: 'crumb-bank-1',
      buyer: ion,
      amount: euros('54.00'),
      what: 'Buns for a party',
      bankCode: '11111',
    }),
    {
      at: stage.moment(-6, '09:00'),
      name: 'the till of the market moves',
      play: () =>
        stage.app.directory.changeSite({
          by,
          siteId: market.id,
          changes: { notificationUrl: `${stage.publicUrl}/old-till` },
        }),
    },
  ]
}
