import { NoResponse } from '#connectors/acquirer/port.ts'
import { formatMoney, money } from '#kernel/base/money.ts'
import type { App } from '../../src/app/compose.ts'
import { type ClearingColumns, clearsFile, presentment } from '../world/clearing-file.ts'
import type { BothHalves } from './both-halves.ts'
import { cardOf } from './both-halves-holders.ts'
import { newPayment, somePayment } from './both-halves-messages.ts'
import { about, type Presented, recordMoved } from './both-halves-network.ts'
import type { Random } from './random.ts'

/** A file of the network: its rows, and what each presents. */
export type NetworkFile = { rows: readonly ClearingColumns[]; presented: readonly Presented[]; isDone: boolean }

/** The network sends a file of presentments, some of which it has presented before; it may come days later. */
export async function sendFile(scene: BothHalves, random: Random): Promise<string> {
  const presented = Array.from({ length: random.between(1, 6) }, () => presentmentIn(scene, random))
  const file: NetworkFile = { rows: presented.map(rowOf), presented, isDone: false }
  scene.files.push(file)
  const line = `a file of ${presented.map(({ kind, request }) => `${kind} ${request.amount.minor}`).join(', ')}`
  return random.chance(30) ? `${line} is late` : `${line}: ${await clear(scene, random, file)}`
}

/** An old file comes, for the first time or again. */
export async function clearAgain(scene: BothHalves, random: Random): Promise<string> {
  const file = scene.files.at(-random.between(1, Math.min(3, scene.files.length)))
  return file ? `an old file: ${await clear(scene, random, file)}` : 'no file to clear'
}

/** At the end every file has come. */
export async function clearAll(scene: BothHalves): Promise<void> {
  for (const file of scene.files.filter(({ isDone }) => !isDone)) await run(scene, scene.world.app, file)
}

/** By one process, by the other, by both at once, or twice. */
async function clear(scene: BothHalves, random: Random, file: NetworkFile): Promise<string> {
  const { world, neighbour } = scene
  const here = () => run(scene, world.app, file)
  const there = () => neighbour.does((app) => run(scene, app, file))
  const ways = neighbour.isDoomed ? [[there]] : [[here], [here], [there], [here, there]]
  const done = await Promise.all(random.pick(ways).map((go) => go()))
  if (random.chance(20)) done.push(await here())
  return done.join(' and ')
}

/** A message of a row may be lost on its way: then the file ends there, as when its process is killed. */
async function run({ network }: BothHalves, app: App, file: NetworkFile): Promise<string> {
  const results = await clearsFile(app, file.rows).catch((error) => {
    if (error instanceof NoResponse) return undefined
    throw error
  })
  if (!results) return 'interrupted'
  for (const [index, presented] of file.presented.entries()) {
    const result = results.find(({ line }) => line === index + 2)
    if (result && result.is !== 'rejected') recordMoved(network, presented)
  }
  file.isDone = true
  return results.map(({ is }) => is).join(', ')
}

function presentmentIn(scene: BothHalves, random: Random): Presented {
  const { network, holders } = scene
  if (network.presented.length > 0 && random.chance(25)) return random.pick(network.presented)
  const known = random.chance(80) ? somePayment(network, random) : undefined
  const isOurs = known !== undefined && !known.isSingle
  const payment = isOurs ? known : newPayment(network, random, { holder: random.pick(holders) })
  const kind: Presented['kind'] = random.chance(75) ? 'clearing' : 'refund'
  const share = random.pick([100n, 100n, 50n, 110n])
  const amount = money((payment.amount.minor * share) / 100n + 1n, payment.amount.currency)
  const limited = kind === 'refund' && amount.minor > 20_000n ? money(20_000n, amount.currency) : amount
  const presentmentId = `${kind}-${++network.count}`
  const request = {
    kind,
    presentmentId,
    ...about(network, { ...payment, card: isOurs ? payment.card : cardOf(payment.holder, random) }, limited),
  }
  const presented = { holder: payment.holder, kind, presentmentId, request } as const
  network.presented.push(presented)
  return presented
}

function rowOf({ kind, presentmentId, request }: Presented): ClearingColumns {
  const { amount, billing, card, reference } = request
  return presentment({
    kind,
    presentmentId,
    cardNumber: card.number!.reveal(),
    ...(reference.rrn !== undefined && { retrievalReference: reference.rrn }),
    amount: formatMoney(amount),
    currency: amount.currency,
    ...(billing && { billingAmount: formatMoney(billing), billingCurrency: billing.currency }),
  })
}
