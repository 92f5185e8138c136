import { createHash } from 'node:crypto'
import { openApprovals, readApprovalRules } from '#core/access'
import type { HolderId } from '#issuing/ids'
import { decideCase, findCase } from '#issuing/kyc'
import { bookedBetween, recordReport } from '#issuing/networkreports'
import { formatMoney, money } from '#kernel/base/money.ts'
import { register } from './cardholder.ts'
import { author, type Scene, type Stage } from './stage.ts'

/** What waits for somebody of issuing at the end of the story: a second person, and a report that differs. */
export const waitingScenes = (stage: Stage): Scene[] => [
  { at: stage.moment(-1, '15:30'), name: 'a decision waits for a second person', play: () => askAboutCustomer(stage) },
  { at: stage.moment(-1, '08:15'), name: 'the network has reported', play: () => reportOfNetwork(stage) },
]

/** Compliance of Nordwind wants to approve a customer; another person has to agree. */
async function askAboutCustomer(stage: Stage): Promise<void> {
  const { app, seeded } = stage
  const kai = seeded.people!.people.find(({ role, scope }) => role === 'compliance' && scope.kind === 'partner')!
  const customerId = await register(stage, { firstName: 'Ion', lastName: 'Radu' })
  const kycCase = await findCase(app.db, customerId as HolderId)
  const read = readApprovalRules('kyc:decide')
  if (!kycCase || !('rules' in read)) throw new Error('the case of Ion Radu is not under review')
  const approvals = openApprovals({ ...app, rules: read.rules })
  const by = {
    actor: `staff ${kai.id}`,
    staffId: kai.id,
    fromWhere: 'dashboard',
    reason: 'The documents are right; the income is high for a baker, so please look at it too.',
  }
  await decideCase(
    { ...app, approvals },
    { by, scope: kai.scope, caseId: kycCase.id, decision: { decision: 'approve' } },
  )
}

/** The days of the last week: on the last of them there was a clearing that is booked nowhere. */
async function reportOfNetwork({ app, clock }: Stage): Promise<void> {
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const [first, last] = [today.subtract({ days: 8 }), today.subtract({ days: 1 })]
  const booked = [...(await bookedBetween(app.db, first, last)).values()]
  const agrees = booked.filter(({ day, currency }) => currency !== 'USD' || !day.equals(last)).map(columnsOf)
  const rows = [unbookedOn(last), ...agrees].map((columns, nth) => ({ line: nth + 2, columns }))
  await recordReport(app, {
    by: { ...author, reason: 'Report of the week.' },
    name: `network-${last}.csv`,
    rows: eachOf(rows),
    digest: () => createHash('sha256').update(JSON.stringify(rows)).digest(),
  })
}

const unbookedOn = (day: Temporal.PlainDate) => ({
  ...{ day: day.toString(), currency: 'USD' },
  ...{ clearings: '1', cleared: '12.50', refunds: '0', refunded: '0.00' },
})

function columnsOf({ day, currency, sums: { clearing, refund, chargeback, representment } }: Reported) {
  const text = ({ minor }: { minor: bigint }) => formatMoney(money(minor, currency))
  return {
    ...{ day: day.toString(), currency },
    ...{ clearings: String(clearing.count), cleared: text(clearing) },
    ...{ refunds: String(refund.count), refunded: text(refund) },
    ...{ chargebacks: String(chargeback.count), chargedBack: text(chargeback) },
    ...{ representments: String(representment.count), represented: text(representment) },
  }
}
type Reported = MapValue<Awaited<ReturnType<typeof bookedBetween>>>
type MapValue<Map> = Map extends ReadonlyMap<string, infer Value> ? Value : never

async function* eachOf<T>(rows: readonly T[]) {
  yield* rows
}
