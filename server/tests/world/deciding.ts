import { openPartner, type PartnerFixture } from './partner.ts'
import { type Manner, openReceiver, type Received, type Receiver } from './receiver.ts'
import { by, readSigned } from './webhook-receiver.ts'
import type { World } from './world.ts'

type Settings = Partial<{ decisionDeadlineMs: number; decisionFallback: 'approve' | 'decline' }>

/** A partner that is asked about payments, and its server. */
export type DecidingPartner = AsyncDisposable & {
  partner: PartnerFixture
  receiver: Receiver
  /** How the server answers from now on. */
  says(answer: object): void
  /** The next question, as the server has received it. */
  asked(): Promise<Question>
  /** The last question that has come. */
  latest(): Promise<Question>
  change(settings: Settings & { active?: boolean; decisionUrl?: string | null }): Promise<void>
}
export type Question = Readonly<Record<string, unknown>> & { decisionId: string; transactionId: string }

export async function openDecidingPartner(world: World, settings: Settings = {}): Promise<DecidingPartner> {
  const receiver = await openReceiver()
  const partner = await openPartner(world)
  const change: DecidingPartner['change'] = async (changes) =>
    void (await world.app.partners.change({ by, partnerId: partner.partner.id, changes }))
  await change({ decisionUrl: receiver.url, decisionDeadlineMs: 4_000, ...settings })
  receiver.answer(answering({ decision: 'approve' }))
  return {
    partner,
    receiver,
    says: (answer) => receiver.answer(answering(answer)),
    asked: async () => readQuestion(await receiver.next(), partner.signingKey),
    latest: () => readQuestion(receiver.requests.at(-1)!, partner.signingKey),
    change,
    [Symbol.asyncDispose]: () => receiver.close(),
  }
}

export const answering = (answer: object): Exclude<Manner, 'hold'> => ({ body: JSON.stringify(answer) })

/** Signed as a webhook is. */
export const readQuestion = async (received: Received, signingKey: string): Promise<Question> =>
  (await readSigned(received, signingKey)) as unknown as Question
