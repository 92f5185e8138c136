import { type DueTable, nextDueAt } from '#kernel/work/due-work.ts'
import type { BothHalves } from './both-halves.ts'
import { takeResult } from './both-halves-authentication.ts'
import { clearAll } from './both-halves-files.ts'
import { askAgain } from './both-halves-network.ts'
import { unsubscribeAll } from './both-halves-subscriptions.ts'
import { passOn } from './both-halves-topups.ts'
import type { Random } from './random.ts'

export async function passTime({ world }: BothHalves, random: Random): Promise<string> {
  const time = random.pick([
    { minutes: 1 },
    { minutes: 5 },
    { minutes: 16 },
    { hours: 3 },
    { hours: 25 },
    { hours: 50 },
    { days: 8 },
    { days: 20 },
  ])
  world.clock.pass(time)
  if (random.chance(20)) return `${JSON.stringify(time)} pass, and no worker runs`
  await world.runUntilIdle()
  return `${JSON.stringify(time)} pass`
}

export async function work({ world }: BothHalves): Promise<string> {
  await world.runUntilIdle()
  return 'what is due is done'
}

/** The partner's server breaks, or works again. */
export async function changeManners({ partner, manners }: BothHalves, random: Random): Promise<string> {
  const accepts = !manners.at(-1)!.accepts || random.chance(30)
  manners.push({ from: partner.receiver.requests.length, accepts })
  partner.receiver.answer(accepts ? {} : random.pick([{ status: 500 }, { status: 302, headers: { location: '/' } }]))
  return `the partner ${accepts ? 'accepts' : 'refuses'} webhooks from now on`
}

/** The bad days are over: everything arrives, everybody answers, and time passes until nothing is left to do. */
export async function comeToRest(scene: BothHalves, random: Random): Promise<void> {
  const { world, network, ownLine, acquirer, partner, manners, shop } = scene
  for (const one of [network.line, ownLine, acquirer]) one.calmDown()
  manners.push({ from: partner.receiver.requests.length, accepts: true })
  partner.receiver.answer({})
  shop.answerResults(takeResult)
  await askAgain(network)
  await clearAll(scene)
  // What is subscribed to is charged once more, on whatever card there is by now.
  if (scene.subscriptions.length > 0) await world.pass({ days: 7 })
  await unsubscribeAll(scene)
  await untilNothingIsDue(scene, random)
  if (!(await isYetToBeDisputed(scene))) return
  world.clock.pass(disputesEnd)
  await untilNothingIsDue(scene, random)
}

async function untilNothingIsDue(scene: BothHalves, random: Random): Promise<void> {
  const { world } = scene
  for (let round = 0; round < roundsMax; round++) {
    await world.runUntilIdle()
    await passOn(scene, random, true)
    await world.app.sandboxChain!.mine(4)
    const next = await nextDueAt(world.app.db, awaited)
    const now = world.clock.now()
    if (!next && round > 3) return
    // A little later, since what is due in the same minutes is done together; and after some rounds what is due in hours.
    if (next && Temporal.Instant.compare(next, now) > 0)
      world.clock.set(next.add(round < 5 ? { minutes: 10 } : { hours: 12 }))
    else world.clock.pass({ minutes: 2 })
  }
  throw new Error(`after ${roundsMax} rounds something is still due: ${await stillDue(scene)}`)
}

async function stillDue({ sql }: BothHalves): Promise<string> {
  const parts = awaited.map(
    (table) => `select '${table}' as at, id::text, due_at from ${table} where due_at is not null`,
  )
  const { rows } = await sql.query<{ at: string; id: string }>(parts.join(' union all '))
  return rows.map(({ at, id }) => `${at} ${id}`).join(', ')
}
const roundsMax = 100

/** Holders of some test cards dispute what they have paid by themselves, and nothing that is due says when. */
const isYetToBeDisputed = async ({ record, world }: BothHalves): Promise<boolean> =>
  (await record.toBeDisputed(world.clock.now().subtract({ hours: 24 * 90 }))).length > 0
/** Five days after the payment a dispute is opened, and ten days later it is won or lost. */
const disputesEnd = { days: 16 }

/** Days go on being closed and chains being read for ever; these come to an end. */
const awaited: readonly DueTable[] = [
  'payments.payments',
  'checkout.sessions',
  'notifications.notifications',
  'onus.card_updates',
  'onus.messages',
  'spending.questions',
  'spending.states',
  'threeds.challenges',
  'threeds.results',
  'topups.topups',
  'topups.receipts',
  'webhooks.events',
]
