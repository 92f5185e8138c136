import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import {
  acknowledgeDisputeEvent,
  addEvidenceFile,
  changeEvidence,
  type DisputeCase,
  disputeCaseStates,
  disputeEventsForReview,
  disputeRecord,
  type EvidenceFileKind,
  evidenceFields,
  evidenceFileKinds,
  findCase,
  listCases,
  removeEvidenceFile,
  respondToDispute,
  retryDisputeEvent,
  showDispute,
} from '#acquiring/disputes'
import type { PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import { formatMoney } from '#kernel/base/money.ts'
import { countOption, idArgument, siteIdArgument } from './arguments.ts'
import { disputeText } from './dispute-text.ts'
import { print, table } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

export function disputeCommand(): Command {
  const dispute = new Command('dispute')
  addReading(dispute)
  addEvidence(dispute)
  addResponses(dispute)
  addEvents(dispute)
  return dispute
}

type ListOptions = { site?: SiteId; status?: DisputeCase['status']; page?: number }

function addReading(dispute: Command): void {
  dispute
    .command('list')
    .description('disputes of payments, newest first')
    .option('--site <siteId>', 'of one site', siteIdArgument)
    .addOption(new Option('--status <status>').choices(disputeCaseStates.statuses))
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .action(({ site, status, page = 1 }: ListOptions) =>
      withApp(async (app) => {
        await app.by('disputes:read')
        const siteIds = site === undefined ? undefined : [site]
        const { data, total } = await listCases(app.db, { siteIds, status }, { page, size: 100 })
        const records = data.map(disputeRecord)
        const rows = records.map((one) => [
          one.id,
          one.paymentId,
          one.siteId,
          one.reason,
          `${one.amount} ${one.currency}`,
          one.status,
          one.respondBy ?? '',
        ])
        const headings = ['id', 'payment', 'site', 'reason', 'amount', 'status', 'respond by']
        const text = `${table(headings, rows)}\n${data.length} of ${total}`
        print({ data: records, page, size: 100, total }, total === 0 ? 'There are none.' : text)
      }),
    )
  dispute
    .command('show')
    .argument('<disputeId>', '', idArgument('disputeId'))
    .description('one dispute with its evidence and its history')
    .action((id: PaymentId) =>
      withApp(async (app) => {
        await app.by('disputes:read')
        const shown = await showDispute(app, await disputeOf(app, id), { isOperator: true })
        print(shown, disputeText(shown))
      }),
    )
}

type FileOptions = { kind: EvidenceFileKind }

function addEvidence(dispute: Command): void {
  dispute
    .command('say')
    .argument('<disputeId>', '', idArgument('disputeId'))
    .argument('<field>', `one of ${evidenceFields.join(', ')}`)
    .argument('[text]', 'left out: what was said is removed')
    .description('write a text of the evidence; florin dispute show lists those that help')
    .action((id: PaymentId, field: string, text: string | undefined) =>
      withApp(async (app) => {
        const known = evidenceFields.find((one) => one === field)
        if (!known) throw new Error(`"${field}" is no text of evidence. Those there are: ${evidenceFields.join(', ')}.`)
        const changes = { [known]: text ?? null }
        const by = await app.by('disputes:respond')
        const dispute = await changeEvidence(app, { by, dispute: await disputeOf(app, id), changes })
        print(
          disputeRecord(dispute),
          `The evidence of dispute ${id} is changed. It is sent by: florin dispute submit ${id}`,
        )
      }),
    )
  dispute
    .command('add-file')
    .argument('<disputeId>', '', idArgument('disputeId'))
    .argument('<file>', 'a JPEG, a PNG or a PDF')
    .addOption(new Option('--kind <kind>', 'what it shows').choices(evidenceFileKinds).makeOptionMandatory())
    .description('add a file to the evidence; it is stored encrypted')
    .action((id: PaymentId, file: string, { kind }: FileOptions) =>
      withApp(async (app) => {
        const content = readFileSync(file)
        const by = await app.by('disputes:respond')
        await addEvidenceFile(app, { by, dispute: await disputeOf(app, id), kind, content })
        print({ disputeId: id, kind }, `The file is added to the evidence of dispute ${id}.`)
      }),
    )
  dispute
    .command('remove-file')
    .argument('<disputeId>', '', idArgument('disputeId'))
    .argument('<fileId>')
    .description('remove a file from the evidence')
    .action((id: PaymentId, fileId: string) =>
      withApp(async (app) => {
        const by = await app.by('disputes:respond')
        await removeEvidenceFile(app, { by, dispute: await disputeOf(app, id), fileId })
        print({ disputeId: id, fileId }, `The file is removed from the evidence of dispute ${id}.`)
      }),
    )
}

function addResponses(dispute: Command): void {
  dispute
    .command('submit')
    .argument('<disputeId>', '', idArgument('disputeId'))
    .description('submit the evidence to the acquirer, once; it cannot be changed from then on')
    .action((id: PaymentId) => respond(id, 'submit'))
  dispute
    .command('accept')
    .argument('<disputeId>', '', idArgument('disputeId'))
    .option('--yes', 'you are sure: it is final, and the cardholder keeps the money')
    .description('accept a dispute: it is lost')
    .action((id: PaymentId, { yes }: { yes?: true }) => {
      if (!yes) throw new Error('To accept a dispute is final: the cardholder keeps the money. Repeat it with --yes.')
      return respond(id, 'accept')
    })
}

const respond = (id: PaymentId, action: 'submit' | 'accept'): Promise<void> =>
  withApp(async (app) => {
    const by = await app.by('disputes:respond')
    const dispute = await respondToDispute(app, { by, dispute: await disputeOf(app, id), action })
    print(disputeRecord(dispute), `Dispute ${id} is ${dispute.status}. A running server sends it to the acquirer.`)
  })

async function disputeOf({ db }: CommandApp, id: PaymentId): Promise<DisputeCase> {
  const found = await findCase(db, id)
  if (!found) throw new Error(`There is no dispute ${id}. Which there are: florin dispute list`)
  return found
}

function addEvents(dispute: Command): void {
  dispute
    .command('events')
    .description('dispute events from acquirers that an operator must review, oldest first')
    .action(() =>
      withApp(async (app) => {
        await app.by('disputes:read')
        const events = await disputeEventsForReview(app.db)
        const rows = events.map((event) => [
          String(event.id),
          `${event.dispute} ${event.kind}`,
          `${formatMoney(event.amount)} ${event.amount.currency}`,
          event.paymentId === undefined ? 'unknown' : String(event.paymentId),
          event.doneAt ? 'yes' : 'no',
          event.trouble ?? '',
        ])
        const headings = ['event', 'dispute', 'amount', 'transaction', 'booked', 'trouble']
        print({ data: events }, rows.length === 0 ? 'No event waits for a review.' : table(headings, rows))
      }),
    )
  dispute
    .command('retry')
    .argument('<event>', '', idArgument('event'))
    .description('try again to book an event that was not booked, for example because its payment is known now')
    .action((id: bigint) =>
      withApp(async (app) => {
        const event = await retryDisputeEvent(app, { by: await app.by('disputes:resolve'), id })
        const { doneAt, trouble } = event
        print(event, doneAt ? `It is booked. ${trouble ?? ''}`.trim() : `It is not booked: ${trouble ?? 'it waits.'}`)
      }),
    )
  dispute
    .command('acknowledge')
    .argument('<event>', '', idArgument('event'))
    .description('mark an event as reviewed: it is no longer listed')
    .action((id: bigint) =>
      withApp(async (app) => {
        await acknowledgeDisputeEvent(app, { by: await app.by('disputes:resolve'), id })
        print({ id }, `Event ${id} is acknowledged. It is kept, but no longer listed.`)
      }),
    )
}
