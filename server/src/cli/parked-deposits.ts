import type { Command } from 'commander'
import { type DepositId, findAssetById, findChainById, findDeposit, formatQuantity } from '#issuing/deposits'
import { readUuid } from '#issuing/ids'
import { decideParked, type ParkedDecision, type ParkReason, parkReasons, receiptsIn } from '#issuing/topups'
import { countOption } from './arguments.ts'
import { type CommandApp, table, withApp } from './with-app.ts'

/** What has arrived for topups in coins and needs a person. */
export function addParkedCommands(topups: Command): void {
  topups
    .command('parked')
    .description('deposits that were not credited by themselves: parked, frozen, or credited and lost; oldest first')
    .option('--limit <count>', 'default: 50', countOption('--limit', 1_000), 50)
    .action(({ limit }: { limit: number }) => withApp((app) => showParked(app, limit)))
  decision(topups, 'credit', 'credit a parked deposit to the account, at the rate of now', () => ({
    decision: 'credit',
  }))
  decision(topups, 'release', 'a frozen deposit is parked: the sender is not on the list after all', () => ({
    decision: 'release',
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
    const { status, topupId } = await decideParked(app, { by: await app.by('topups:decide'), id, decision: what })
    console.log(`Deposit ${id} of topup ${topupId} is ${status}.`)
  })

async function showParked({ db }: CommandApp, limit: number): Promise<void> {
  const receipts = await receiptsIn(db, ['parked', 'frozen', 'lost'], limit)
  if (receipts.length === 0) return console.log('No deposit waits for a person.')
  const rows = await Promise.all(
    receipts.map(async ({ id, topupId, status, reason }) => {
      const deposit = (await findDeposit(db, id))!
      const [chain, asset] = [
        await findChainById(db, deposit.chainId),
        deposit.assetId && (await findAssetById(db, deposit.assetId)),
      ]
      const units = asset
        ? `${formatQuantity(deposit.quantity, asset.decimals)} ${asset.code}`
        : String(deposit.quantity)
      const why = reason ? (parkReasons[reason as ParkReason] ?? reason) : ''
      return [id, topupId, status, why, units, chain?.name ?? '', deposit.sender, deposit.transactionHash]
    }),
  )
  console.log(table(['deposit', 'topup', 'status', 'why', 'quantity', 'chain', 'sender', 'transaction'], rows))
}

function depositIdArgument(text: string): DepositId {
  const id = readUuid<DepositId>(text)
  if (!id) throw new Error(`depositId is a UUID, as florin topups parked shows it; it is "${text}".`)
  return id
}
