import { decideDispute } from '#issuing/chargebacks'
import type { DisputeId } from '#issuing/ids'
import { formatMoney, money } from '#kernel/base/money.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import type { BothHalves } from './both-halves.ts'
import { type Holder, repeated } from './both-halves-holders.ts'
import type { Random } from './random.ts'

/** What a holder claims about a payment at a merchant of another bank. */
export type Claim = { id: DisputeId; holder: Holder }

const by = { actor: 'operator', fromWhere: 'simulation', reason: 'a dispute of the simulation' }

/** A holder disputes a payment, or a part of it; at times in two tabs at once. */
export async function dispute(scene: BothHalves, random: Random): Promise<string> {
  const { network, claims } = scene
  const settled = [...network.moved.values()].filter(
    ({ kind, amount, transactionId }) =>
      kind === 'clearing' && amount.currency === 'EUR' && transactionId !== undefined,
  )
  if (settled.length === 0) return 'nothing to dispute'
  const { holder, transactionId, amount } = random.pick(settled.slice(-6))
  const part = formatMoney(money((amount.minor * BigInt(random.between(10, 120))) / 100n + 1n, 'EUR'))
  const body = {
    reason: random.pick(['fraud', 'notReceived', 'duplicate']),
    explanation: 'The bread never came.',
    ...(random.chance(50) && { amount: part }),
  }
  const replies = await Promise.all(
    Array.from({ length: random.chance(75) ? 1 : 2 }, () =>
      repeated(holder, random.fork(), ['POST', `/transactions/${transactionId}/disputes`, body]),
    ),
  )
  for (const { status, body } of replies) if (status === 201) claims.push({ id: body.id as DisputeId, holder })
  return `${holder.name} disputes ${transactionId}: ${replies.map(({ status }) => status)}`
}

/** The operator raises it, and learns that it was won or lost; the holder may cancel. At times both at once. */
export async function decideClaim(scene: BothHalves, random: Random): Promise<string> {
  const claim = scene.claims.at(-random.between(1, Math.min(3, scene.claims.length)))
  if (!claim) return 'no dispute to decide'
  const actions = Array.from({ length: random.chance(70) ? 1 : 2 }, () =>
    random.pick(['raise', 'raise', 'raise', 'win', 'lose', 'lose', 'cancel'] as const),
  )
  const done = await Promise.all(actions.map((action) => decide(scene, claim, action)))
  return `dispute ${claim.id}: ${done}`
}

type Action = 'raise' | 'win' | 'lose' | 'cancel'

async function decide({ world, network }: BothHalves, { id, holder }: Claim, action: Action) {
  if (action === 'cancel') return `cancel ${(await holder.call('POST', `/disputes/${id}/cancel`)).status}`
  try {
    const decided = await decideDispute(world.app, { id, action, by })
    const { amount } = decided
    const name = `dispute ${id}`
    // What the network takes from the merchant it owes us, until it takes it back.
    if (action === 'raise')
      network.moved.set(name, {
        holder,
        kind: 'dispute',
        transactionId: undefined,
        amount: money(-amount.minor, 'EUR'),
      })
    if (action === 'lose') network.moved.delete(name)
    return `${action} ${decided.status}`
  } catch (error) {
    if (error instanceof Refusal) return `${action} ${error.code}`
    throw error
  }
}
