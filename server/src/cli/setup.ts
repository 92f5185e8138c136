import { Command, Option } from 'commander'
import { displayPrivateKey } from '#core/directory'
import { seedBakery } from '../app/seed.ts'
import { print } from './printing.ts'
import { withApp } from './with-app.ts'

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

type SetupOptions = { environment: 'staging' | 'production' }

export const setupCommand = (): Command =>
  new Command('setup')
    .addOption(
      new Option('--environment <environment>', 'what this installation is, once and for all')
        .choices(['staging', 'production'])
        .makeOptionMandatory(),
    )
    .action(async ({ environment }: SetupOptions) => {
      const { readConfig } = await import('../app/config.ts')
      const given = readConfig().environment
      if (given !== environment)
        throw new Error(`FLORIN_ENVIRONMENT says ${given}. Set FLORIN_ENVIRONMENT=${environment} for this command too.`)
      await withApp(
        async ({ by }) => {
          await by('installation:setup')
          print({ environment }, `This installation is ${environment}. Programs that take it for another are refused.`)
        },
        { openedBy: 'setup' },
      )
    })

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
