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
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

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
  const chains = new Command('chains')
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
        const [address, isRead] = [firstAddress(chain), app.chains.of(chain.evmId) !== undefined]
        const set = `Chain ${chain.name} (${chain.evmId}) is set. Check the wallet: its first address is ${address}.`
        const unread = `No node of it is configured, so it is not read: FLORIN_EVM_RPC_URLS=${chain.evmId}=https://…`
        print({ ...chain, firstAddress: address, isRead }, isRead ? set : `${set}\n${unread}`)
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
        print({ chain, code, ...changes }, `${code} on ${chain} is set.`)
      }),
    )
  addViews(chains)
  return chains
}

function addViews(chains: Command): void {
  chains.command('list').description('the chains, how far each is read, and their coins').action(list)
  chains
    .command('addresses <chain>')
    .description('the deposit addresses that the keys of a chain have given, for moving the coins on')
    .option('--limit <count>', 'default: 50', countOption('--limit', 10_000), 50)
    .action((name: string, { limit }: { limit: number }) =>
      withApp(async (app) => {
        await app.by('chains:read')
        const chain = await chainNamed(app, name)
        const given = await givenAddresses(app.db, chain, limit)
        const rows = given.map(({ xpub, path, address, orderId }) => {
          const earlier = xpub === chain.xpub ? [] : [`key of before: ${xpub}`]
          return [path, address, orderId, ...earlier]
        })
        print({ data: given }, table(['path', 'address', 'order'], rows))
      }),
    )
}

const list = () =>
  withApp(async ({ db, by }) => {
    await by('chains:read')
    const all = await chainsOf(db)
    const chains = await Promise.all(all.map(async (chain) => ({ ...chain, ...(await findCursor(db, chain.id))! })))
    const names = new Map(all.map(({ id, name }) => [id, name]))
    const assets = (await assetsOf(db)).map((one) => ({
      ...one,
      chain: names.get(one.chainId)!,
      minimum: formatQuantity(one.minimum, one.decimals),
      maximum: formatQuantity(one.maximum, one.decimals),
    }))
    const rows = chains.map(({ name, evmId, active, blockNumber, headNumber, readAt, trouble }) => {
      const place = blockNumber === undefined ? 'not yet' : `${blockNumber} of ${headNumber}`
      return [name, String(evmId), active ? 'yes' : 'no', place, readAt?.toString() ?? '', trouble ?? '']
    })
    const text = [
      table(['chain', 'number', 'active', 'read up to', 'at', 'trouble'], rows),
      table(
        ['chain', 'coin', 'contract', 'decimals', 'confirmations', 'min', 'max', 'active'],
        assets.map(({ chain, code, contract, decimals, confirmations, minimum, maximum, active }) => [
          chain,
          code,
          contract ?? '',
          String(decimals),
          String(confirmations),
          minimum,
          maximum,
          active ? 'yes' : 'no',
        ]),
      ),
    ].join('\n')
    print({ chains, assets }, all.length === 0 ? 'No chain is set. Add one: florin chains set' : text)
  })
