import { Command } from 'commander'
import {
  assetsOf,
  chainNamed,
  chainsOf,
  changeAsset,
  changeChain,
  findCursor,
  firstAddress,
  formatQuantity,
  givenAddresses,
} from '#issuing/deposits'
import { countOption, numberArgument, yesOrNo } from './arguments.ts'
import { table, withApp } from './with-app.ts'

type ChainOptions = { evmId?: number; xpub?: string; active?: boolean }
type AssetOptions = {
  contract?: string
  decimals?: number
  confirmations?: number
  min?: string
  max?: string
  active?: boolean
}

export function chainsCommand(): Command {
  const chains = new Command('chains').description('the chains on which customers top up, and their coins')
  chains
    .command('set <name>')
    .description('add a chain, or change the given terms of it')
    .option(
      '--evm-id <number>',
      'its number (EIP-155), such as 1 for Ethereum; it never changes',
      numberArgument('--evm-id', '1'),
    )
    .option('--xpub <key>', 'extended public key of the account (m/44’/60’/account’) that deposit addresses are of')
    .option('--active <yes|no>', 'an inactive chain takes no new orders; it is watched on', yesOrNo('--active'))
    .action((name: string, { evmId, ...options }: ChainOptions) =>
      withApp(async (app) => {
        const changes = { ...options, evmId: evmId === undefined ? undefined : BigInt(evmId) }
        const chain = await changeChain(app, { by: await app.by('chains:change'), name, changes })
        console.log(
          `Chain ${chain.name} (${chain.evmId}) is set. Check the wallet: its first address is ${firstAddress(chain)}.`,
        )
        if (!app.chains.of(chain.evmId))
          console.log(`No node of it is configured, so it is not read: FLORIN_EVM_RPC_URLS=${chain.evmId}=https://…`)
      }),
    )
  chains
    .command('asset <chain> <code>')
    .description('add a coin to a chain, or change the given terms of it')
    .option('--contract <address>', 'of the token; without it, the coin of the chain')
    .option(
      '--decimals <count>',
      'of the contract on this chain; default: the usual ones',
      countOption('--decimals', 36),
    )
    .option(
      '--confirmations <count>',
      'blocks until a deposit counts; default: 12',
      countOption('--confirmations', 100),
    )
    .option('--min <quantity>', 'the least of a topup, such as 5')
    .option('--max <quantity>', 'the most of a topup')
    .option('--active <yes|no>', 'an inactive coin takes no new orders', yesOrNo('--active'))
    .action((chain: string, code: string, { min, max, ...options }: AssetOptions) =>
      withApp(async (app) => {
        const changes = { ...options, minimum: min, maximum: max }
        await changeAsset(app, { by: await app.by('chains:change'), chain, code, changes })
        console.log(`${code} on ${chain} is set.`)
      }),
    )
  addViews(chains)
  return chains
}

function addViews(chains: Command): void {
  chains.command('list').description('the chains, how far each is read, and their coins').action(list)
  chains
    .command('addresses <chain>')
    .description('the deposit addresses that the key of a chain has given, for moving the coins on')
    .option('--limit <count>', 'default: 50', countOption('--limit', 10_000), 50)
    .action((name: string, { limit }: { limit: number }) =>
      withApp(async (app) => {
        const given = await givenAddresses(app.db, await chainNamed(app, name), limit)
        console.log(
          table(
            ['path', 'address', 'order'],
            given.map(({ path, address, orderId }) => [path, address, orderId]),
          ),
        )
      }),
    )
}

const list = () =>
  withApp(async ({ db }) => {
    const all = await chainsOf(db)
    if (all.length === 0) return console.log('No chain is set. Add one: florin chains set')
    const rows = await Promise.all(
      all.map(async ({ id, name, evmId, active }) => {
        const { blockNumber, headNumber, readAt, trouble } = (await findCursor(db, id))!
        const place = blockNumber === undefined ? 'not yet' : `${blockNumber} of ${headNumber}`
        return [name, String(evmId), active ? 'yes' : 'no', place, readAt?.toString() ?? '', trouble ?? '']
      }),
    )
    console.log(table(['chain', 'number', 'active', 'read up to', 'at', 'trouble'], rows))
    const names = new Map(all.map(({ id, name }) => [id, name]))
    console.log(
      table(
        ['chain', 'coin', 'contract', 'decimals', 'confirmations', 'min', 'max', 'active'],
        (await assetsOf(db)).map(({ chainId, code, contract, decimals, confirmations, minimum, maximum, active }) => [
          names.get(chainId)!,
          code,
          contract ?? '',
          String(decimals),
          String(confirmations),
          formatQuantity(minimum, decimals),
          formatQuantity(maximum, decimals),
          active ? 'yes' : 'no',
        ]),
      ),
    )
  })
