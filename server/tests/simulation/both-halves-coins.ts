import { sandboxToken } from '#connectors/chain/sandbox.ts'
import type { DepositId } from '#issuing/deposits'
import { decideParked } from '#issuing/topups'
import { Refusal } from '#kernel/base/refusal.ts'
import { stranger } from '../world/crypto-topups.ts'
import { someone } from '../world/deposits.ts'
import type { BothHalves } from './both-halves.ts'
import { currentOf, type Holder, repeated } from './both-halves-holders.ts'
import type { Random } from './random.ts'

/** An order of coins, and what was sent for it. */
export type CoinOrder = {
  id: string
  holder: Holder
  address: string
  ordered: bigint
  sent: { hash: string; quantity: bigint; isRight: boolean }[]
}

/** A holder orders a topup in coins, and mostly sends some. */
export async function orderCoins(scene: BothHalves, random: Random): Promise<string> {
  const holder = random.pick(scene.holders)
  const body = {
    fiatCurrency: 'EUR',
    cryptoCurrency: 'USDC',
    amount: random.between(10, 120),
    inputType: 'fiat',
    blockchain: 'sandbox',
    senderAddress: someone,
  }
  const reply = await repeated(holder, random, ['POST', '/topups/crypto', body])
  if (reply.status !== 201) return `coins are not sold: ${reply.status} ${JSON.stringify(reply.body)}`
  const { id, crypto } = reply.body as { id: string; crypto: { address: string; cryptoAmount: string } }
  const [whole = '0', part = ''] = crypto.cryptoAmount.split('.')
  const ordered = BigInt(whole + part.padEnd(6, '0'))
  const order: CoinOrder = { id, holder: currentOf(scene, holder), address: crypto.address, ordered, sent: [] }
  scene.coins.push(order)
  scene.topups.push({ id, holder: order.holder })
  const line = `${holder.name} orders ${ordered} of coins (${id})`
  return random.chance(80) ? `${line}; ${await send(scene, random, order)}` : line
}

export async function sendCoins(scene: BothHalves, random: Random): Promise<string> {
  const orders = scene.coins.slice(-4)
  return orders.length === 0 ? 'no order of coins' : send(scene, random, random.pick(orders))
}

/** Just what was ordered, too little, too much, from another wallet, or another coin. */
async function send(scene: BothHalves, random: Random, order: CoinOrder): Promise<string> {
  const { world } = scene
  const share = random.pick([100n, 100n, 100n, 60n, 40n, 130n])
  const quantity = (order.ordered * share) / 100n
  const from = random.chance(90) ? someone : stranger
  const contract = random.chance(92) ? sandboxToken : undefined
  const { transactionHash } = await world.app.sandboxChain!.send({ contract, from, to: order.address, quantity })
  order.sent.push({ hash: transactionHash, quantity, isRight: from === someone && contract === sandboxToken })
  const how = `${share} % of it are sent${from === someone ? '' : ' by a stranger'}${contract ? '' : ' in ether'}`
  if (random.chance(40)) return how
  // Three blocks confirm it: it disappears before that, or after.
  const blocks = [await goOn(scene, random.between(1, 4))]
  if (random.chance(35)) blocks.push(await reorganise(scene, random), await goOn(scene, random.between(0, 4)))
  return [how, ...blocks].join(', ')
}

async function goOn({ world }: BothHalves, count: number): Promise<string> {
  await world.app.sandboxChain!.mine(count)
  await world.pass({ seconds: 5 })
  return `${count} blocks`
}

async function reorganise({ world }: BothHalves, random: Random): Promise<string> {
  const [depth, lost] = [random.between(1, 6), random.chance(50)]
  await world.app.sandboxChain!.reorganise(depth, { lost })
  return `the last ${depth} blocks are replaced${lost ? ', and what they moved is lost' : ''}`
}

/** The operator decides who bears the loss of coins that were credited and are not in the chain any more. */
export async function decideLost({ world, sql }: BothHalves, random: Random): Promise<string> {
  const { rows } = await sql.query<{ id: DepositId }>(
    `select id from topups.receipts where status = 'lost' order by id`,
  )
  if (rows.length === 0) return 'no lost coins'
  const { id } = random.pick(rows)
  const decisions = random.pick([['writeOff'], ['reclaim'], ['writeOff', 'reclaim']] as const)
  const done = decisions.map(async (decision) => {
    try {
      return (await decideParked(world.app, { by, id, decision: { decision } })).receipt.status
    } catch (error) {
      if (error instanceof Refusal) return error.code
      throw error
    }
  })
  return `lost coins ${id}: ${await Promise.all(done)}`
}
const by = { actor: 'operator', fromWhere: 'simulation', reason: 'a reorganisation of the simulation' }

/** Blocks are made and mostly read; at times the last ones are replaced. */
export async function moveChain(scene: BothHalves, random: Random): Promise<string> {
  if (random.chance(20)) return reorganise(scene, random)
  if (random.chance(70)) return goOn(scene, random.between(1, 4))
  await scene.world.app.sandboxChain!.mine(2)
  return '2 blocks that nobody reads'
}
