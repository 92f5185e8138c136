import { openBrowsers } from './browsers.ts'
import type { House } from './house.ts'
import { median } from './numbers.ts'
import type { Asked, Observed, Span } from './observe.ts'
import { type CardKind, payOnce } from './store.ts'
import { type Tape, tapeOf } from './tape.ts'
import { openServer } from './throughput.ts'

/** Where the time of one payment goes when nobody else is there. Medians of many, in milliseconds. */
export type Breakdown = {
  /** As the browser sees it. */
  pay: number
  database: number
  acquirer: number
  /** What is neither: ours, and the way to the browser and back. */
  own: number
  order: number
  orderOwn: number
  steps: { request: 'order' | 'pay'; text: string; ms: number }[]
  tape: Tape
}

/** Pays one order after the other at a server that watches itself, and takes apart what it saw. */
export async function breakDown(
  house: House,
  kinds: readonly CardKind[],
  { payments, count }: { payments: number; count: (orders: number) => void },
): Promise<Record<CardKind, Breakdown>> {
  const { helper, url } = await openServer(house, { args: ['observe'] })
  const browsers = openBrowsers(url, 1)
  const parts: Partial<Record<CardKind, Breakdown>> = {}
  for (const kind of kinds) {
    for (let paid = 0; paid < warmUp; paid++) await payOnce({ ...house, browsers }, kind)
    await helper.ask('begin')
    const seenByBrowser = []
    for (let paid = 0; paid < payments; paid++) seenByBrowser.push(await payOnce({ ...house, browsers }, kind))
    count(warmUp + payments)
    parts[kind] = takeApart(seenByBrowser, await helper.ask<Observed>('observed'))
  }
  await browsers.close()
  await helper.stop()
  return parts as Record<CardKind, Breakdown>
}
const warmUp = 300

function takeApart(seenByBrowser: readonly { order: number; pay: number }[], seen: Observed): Breakdown {
  const requests = seen.answered.filter(({ method }) => method === 'POST')
  const orders = requests.filter(({ path }) => path === '/')
  const pays = requests.filter(({ path }) => path.endsWith('/pay'))
  const database = (spans: readonly Span[]) => spans.map((span) => within(seen.asked, span))
  const [ordersDatabase, paysDatabase] = [database(orders), database(pays)]
  const acquirer = pays.map((span) => within(seen.acquirer, span))
  return {
    pay: median(seenByBrowser.map(({ pay }) => pay)),
    database: median(paysDatabase),
    acquirer: median(acquirer),
    own: median(seenByBrowser.map(({ pay }, index) => pay - paysDatabase[index]! - acquirer[index]!)),
    order: median(seenByBrowser.map(({ order }) => order)),
    orderOwn: median(seenByBrowser.map(({ order }, index) => order - ordersDatabase[index]!)),
    steps: [...stepsOf('order', seen.asked, orders), ...stepsOf('pay', seen.asked, pays)],
    tape: tapeOf(during(seen.asked, { began: orders.at(-1)!.began, ended: pays.at(-1)!.ended })),
  }
}

const during = <T extends Span>(spans: readonly T[], { began, ended }: Span): T[] =>
  spans.filter((span) => span.began >= began && span.ended <= ended).sort((a, b) => a.began - b.began)

/** How much of a time was covered; what ran at once counts once. */
function within(spans: readonly Span[], whole: Span): number {
  let [covered, until] = [0, whole.began]
  for (const { began, ended } of during(spans, whole)) {
    covered += Math.max(0, ended - Math.max(began, until))
    until = Math.max(until, ended)
  }
  return covered
}

/** The statements of a request in their order, as the last request had them, with the median time of each. */
function stepsOf(request: 'order' | 'pay', asked: readonly Asked[], spans: readonly Span[]): Breakdown['steps'] {
  const times = new Map<string, number[]>()
  for (const { text, began, ended } of asked) times.set(text, [...(times.get(text) ?? []), ended - began])
  return during(asked, spans.at(-1)!).map(({ text }) => ({ request, text, ms: median(times.get(text)!) }))
}
