import type { Command } from 'commander'
import { type DepositId, formatQuantity } from '#issuing/deposits'
import { readUuid } from '#issuing/ids'
import {
  decideParked,
  listDeposits,
  type ParkedDecision,
  type ParkReason,
  parkReasons,
  permissionOf,
  type ReceivedDeposit,
  waitingForPerson,
} from '#issuing/topups'
import { countOption } from './arguments.ts'
import { print, printWaits, table } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

/** What has arrived for topups in coins and needs a person. */
export function addParkedCommands(topups: Command): void {
  topups
    .command('parked')
    .description('deposits that were not credited by themselves: parked, frozen, or credited and lost; oldest first')
    .option('--page <number>', 'which page', countOption('--page', 1_000_000), 1)
    .option('--limit <count>', 'on a page', countOption('--limit', 1_000), 50)
    .action((page: { page: number; limit: number }) => withApp((app) => showParked(app, page)))
  decision(topups, 'credit', 'credit a parked deposit to the account, at the rate of now', () => ({
    decision: 'credit',
  }))
  decision(topups, 'release', 'a frozen deposit is parked: the sender is not on the list after all', () => ({
    decision: 'release',
  }))
  decision(
    topups,
    'write-off',
    'bear the loss of coins that were credited and that a reorganisation has taken away',
    () => ({
      decision: 'writeOff',
    }),
  )
  decision(topups, 'reclaim', 'reverse the credit of coins that a reorganisation has taken away', () => ({
    decision: 'reclaim',
  }))
  topups
    .command('return')
    .argument('<depositId>', '', depositIdArgument)
    .argument('<transactionHash>', 'of the transaction that has sent the coins back')
    .description('record that the coins of a parked deposit were sent back; Florin itself holds no key to send with')
    .action((id: DepositId, transactionHash: string) => decides(id, { decision: 'return', transactionHash }))
}

const decision = (topups: Command, name: string, about: string, make: () => ParkedDecision): Command =>
  topups
    .command(name)
    .argument('<depositId>', '', depositIdArgument)
    .description(about)
    .action((id: DepositId) => decides(id, make()))

const decides = (id: DepositId, what: ParkedDecision): Promise<void> =>
  withApp(async (app) => {
    const { receipt, waits } = await decideParked(app, { by: await app.by(permissionOf(what)), id, decision: what })
    if (waits) return printWaits(waits)
    print(receipt, `Deposit ${id} of topup ${receipt.topupId} is ${receipt.status}.`)
  })

async function showParked({ db, by }: CommandApp, { page, limit }: { page: number; limit: number }): Promise<void> {
  await by('topups:review')
  const { data, total } = await listDeposits(db, waitingForPerson, { page, size: limit })
  const headings = ['deposit', 'topup', 'status', 'why', 'quantity', 'chain', 'sender', 'transaction']
  const text = `${table(headings, data.map(rowOf))}\n${data.length} of ${total}`
  print({ data, page, size: limit, total }, total === 0 ? 'No deposit waits for a person.' : text)
}

function rowOf({ receipt: { id, topupId, status, reason }, deposit, chain, asset }: ReceivedDeposit): string[] {
  const units = asset ? `${formatQuantity(deposit.quantity, asset.decimals)} ${asset.code}` : String(deposit.quantity)
  const why = reason ? (parkReasons[reason as ParkReason] ?? reason) : ''
  return [id, topupId, status, why, units, chain.name, deposit.sender, deposit.transactionHash]
}

function depositIdArgument(text: string): DepositId {
  const id = readUuid<DepositId>(text)
  if (!id) throw new Error(`depositId is a UUID, as florin topups parked shows it; it is "${text}".`)
  return id
}
