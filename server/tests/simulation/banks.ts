import { disputeReasons } from '#connectors/acquirer/port.ts'
import { type Disputable, decideDispute, disputables, openDispute } from '#connectors/acquirer/sandbox/index.ts'
import { money } from '#kernel/base/money.ts'
import type { Random } from './random.ts'
import type { Simulation } from './simulation.ts'

/** A cardholder's bank charges back a payment or a part of it, whatever was refunded, or decides a dispute. */
export async function dispute({ record, clock }: Simulation, random: Random): Promise<string> {
  const bench = { record, clock }
  const payments = (await disputables(bench, 15)).filter((payment) => payment.left.minor > 0n || undecided(payment))
  if (payments.length === 0) return 'nothing to dispute'
  const payment = random.pick(payments)
  const { authorization, left } = payment
  const open = undecided(payment)
  if (open && (left.minor === 0n || random.chance(60))) {
    const outcome = open.outcome === 'lost' ? 'won' : random.pick(['won', 'lost'] as const)
    await decideDispute(bench, { authorization, dispute: open.dispute, outcome })
    return `the dispute ${open.dispute} of ${authorization} is ${outcome}`
  }
  const share = random.pick([100n, 100n, 50n, 10n])
  const amount = money((left.minor * share) / 100n || left.minor, left.currency)
  await openDispute(bench, { authorization, amount, reason: random.pick(disputeReasons) })
  return `the bank takes ${amount.minor} of ${authorization} back`
}

const undecided = ({ disputes }: Disputable) => disputes.find(({ outcome }) => outcome !== 'won')
