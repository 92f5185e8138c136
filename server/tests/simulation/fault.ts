import { sealPurposes, withFreshKey } from '#kernel/crypto/keys.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { capture, reversal } from './merchants.ts'
import type { Place, Process } from './process.ts'
import type { Random } from './random.ts'
import { arrive, pay } from './shoppers.ts'
import { answerFrom, by, type Simulation } from './simulation.ts'

/** Both processes do everything that is due, at once. */
export const work = async ({ processes }: Simulation): Promise<string> =>
  `both work: ${await Promise.all(processes.map(({ app }) => runDueWorkUntilIdle(app.jobs, app.log, app)))}`

export async function passTime(simulation: Simulation, random: Random): Promise<string> {
  const time = random.pick([
    { minutes: 1 },
    { minutes: 2 },
    { minutes: 16 },
    { minutes: 61 },
    { hours: 25 },
    { days: 8 },
  ])
  simulation.clock.pass(time)
  return `${JSON.stringify(time)} pass; ${random.chance(75) ? await work(simulation) : 'no worker runs'}`
}

export const lateRequestsArrive = async (simulation: Simulation): Promise<string> =>
  `${(await simulation.acquirerProxy.lateRequestsArrive()) + (await simulation.backupProxy.lateRequestsArrive())} late requests arrive at the acquirers`

/** A process dies during a shopper's or a merchant's request, at any point where it makes a difference. */
export async function crashBeforeRequest(simulation: Simulation, random: Random): Promise<string> {
  const index = random.between(0, 1)
  const process = simulation.processes[index]!
  const visit = await arrive(simulation, random)
  const kind = random.pick(['request', 'statement'] as const)
  const count = kind === 'request' ? 1 : random.between(1, 6)
  const place: Place = random.chance(50) ? { before: kind, count } : { after: kind, count }
  const { reached } = process.doom(place)
  const payThere = () => pay(simulation, random, visit, process)
  const doing = random.pick([payThere, payThere, capture, reversal, workThere])(simulation, random, process)
  await Promise.race([reached, doing.catch(() => undefined)])
  await process.kill(doing)
  await simulation.reopen(index)
  const notified = await doing.catch((error: Error) => `died (${error.message})`)
  return `process ${index} dies, ${JSON.stringify(place)}: ${notified}`
}

/** One payment that is due is taken to be resolved. */
async function workThere(_simulation: Simulation, _random: Random, { app }: Process): Promise<string> {
  const resolver = app.jobs.find(({ name }) => name === 'resolve payments')
  const [id] = (await resolver?.claim(1)) ?? []
  if (id === undefined) return 'nothing to resolve'
  await resolver?.run(id)
  return `payment ${id} is resolved`
}

/** A process dies during its work: claimed and not begun, or a store notified and that not yet recorded. */
export async function dieWorking(simulation: Simulation, random: Random): Promise<string> {
  const index = random.between(0, 1)
  const process = simulation.processes[index]!
  const job = random.pick(process.app.jobs)
  const ids = await job.claim(random.between(1, 5))
  let notified = `${job.name} ${ids}`
  if (job.name === 'deliver notifications' && ids[0] !== undefined)
    notified += await crashBeforeResult(simulation, random, process, ids[0] as bigint)
  else await process.kill()
  await simulation.reopen(index)
  return `process ${index} dies with work in its hands: ${notified}`
}

/** The notification was delivered and its OK is on the way when the sending process dies. */
async function crashBeforeResult(
  simulation: Simulation,
  random: Random,
  process: Process,
  id: bigint,
): Promise<string> {
  const notified = simulation.stores.map(({ receiver }) => receiver.requests.length)
  for (const store of simulation.stores) answerFrom(store, 'never', random)
  const delivery = process.app.jobs.find(({ name }) => name === 'deliver notifications')!.run(id)
  await Promise.race([delivery, untilMore(simulation, notified)])
  await process.app.db.close()
  for (const store of simulation.stores) answerFrom(store, 'OK', random)
  await process.kill(delivery)
  return ' while a notification is delivered'
}

async function untilMore({ stores, sql }: Simulation, before: readonly number[]): Promise<void> {
  for (let looks = 0; looks < 1000; looks++) {
    if (stores.some(({ receiver }, index) => receiver.requests.length > before[index]!)) return
    await sql.query('select pg_sleep(0.002)')
  }
}

/** A new master key: everybody is started with it, and then everything is sealed anew. */
export async function renewMasterKey(simulation: Simulation, random: Random): Promise<string> {
  const purpose = random.pick(sealPurposes)
  simulation.keys = withFreshKey(simulation.keys, purpose)
  for (const [index, process] of simulation.processes.entries()) {
    await process.stop()
    await simulation.reopen(index)
  }
  const { app } = random.pick(simulation.processes)
  if (purpose === 'directory') return `site keys sealed anew: ${await resealAll(app)}`
  const { unreadable, left } = await app.vault.rewrap({ limit: 10_000 })
  if (unreadable.length > 0 || left > 0) throw new Error(`cards that do not open: ${unreadable}, left: ${left}`)
  return 'all cards are sealed anew'
}

async function resealAll({ directory }: Process['app']): Promise<number> {
  const { resealed, left } = await directory.resealSiteKeys({ by, limit: 1000 })
  if (left > 0) throw new Error(`${left} site keys are left under an old master key`)
  return resealed
}
