import { Command, Option } from 'commander'
import type { PartnerId } from '#core/partners'
import { closedWithMoney } from '#issuing/accounts'
import { readTopupId, type TopupId } from '#issuing/ids'
import { type TopupType, topupTypes } from '#issuing/programmes'
import { listTopups, showTopup, type Topup, type TopupState, topupStates } from '#issuing/topups'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { countOption, partnerIdArgument } from './arguments.ts'
import { addParkedCommands } from './parked-deposits.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type ListOptions = { partner?: PartnerId; type?: TopupType; status?: TopupState; page?: number; limit?: number }

export function topupsCommand(): Command {
  const topups = new Command('topups')
  topups
    .command('list')
    .description('topups, newest first')
    .option('--partner <partnerId>', 'of the customers of one partner', partnerIdArgument)
    .addOption(new Option('--type <type>').choices(topupTypes))
    .addOption(new Option('--status <status>').choices(topupStates.statuses))
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--limit <count>', 'on a page; default: 50', countOption('--limit', 1_000))
    .action(({ partner, type, status, page = 1, limit = 50 }: ListOptions) =>
      withApp(async ({ db, by }) => {
        await by('topups:read')
        const only = partner === undefined ? undefined : [partner]
        const { data, total } = await listTopups(db, { only, type, status, page, size: limit })
        const all = table(['id', 'customer', 'type', 'amount', 'status', 'created'], data.map(rowOf))
        print({ data, page, size: limit, total }, `${all}\n${data.length} of ${total}`)
      }),
    )
  topups
    .command('show')
    .argument('<topupId>', '', topupIdArgument)
    .description('one topup, its history, and what happened to its payment')
    .action((id: TopupId) =>
      withApp(async ({ db, by }) => {
        await by('topups:read')
        const found = await showTopup(db, id)
        if (!found) throw new Error(`There is no topup ${id}.`)
        const { topup, transitions, reversals } = found
        const paid = topup.transactionId ? `transaction ${topup.transactionId}` : 'nothing yet'
        const text = [
          `Topup ${id} of ${topup.holderId}: ${moneyText(topup.amount)}, ${topup.status}.`,
          `Fees ${moneyText(topup.fee)}; account ${topup.accountId}.`,
          ...(topup.siteId === undefined ? [] : [`Paid at site ${topup.siteId}: ${paid}.`]),
          ...transitions.map(
            ({ occurredAt, toStatus, actor, reason }) =>
              `${occurredAt}  ${toStatus}  ${actor}${reason === undefined ? '' : `: ${reason}`}`,
          ),
          ...reversals.map(
            ({ occurredAt, kind, amount, owed, transactionId }) =>
              `${occurredAt}  ${kind} of ${moneyText(amount)}, owed ${moneyText(owed)}, transaction ${transactionId}`,
          ),
        ].join('\n')
        print(found, text)
      }),
    )
  topups
    .command('on-closed-accounts')
    .description('closed accounts on which a network or a processor has booked money or a debt')
    .action(() =>
      withApp(async ({ db, by }) => {
        await by('topups:read')
        const found = await closedWithMoney(db)
        const rows = found.map(({ accountId, holderId, balance, owed, since }) => [
          ...[accountId, holderId, moneyText(balance), moneyText(owed), String(since)],
        ])
        print(found, table(['account', 'customer', 'has', 'owes', 'since'], rows))
      }),
    )
  addParkedCommands(topups)
  return topups
}

const moneyText = (amount: Money): string => `${formatMoney(amount)} ${amount.currency}`
const rowOf = ({ id, holderId, type, amount, status, createdAt }: Topup): string[] => [
  id,
  holderId,
  type,
  moneyText(amount),
  status,
  createdAt.toString({ smallestUnit: 'second' }),
]

function topupIdArgument(text: string): TopupId {
  const id = readTopupId(text)
  if (!id) throw new Error(`topupId is written as florin topups list shows it; it is "${text}".`)
  return id
}
