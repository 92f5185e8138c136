import { Command, Option } from 'commander'
import type { PartnerId } from '#core/partners'
import {
  type Dispute,
  type DisputeStatus,
  decideDispute,
  disputeStates,
  findAnyDispute,
  historyOf,
  listDisputes,
} from '#issuing/chargebacks'
import { type DisputeId, readUuid } from '#issuing/ids'
import { formatMoney } from '#kernel/base/money.ts'
import { countOption, partnerIdArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type ListOptions = { partner?: PartnerId; status?: DisputeStatus; page?: number; limit?: number }

/** What customers dispute about payments with their cards: docs/operating/disputes.md. */
export function cardDisputeCommand(): Command {
  const disputes = new Command('card-dispute')
  disputes
    .command('list')
    .description('disputes, oldest first')
    .option('--partner <partnerId>', 'of the customers of one partner', partnerIdArgument)
    .addOption(new Option('--status <status>').choices(disputeStates.statuses))
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--limit <count>', 'on a page; default: 50', countOption('--limit', 1_000))
    .action(({ partner, status, page = 1, limit = 50 }: ListOptions) =>
      withApp(async (app) => {
        await app.by('disputes:read')
        const { data, total } = await listDisputes(app.db, {
          page,
          size: limit,
          status,
          only: partner === undefined ? undefined : [partner],
        })
        const all = table(['id', 'customer', 'reason', 'amount', 'status', 'submitted'], data.map(rowOf))
        print({ data, page, size: limit, total }, `${all}\n${data.length} of ${total}`)
      }),
    )
  disputes
    .command('show')
    .argument('<disputeId>', '', disputeIdArgument)
    .description('one dispute, with what the customer says and its history')
    .action((id: DisputeId) =>
      withApp(async (app) => {
        await app.by('disputes:read')
        const dispute = await findAnyDispute(app.db, id)
        if (!dispute) throw new Error(`There is no dispute ${id}. Which there are: florin card-dispute list.`)
        const history = await historyOf(app.db, dispute)
        const rows = history.map(({ occurredAt, toStatus, actor, note }) => [
          secondOf(occurredAt),
          toStatus,
          actor,
          note ?? '',
        ])
        const { reason, transactionId, status, explanation } = dispute
        const text = [
          `${reason}, ${amountOf(dispute)} of transaction ${transactionId}, ${status}.`,
          explanation,
          table(['at', 'status', 'by', 'note'], rows),
        ].join('\n')
        print({ ...dispute, history }, text)
      }),
    )
  for (const [action, description] of decisions)
    disputes
      .command(action)
      .argument('<disputeId>', '', disputeIdArgument)
      .description(description)
      .action((id: DisputeId) =>
        withApp(async (app) => {
          const dispute = await decideDispute(app, { id, action, by: await app.by('disputes:resolve') })
          print(dispute, `Dispute ${id} about ${amountOf(dispute)} is ${dispute.status}.`)
        }),
      )
  return disputes
}

const decisions = [
  ['raise', 'it was raised at the card network: credit the customer until it is decided'],
  ['win', 'the network has decided for the customer: the credit is final'],
  ['lose', 'the merchant was right, or nothing can be raised: a credit ends'],
  ['withdraw', 'the customer no longer stands by it: a credit ends'],
] as const

const amountOf = ({ amount }: Dispute): string => `${formatMoney(amount)} ${amount.currency}`
const secondOf = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'second' })
const rowOf = (dispute: Dispute): string[] => [
  dispute.id,
  dispute.holderId,
  dispute.reason,
  amountOf(dispute),
  dispute.status,
  secondOf(dispute.createdAt),
]

function disputeIdArgument(text: string): DisputeId {
  const id = readUuid<DisputeId>(text)
  if (!id) throw new Error(`disputeId is a UUID, as florin card-dispute list shows it; it is "${text}".`)
  return id
}
