import { Command, Option } from 'commander'
import { displayPrivateKey } from '#core/directory'
import type { Environment } from '../app/environment/facts.ts'
import { seedBakery } from '../app/seed.ts'
import { print, table } from './printing.ts'
import { commandLog, operatorAlone, withApp } from './with-app.ts'

export const migrateCommand = (): Command =>
  new Command('migrate').action(() =>
    withApp(
      async ({ by }) => {
        await by('installation:migrate')
        print({ isNewest: true }, 'The database has the newest schema.')
      },
      { openedBy: 'migrate' },
    ),
  )

type SetupOptions = { environment?: Environment; asTestCopy?: true; database?: string }

export const setupCommand = (): Command =>
  new Command('setup')
    .addOption(
      new Option('--environment <environment>', 'what this installation is, once and for all')
        .choices(['staging', 'production'])
        .conflicts('asTestCopy'),
    )
    .option('--as-test-copy', 'make staging of a copy of production: what reaches outside is cut off')
    .option('--database <place>', 'with --as-test-copy: you are sure, since you name the database')
    .action(async ({ environment, asTestCopy, database }: SetupOptions) => {
      if (asTestCopy) return setUpTestCopy(database)
      if (!environment)
        throw new Error('Say what it is: --environment staging, --environment production, or --as-test-copy.')
      await expectSetting(environment)
      await withApp(
        async ({ by }) => {
          await by('installation:setup')
          print({ environment }, `This installation is ${environment}. Programs that take it for another are refused.`)
        },
        { openedBy: 'setup' },
      )
    })

async function expectSetting(environment: Environment): Promise<void> {
  const { readConfig } = await import('../app/config.ts')
  const given = readConfig().environment
  if (given !== environment)
    throw new Error(`FLORIN_ENVIRONMENT says ${given}. Set FLORIN_ENVIRONMENT=${environment} for this command too.`)
}

/** The application is not opened, since it would open connections. */
async function setUpTestCopy(confirmed: string | undefined): Promise<void> {
  await expectSetting('staging')
  const [{ readConfig }, { makeTestCopy }, { outwardSettings }] = await Promise.all([
    import('../app/config.ts'),
    import('../app/test-copy/make-test-copy.ts'),
    import('../app/test-copy/outward-settings.ts'),
  ])
  const config = readConfig()
  const rows = await makeTestCopy({ config, log: await commandLog(config), by: operatorAlone(), confirmed })
  const settings = outwardSettings(config)
  const lines = Object.entries(rows).map(([name, count]) => [name, String(count)])
  print(
    { environment: 'staging', rows, settings },
    `This installation is staging. Cut off:\n${table(['rows of', 'number'], lines)}\nSettings of the environment are not in the database. Before you start, look at those that reach outside:\n${table(
      ['setting', 'here', 'reaches'],
      settings.map(({ name, isSet, reaches }) => [name, isSet ? 'set' : 'not set', reaches]),
    )}`,
  )
}

export const seedCommand = (): Command =>
  new Command('seed').action(() =>
    withApp(async ({ config, directory, db, publicUrl, by }) => {
      await by('installation:seed')
      if (config.environment !== 'staging') throw new Error('Only a staging installation has a demo bakery.')
      const { site, privateKey } = await seedBakery({ directory, db }, publicUrl)
      const key = displayPrivateKey(site, privateKey).reveal()
      print({ siteId: site.id, privateKey: key }, `Site ${site.id}, private key ${key}`)
    }),
  )
