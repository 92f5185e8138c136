import { Command } from 'commander'
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
      { migrates: true },
    ),
  )

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
