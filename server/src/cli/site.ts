import { Command } from 'commander'
import { siteRecord } from '#core/access'
import { everySite, type MerchantId, publicKey, type SiteId } from '#core/directory'
import { durationOption, idArgument, numberArgument, siteIdArgument, yesOrNo } from './arguments.ts'
import { describeSite } from './describe-site.ts'
import { addInvoicing } from './invoicing.ts'
import { print, table } from './printing.ts'
import { siteKeyCommand } from './site-keys.ts'
import { inputOf, list, type SiteOptions, withSiteOptions } from './site-options.ts'
import { withApp } from './with-app.ts'

export function siteCommand(): Command {
  const site = new Command('site')
  withSiteOptions(
    site
      .command('add')
      .argument('<merchantId>', '', numberArgument<MerchantId>('merchantId', '101'))
      .argument('<name>')
      .description('add a site; its private key is shown once'),
  )
    .option('--live', 'real money: keys begin with sk_live_', false)
    .action((merchantId: MerchantId, name: string, options: SiteOptions) =>
      withApp(async ({ directory, by }) => {
        const { site: added, displayKey } = await directory.createSite({
          by: await by('sites:change'),
          merchantId,
          ...inputOf(options),
          name,
          live: options.live ?? false,
          currencies: list(options.currencies) ?? ['EUR'],
        })
        const keys = { publicKey: publicKey(added), privateKey: displayKey.reveal() }
        const text = [
          `Site ${added.id} is created.\nPublic key   ${keys.publicKey}\nPrivate key  ${keys.privateKey}`,
          'The private key is not shown again. To replace a lost key: florin site rotate-key',
        ].join('\n')
        print({ ...siteRecord(added), ...keys }, text)
      }),
    )
  withSiteOptions(
    site
      .command('change')
      .argument('<siteId>', '', siteIdArgument)
      .description('change the given settings, leave the rest'),
  )
    .option('--name <name>')
    .option('--active <yes|no>', 'an inactive site takes no payments', yesOrNo('--active'))
    .option(
      '--under-attack <yes|no>',
      'yes: cards are tested here, so every typed card is challenged',
      yesOrNo('--under-attack'),
    )
    .action((siteId: SiteId, options: SiteOptions) =>
      withApp(async ({ directory, by }) => {
        const changes = inputOf(options)
        const changed = await directory.changeSite({ by: await by('sites:change'), siteId, changes })
        print(siteRecord(changed), describeSite(changed))
      }),
    )
  addKeys(site)
  site.addCommand(siteKeyCommand())
  addAcceptSplits(site)
  addQuestions(site)
  addInvoicing(site)
  return site
}

const dayLong = Temporal.Duration.from({ hours: 24 })

function addKeys(site: Command): void {
  site
    .command('rotate-key')
    .argument('<siteId>', '', siteIdArgument)
    .description('create a new private key; the old one stays valid for a while')
    .option('--overlap <duration>', 'ISO 8601, how long the old key stays valid', durationOption, dayLong)
    .action((siteId: SiteId, { overlap }: { overlap: Temporal.Duration }) =>
      withApp(async ({ directory, by }) => {
        const { displayKey, previousUntil } = await directory.rotateSiteKey({
          by: await by('sites:change'),
          siteId,
          overlap,
        })
        const privateKey = displayKey.reveal()
        const text = `Private key  ${privateKey}\nThe previous key is valid until ${previousUntil}.`
        print({ privateKey, previousUntil }, text)
      }),
    )
  site
    .command('revoke-key')
    .argument('<siteId>', '', siteIdArgument)
    .argument('<keyId>', '', idArgument('keyId'))
    .description('end an older key before its time; site show lists the keys with their ids')
    .action((siteId: SiteId, keyId: bigint) =>
      withApp(async ({ directory, by }) => {
        await directory.revokeSiteKey({ by: await by('sites:change'), siteId, keyId })
        const text = `Key ${keyId} of site ${siteId} has ended; running processes accept it for five seconds at the most.`
        print({ id: keyId, siteId, status: 'revoked' }, text)
      }),
    )
}

function addAcceptSplits(site: Command): void {
  site
    .command('accept-splits')
    .argument('<siteId>', '', siteIdArgument)
    .description('name the sites whose payments may be shared with this one; replaces the list')
    .requiredOption('--from <sites>', 'ids of sites, such as 10001,10002; none: of no site')
    .action((siteId: SiteId, { from }: { from: string }) =>
      withApp(async ({ directory, by }) => {
        const sites = from === 'none' ? [] : list(from)!.map(siteIdArgument)
        for (const id of sites) if (!(await directory.site(id))) throw new Error(`There is no site ${id}.`)
        const changes = { acceptsSplitsFrom: sites }
        const changed = await directory.changeSite({ by: await by('sites:change'), siteId, changes })
        print(siteRecord(changed), describeSite(changed))
      }),
    )
}

function addQuestions(site: Command): void {
  site
    .command('list')
    .description('all sites')
    .action(() =>
      withApp(async ({ directory, by }) => {
        await by('sites:read')
        const sites = await everySite(directory)
        const rows = sites.map((one) => [
          String(one.id),
          one.merchantName,
          one.name,
          one.live ? 'live' : 'test',
          one.currencies.join(' '),
        ])
        print({ data: sites.map(siteRecord) }, table(['id', 'merchant', 'name', 'keys', 'currencies'], rows))
      }),
    )
  site
    .command('show')
    .argument('<siteId>', '', siteIdArgument)
    .description('everything that can be set on a site, and its keys')
    .action((siteId: SiteId) =>
      withApp(async ({ directory, by }) => {
        await by('sites:read')
        const found = await directory.site(siteId)
        if (!found) throw new Error(`There is no site ${siteId}.`)
        const keys = await directory.listSiteKeys(siteId)
        const rows = keys.map((key) => [
          String(key.id),
          key.createdAt.toString(),
          key.usedAt?.toString() ?? 'not yet',
          key.expiresAt?.toString() ?? 'no end',
        ])
        print(
          { ...siteRecord(found), keys },
          `${describeSite(found)}\n\n${table(['key', 'made', 'used since', 'ends'], rows)}`,
        )
      }),
    )
}
