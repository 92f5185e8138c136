import { addBankAccount, changeTerms } from '#acquiring/merchant-payouts'
import { isPayment } from '#acquiring/payments'
import { clearedByRule } from '#core/access'
import type { Site } from '#core/directory'
import { by } from '../seed.ts'
import { bakeryTroubles } from './bakery-troubles.ts'
import { linkScenes } from './links.ts'
import { payFormScene } from './pay-form.ts'
import { type Sale, type Shop, salesOf } from './sales.ts'
import { chance, oneOf, type Scene, type Stage, storyZone } from './stage.ts'
import { subscriptionScenes } from './subscriptions.ts'
import { buy, giveBack, rightCode } from './till.ts'

export type Shops = Readonly<Record<Shop, Site>>

/** Two months of Crumb & Co.: what it sells, what comes back, and what goes wrong. */
export async function bakeryScenes(stage: Stage): Promise<Scene[]> {
  const shops = await openShops(stage)
  const first = stage.moment(0, '12:00').toZonedDateTimeISO(storyZone)
  const sales = Array.from({ length: stage.days }, (_, day) => {
    const { dayOfWeek } = first.add({ days: day })
    return salesOf(day, dayOfWeek).map((sale) => saleScene(stage, shops, day, sale))
  })
  return [
    payFormScene(stage, shops.online),
    ...sales.flat(),
    ...subscriptionScenes(stage, shops),
    ...bakeryTroubles(stage, shops),
    ...linkScenes(stage),
  ]
}

async function openShops(stage: Stage): Promise<Shops> {
  const { app, seeded } = stage
  const { merchantId } = seeded.shop!.site
  const open = async (name: string, currencies: readonly string[]) => {
    const input = {
      by,
      merchantId,
      name,
      live: false,
      currencies,
      timeZone: storyZone,
      category: '5462',
      country: 'RO',
    }
    return (await app.directory.createSite(input)).site
  }
  const shops = {
    online: seeded.shop!.site,
    market: await open('Market hall', ['EUR']),
    cafe: await open('Café Unirii', ['RON']),
  }
  const approvals = { ...app.approvals, require: async () => clearedByRule }
  await addBankAccount(
    { ...app, bankAccountWait: Temporal.Duration.from('PT0S'), approvals },
    { by, merchantId, currency: 'RON', holderName: 'Crumb & Co. SRL', iban: 'RO09BCYP0000001234567890' },
  )
  await changeTerms(app, { by, merchantId, changes: { schedule: weeklyBefore(stage) } })
  return shops
}

/**
 * The last payout of the schedule was some days before the end, and the next comes after it: somebody who has just
 * started finds money that waits to be paid out.
 */
function weeklyBefore({ end }: Stage): string {
  const { dayOfWeek } = end.toZonedDateTimeISO(storyZone).subtract({ days: 3 })
  return `weekly ${weekdays[dayOfWeek - 1]}`
}
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

const saleScene = (stage: Stage, shops: Shops, day: number, sale: Sale): Scene => ({
  at: stage.moment(day, sale.time),
  name: sale.orderId,
  play: () => sell(stage, shops[sale.shop], sale),
})

async function sell(stage: Stage, site: Site, sale: Sale): Promise<void> {
  const { refund, how } = sale
  const placed = await buy(stage, {
    ...sale,
    site,
    save: chance(`saves ${sale.orderId}`) < 0.3,
    ...(how === 'confirmed' && { bankCode: rightCode }),
    ...(how === 'refused' && { ...oneOf(refusals, `why ${sale.orderId}`), save: false }),
  })
  const { payment } = placed
  if (!refund || !payment || !isPayment(payment) || payment.status !== 'captured') return
  stage.later({
    at: stage.clock.now().add({ hours: 24 * refund.days }),
    name: `refund of ${sale.orderId}`,
    play: () => giveBack(stage, site, payment.id, refund.amount),
  })
}

/** Cards of the sandbox that banks decline, the frequent reasons more than once. */
const refusals = [
  ...Array.from({ length: 5 }, () => ({ card: { pan: '4000030000001007' }, withoutThem: true })),
  ...Array.from({ length: 2 }, () => ({ card: { pan: '4000020000004002' } })),
  ...Array.from({ length: 2 }, () => ({ card: { pan: '4000040000002004' } })),
  { card: { pan: '4000020000002006' } },
  { card: { pan: '4000020000001008' } },
  { card: { pan: '4000030000008002' }, withoutThem: true },
]
