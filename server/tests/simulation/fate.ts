import { drainDueWork } from '#kernel/due-work.ts'
import { sealPurposes, withFreshKey } from '#kernel/keys.ts'
import type { Dice } from './dice.ts'
import { capture, undo } from './merchants.ts'
import type { Place, Process } from './process.ts'
import { arrive, pay } from './shoppers.ts'
import { answerFrom, by, type Town } from './town.ts'

/** Both processes do everything that is due, at once. */
export const work = async ({ processes }: Town): Promise<string> =>
  `both work: ${await Promise.all(processes.map(({ app }) => drainDueWork(app.jobs, app.log)))}`

export async function passTime(town: Town, dice: Dice): Promise<string> {
  const time = dice.pick([{ minutes: 1 }, { minutes: 2 }, { minutes: 16 }, { minutes: 61 }, { hours: 25 }, { days: 8 }])
  town.clock.pass(time)
  return `${JSON.stringify(time)} pass; ${dice.chance(75) ? await work(town) : 'nobody works'}`
}

export const lateAsksArrive = async (town: Town): Promise<string> =>
  `${await town.line.lateAsksArrive()} late asks arrive at the acquirer`

/** A process dies while somebody pays or a merchant wants something, at any of the places where it makes a difference. */
export async function dieAsking(town: Town, dice: Dice): Promise<string> {
  const index = dice.between(0, 1)
  const process = town.processes[index]!
  const visit = await arrive(town, dice)
  const kind = dice.pick(['ask', 'statement'] as const)
  const count = kind === 'ask' ? 1 : dice.between(1, 6)
  const place: Place = dice.chance(50) ? { before: kind, count } : { after: kind, count }
  const { reached } = process.doom(place)
  const payThere = () => pay(town, dice, visit, process)
  const doing = dice.pick([payThere, payThere, capture, undo, workThere])(town, dice, process)
  await Promise.race([reached, doing.catch(() => undefined)])
  await process.kill(doing)
  await town.reopen(index)
  const told = await doing.catch((error: Error) => `died (${error.message})`)
  return `process ${index} dies, ${JSON.stringify(place)}: ${told}`
}

/** One payment that is due is taken to be resolved. */
async function workThere(_town: Town, _dice: Dice, { app }: Process): Promise<string> {
  const resolver = app.jobs.find(({ name }) => name === 'resolve payments')
  const [id] = (await resolver?.claim(1)) ?? []
  if (id === undefined) return 'nothing to resolve'
  await resolver?.run(id)
  return `payment ${id} is resolved`
}

/** A process dies with work in its hands: claimed and not begun, or a store told and not yet written down. */
export async function dieWorking(town: Town, dice: Dice): Promise<string> {
  const index = dice.between(0, 1)
  const process = town.processes[index]!
  const job = dice.pick(process.app.jobs)
  const ids = await job.claim(dice.between(1, 5))
  let told = `${job.name} ${ids}`
  if (job.name === 'deliver notifications' && ids[0] !== undefined)
    told += await dieTelling(town, dice, process, ids[0])
  else await process.kill()
  await town.reopen(index)
  return `process ${index} dies with work in its hands: ${told}`
}

/** The store has been told and its OK is on the way when the process that told it dies. */
async function dieTelling(town: Town, dice: Dice, process: Process, id: bigint): Promise<string> {
  const told = town.stores.map(({ receiver }) => receiver.requests.length)
  for (const store of town.stores) answerFrom(store, 'never', dice)
  const telling = process.app.jobs.find(({ name }) => name === 'deliver notifications')!.run(id)
  await Promise.race([telling, untilMore(town, told)])
  await process.app.db.close()
  for (const store of town.stores) answerFrom(store, 'OK', dice)
  await process.kill(telling)
  return ' while a store is told'
}

async function untilMore({ stores, sql }: Town, before: readonly number[]): Promise<void> {
  for (let looks = 0; looks < 1000; looks++) {
    if (stores.some(({ receiver }, index) => receiver.requests.length > before[index]!)) return
    await sql.query('select pg_sleep(0.002)')
  }
}

/** A new master key: everybody is started with it, and then everything is sealed anew. */
export async function renewMasterKey(town: Town, dice: Dice): Promise<string> {
  const purpose = dice.pick(sealPurposes)
  town.keys = withFreshKey(town.keys, purpose)
  for (const [index, process] of town.processes.entries()) {
    await process.stop()
    await town.reopen(index)
  }
  const { app } = dice.pick(town.processes)
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
