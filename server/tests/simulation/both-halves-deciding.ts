import { isApproval } from '#connectors/network/message.ts'
import { answering, type Question, readQuestion } from '../world/deciding.ts'
import { type Manner, openReceiver, type Receiver } from '../world/receiver.ts'
import { by } from '../world/webhook-receiver.ts'
import type { BothHalves } from './both-halves.ts'
import { authorizeFar, increaseFar, reverseFar } from './both-halves-messages.ts'
import type { Random } from './random.ts'

/** The server of the partner that is asked about payments, and how it has answered from which question on. */
export type Decider = { receiver: Receiver; manners: { from: number; says: Says }[] }
type Says = keyof typeof manners

const manners = {
  approve: answering({ decision: 'approve' }),
  decline: answering({ decision: 'decline', reason: 'It is Sunday.' }),
  part: answering({ decision: 'approve', amount: '1.00' }),
  nonsense: answering({ decision: 'perhaps' }),
  // As one that finds the signature wrong.
  refuse: { status: 401 },
  late: 'hold',
} satisfies Record<string, Manner>

export const openDecider = async (): Promise<Decider> => ({ receiver: await openReceiver(), manners: [] })

/** The partner takes part for a while: it approves, declines, approves a part, talks nonsense, or answers too late. */
export async function decideFar(scene: BothHalves, random: Random): Promise<string> {
  const { world, decider, partner } = scene
  const { receiver } = decider
  const says = random.pick(['approve', 'approve', 'decline', 'decline', 'part', 'nonsense', 'refuse', 'late'] as const)
  const fallback = random.pick(['approve', 'decline'] as const)
  const change = (decisionUrl: string | null) =>
    world.app.partners.change({
      by,
      partnerId: partner.partner.partner.id,
      changes: { decisionUrl, decisionDeadlineMs: 200, decisionFallback: fallback },
    })
  decider.manners.push({ from: receiver.requests.length, says })
  receiver.answer(manners[says])
  await change(receiver.url)
  const asking = Array.from({ length: random.between(1, 3) }, () => random.fork()).map((own) =>
    own.pick([authorizeFar, authorizeFar, increaseFar, reverseFar])(scene, own),
  )
  const doing = await Promise.all(asking)
  await change(null)
  // Too late: nobody waits for it any more.
  receiver.release(manners.approve)
  return `the partner is asked, and its answer is ${says} (or else ${fallback}): ${doing.join(' | ')}`
}

/** It was asked about each payment once, and what it has declined the network was never told to be approved. */
export async function withDecider({ decider, partner, network }: BothHalves): Promise<string[]> {
  const { requests } = decider.receiver
  const questions = await Promise.all(requests.map((request) => readQuestion(request, partner.partner.signingKey)))
  const times = Map.groupBy(questions, ({ decisionId }) => decisionId)
  const declined = questions.filter(
    ({ isIncrement }, index) =>
      !isIncrement && decider.manners.findLast(({ from }) => from <= index)?.says === 'decline',
  )
  return [
    ...[...times].filter(([, all]) => all.length > 1).map(([id]) => `the partner was asked twice about ${id}`),
    ...declined.flatMap((question) => approvalsOf(network, question)),
  ]
}

const approvalsOf = ({ answered }: BothHalves['network'], { transactionId }: Question): string[] =>
  answered
    .filter(
      ({ request, response }) =>
        request.kind === 'authorization' &&
        !request.incrementOf &&
        response.transactionId === transactionId &&
        isApproval(response.code),
    )
    .map(({ request }) => `the partner has declined ${transactionId}, and ${request.key.stan} was approved`)
