import { Command } from 'commander'
import { displayPrivateKey } from '#core/directory'
import { seedBakery } from '../app/seed.ts'
import { withApp } from './with-app.ts'

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description('migrate the database to the newest schema; safe to repeat, and while processes run')
    .action(() => withApp(async () => console.log('The database has the newest schema.')))

export const seedCommand = (): Command =>
  new Command('seed').description('create the demo bakery (staging only); repeating it changes nothing').action(() =>
    withApp(async ({ config, directory, db, publicUrl }) => {
      if (config.environment !== 'staging') throw new Error('Only a staging installation has a demo bakery.')
      const { site, privateKey } = await seedBakery({ directory, db }, publicUrl)
      console.log(`Site ${site.id}, private key ${displayPrivateKey(site, privateKey).reveal()}`)
    }),
  )
