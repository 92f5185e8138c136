import { isApproval } from '#connectors/network/message.ts'
import type { ARes, RReq, RRes } from '#connectors/threeds/messages.ts'
import { money } from '#kernel/base/money.ts'
import { proofOf } from '../world/three-ds.ts'
import type { BothHalves } from './both-halves.ts'
import { shownOf } from './both-halves-holders.ts'
import { authorizationOf, type FarPayment, learnApproval, nextKey, tell } from './both-halves-network.ts'
import { answer } from './both-halves-purchases.ts'
import type { Random } from './random.ts'

/** What a merchant of another bank has to show of an authentication, and how often it was approved with it. */
export type Proof = { id: string; isGood: boolean; minor: bigint; approved: number }

/** A merchant of another bank authenticates a holder, and shows the proof: once, twice, or for more than was confirmed. */
export async function authenticateFar(scene: BothHalves, random: Random): Promise<string> {
  const { holders, shop } = scene
  const holder = random.pick(holders)
  const card = holder.cards.at(-1)!
  const cents = random.between(500, 9_000)
  shop.answerResults(random.chance(15) ? () => 'nothing' : takeResult)
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  const response = await shop.ask({ shown: shownOf(card) }, amount)
  const line = `a far merchant authenticates ${holder.name} for ${amount}`
  if (response.messageType !== 'ARes') return `${line}: ${response.errorCode}`
  const answers = random.between(0, 2)
  const answered =
    response.transStatus === 'C'
      ? await Promise.all(
          Array.from({ length: answers }, () => answer(scene, random.fork(), holder, response.acsTransID)),
        )
      : []
  if (random.chance(20)) await scene.world.pass(random.pick([{ seconds: 10 }, { minutes: 11 }]))
  const result: ARes | RReq | undefined =
    response.transStatus === 'C' ? shop.results.find(({ acsTransID }) => acsTransID === response.acsTransID) : response
  if (!result) return `${line}: ${answered} and no result`
  const proof = { id: response.dsTransID, isGood: result.transStatus === 'Y', minor: BigInt(cents), approved: 0 }
  scene.proofs.push(proof)
  const pay = () => payWith(scene, random, { proof, shown: result, payment: { holder, card, minor: BigInt(cents) } })
  const codes = random.chance(60) ? [await pay()] : await Promise.all([pay(), pay()])
  return `${line}: ${response.transStatus} ${answered} ${result.transStatus}, pays ${codes}`
}

export const takeResult = ({ messageVersion, threeDSServerTransID, dsTransID, acsTransID }: RReq): RRes => ({
  messageType: 'RRes',
  messageVersion,
  threeDSServerTransID,
  dsTransID,
  acsTransID,
  resultsStatus: '01',
})

type Paying = {
  proof: Proof
  shown: ARes | RReq
  payment: Pick<FarPayment, 'holder' | 'card'> & { minor: bigint }
}

function payWith({ network }: BothHalves, random: Random, { proof, shown, payment }: Paying): Promise<string> {
  const isTooMuch = random.chance(15)
  const made: FarPayment = {
    ...payment,
    key: nextKey(network),
    rrn: `A${String(network.count).padStart(11, '0')}`,
    amount: money(payment.minor + (isTooMuch ? 1n : 0n), 'EUR'),
    convertsItself: false,
    isSingle: random.chance(20),
    stands: 0n,
    isReversed: false,
    transactionId: undefined,
  }
  network.payments.push(made)
  return tell(network, authorizationOf(network, made, proofOf(shown)), (response) => {
    learnApproval(network, made, response)
    if (isApproval(response.code)) proof.approved += isTooMuch ? 2 : 1
  })
}
