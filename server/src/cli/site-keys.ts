import { Command } from 'commander'
import { siteKeyRecord } from '#acquiring/merchants'
import type { SiteId } from '#core/directory'
import { idArgument, siteIdArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

/** The private keys of a site by their ids; none is shown. */
export function siteKeyCommand(): Command {
  const key = new Command('key').description('the private keys of a site, by their ids')
  key
    .command('list')
    .argument('<siteId>', '', siteIdArgument)
    .description('the keys of a site, newest first, with those that have ended')
    .action((siteId: SiteId) =>
      withApp(async (app) => {
        await app.by('keys:read')
        await printKeys(app, siteId)
      }),
    )
  key
    .command('revoke')
    .argument('<siteId>', '', siteIdArgument)
    .argument('<keyId>', '', idArgument('keyId'))
    .description('end an older key before its time; running processes accept it for five seconds at the most')
    .action((siteId: SiteId, keyId: bigint) =>
      withApp(async (app) => {
        await app.directory.revokeSiteKey({ by: await app.by('keys:revoke'), siteId, keyId })
        await printKeys(app, siteId)
      }),
    )
  return key
}

async function printKeys({ directory }: CommandApp, siteId: SiteId): Promise<void> {
  if (!(await directory.site(siteId))) throw new Error(`There is no site ${siteId}. Which there are: florin site list`)
  const keys = (await directory.listSiteKeys(siteId)).map(siteKeyRecord)
  const rows = keys.map(({ id, createdAt, usedAt, endsAt }) => [id, createdAt, usedAt ?? 'not yet', endsAt ?? 'no end'])
  print({ keys }, table(['key', 'made', 'used since', 'ends'], rows))
}
