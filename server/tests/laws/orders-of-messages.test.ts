import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampled } from '../world/length.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

/**
 * A network delivers messages of a payment in any order, and the end is the same: the same balance, and the same amount on
 * hold. A request is sent by a merchant who waits for its answer, so an increment follows its approval, and precedes the
 * advice of the whole amount, the last part of the clearing, and the reversal of the whole.
 */
type Step =
  | 'request'
  | 'single'
  | 'increment'
  | 'advice'
  | 'reversal'
  | 'reversalOfIncrement'
  | 'first'
  | 'last'
  | 'clearing'
  | 'clearingByNames'
  | 'reversalByNames'

const payments: readonly (readonly Step[])[] = [
  ['request', 'advice', 'first', 'last'],
  ['request', 'advice', 'first'],
  ['request', 'advice', 'reversal'],
  ['request', 'first', 'last', 'reversal'],
  ['request', 'first', 'reversal'],
  ['request', 'advice', 'clearing'],
  ['request', 'increment', 'first', 'last'],
  ['request', 'increment', 'reversalOfIncrement', 'advice', 'first'],
  ['request', 'increment', 'reversalOfIncrement', 'first', 'last'],
  ['request', 'advice', 'first', 'reversal'],
  ['request', 'increment', 'first', 'reversal'],
  ['single', 'clearing', 'reversal'],
  ['single', 'clearing'],
  ['request', 'clearingByNames'],
  ['request', 'reversalByNames'],
  ['single', 'clearingByNames'],
]

const follows: readonly (readonly [Step, Step])[] = [
  ['request', 'increment'],
  ['increment', 'advice'],
  ['increment', 'last'],
  ['increment', 'reversal'],
]

const ordersOf = (steps: readonly Step[]): Step[][] =>
  steps.length < 2
    ? [[...steps]]
    : steps.flatMap((step) => ordersOf(steps.filter((one) => one !== step)).map((rest) => [step, ...rest]))

const isSent = (order: readonly Step[]): boolean =>
  follows.every(([one, other]) => {
    const [before, after] = [order.indexOf(one), order.indexOf(other)]
    return before === -1 || after === -1 || before < after
  })

/** The steps of one payment, each with the keys of the others. */
function messagesOf(ana: Spender): Record<Step, () => Promise<unknown>> {
  const reference = { acquirerId: '400001', rrn: ana.nextId('RRN') }
  const request = ana.authorization('90.00', { reference })
  const original = { key: request.key }
  const single = { ...request, posts: true }
  const increment = ana.authorization('20.00', { incrementOf: original })
  const part = (number: number) => ({ original, sequence: { number, of: 2 } })
  return {
    request: () => ana.send(request),
    single: () => ana.send(single),
    increment: () => ana.send(increment),
    advice: () => ana.advise('100.00', { replaces: original }),
    reversal: () => ana.reverse('90.00', original),
    reversalOfIncrement: () => ana.reverse('20.00', { key: increment.key }),
    first: () => ana.clear('40.00', part(1)),
    last: () => ana.clear('50.00', part(2)),
    clearing: () => ana.clear('70.00', { original }),
    clearingByNames: () => ana.clear('70.00', { reference }),
    reversalByNames: () => ana.reverse('90.00', { rrn: reference.rrn }, { reference }),
  }
}

let world: World
let partner: PartnerFixture
beforeAll(async () => {
  world = await createWorld()
  partner = await openPartner(world)
})
afterAll(() => world[Symbol.asyncDispose]())

/** What the steps take, and what they leave on hold, in minor units. */
async function come(ana: Spender, steps: readonly Step[]): Promise<string> {
  const read = async () => {
    const { balance, held } = await ana.funds()
    return [balance, held].map((text) => BigInt(String(text).replace('.', '')))
  }
  const before = await read()
  const messages = messagesOf(ana)
  for (const step of steps) await messages[step]()
  const after = await read()
  return `taken ${before[0]! - after[0]!}, held ${after[1]! - before[1]!}`
}

test.each(payments.map((steps) => [steps.join(', '), steps] as const))(
  'the end of %s',
  async (_name, steps) => {
    const ana = await openSpender(world, partner, { funds: '9000.00' })
    const end = await come(ana, steps)
    const found: Record<string, string> = {}
    for (const order of sampled(ordersOf(steps).filter(isSent), 3)) found[order.join(', ')] = await come(ana, order)
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((order) => [order, end])))
  },
  120_000,
)

test('the books agree with every order', async () => {
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})
