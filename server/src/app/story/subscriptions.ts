import { cancelOrder } from '#acquiring/orders'
import { type Money, parseMoney } from '#kernel/base/money.ts'
import type { Shops } from './bakery.ts'
import { type Buyer, buyers } from './people.ts'
import { author, type Scene, type Stage, storyZone } from './stage.ts'
import { buy } from './till.ts'

const euros = (text: string): Money => parseMoney(text, 'EUR')!
const weekly = { type: 'recurring', interval: { unit: 'day', count: 7 } } as const
const monthly = { type: 'recurring', interval: { unit: 'month', count: 1 } } as const

/** Bread boxes by the week, and some by the month: paid, retried, ended, one due on the last day, one whose card expires. */
export function subscriptionScenes(stage: Stage, { online: site }: Shops): Scene[] {
  const subscribes = (day: number, buyer: Buyer, more: Partial<Parameters<typeof buy>[1]>) => {
    const orderId = `box-${buyer.identifier}`
    const wanted = { site, buyer, orderId, amount: euros('18.00'), what: 'Weekly bread box', terms: weekly, ...more }
    return { at: stage.moment(day, '09:30'), name: orderId, play: () => buy(stage, wanted) }
  }
  const boxes = buyers.slice(0, 9).map((buyer, nth) => subscribes(1 + nth * 3, buyer, {}))
  const noFunds = { pan: '4000030000002005' }
  const ended = { pan: '4000030000006006' }
  return [
    ...boxes,
    subscribes(4, buyers[10]!, { card: noFunds, amount: euros('24.00'), what: 'Large bread box' }),
    subscribes(stage.days - 9, buyers[11]!, { card: noFunds, amount: euros('18.00') }),
    subscribes(12, buyers[12]!, { card: ended }),
    subscribes(stage.days - 20, buyers[13]!, { card: { pan: buyers[13]!.pan, expiry: expiring(stage) } }),
    subscribes(dayOf31(stage), buyers[14]!, { terms: monthly, amount: euros('62.00'), what: 'Bread of the month' }),
    subscribes(10, buyers[15]!, { terms: monthly, amount: euros('62.00'), what: 'Bread of the month' }),
    ending(stage, { ...subscribes(15, buyers[16]!, {}), siteId: site.id }),
  ]
}

/** Ends with the month, before its next bills. */
function expiring({ end }: Stage): Buyer['expiry'] {
  const { month, year } = end.toZonedDateTimeISO(storyZone)
  return { month, year }
}

/** The last 31st of the story: from there a schedule goes to the last day of shorter months. */
function dayOf31({ moment, days }: Stage): number {
  const day = Array.from({ length: days - 1 }, (_, nth) => days - 2 - nth).find(
    (one) => moment(one, '12:00').toZonedDateTimeISO(storyZone).day === 31,
  )
  return day ?? 3
}

type Subscribing = Omit<Scene, 'play'> & { play(): ReturnType<typeof buy>; siteId: Shops['online']['id'] }

/** A customer moves away. */
const ending = (stage: Stage, { siteId, ...scene }: Subscribing): Scene => ({
  ...scene,
  play: async () => {
    const { order } = await scene.play()
    stage.later({
      at: stage.clock.now().add({ hours: 24 * 25 }),
      name: `end of ${scene.name}`,
      play: () =>
        cancelOrder(stage.app, {
          by: { ...author, reason: 'They move to another city.' },
          party: 'merchant',
          siteId,
          orderId: order.id,
          reason: 'customer-demand',
          message: 'They move to another city.',
        }),
    })
  },
})
