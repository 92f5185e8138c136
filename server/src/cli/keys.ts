import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { generateKeys, type SealPurpose, sealPurposes, withFreshKey } from '#kernel/crypto/keys.ts'
import { table, withApp } from './with-app.ts'

export function keysCommand(): Command {
  const keys = new Command('keys').description('the master keys: they seal card numbers and the private keys of sites')
  keys
    .command('generate')
    .description('generate a new set of master keys')
    .option('--to <file>', 'write them to this file, readable only by you, instead of printing them')
    .action(({ to }: { to?: string }) => {
      if (!to) return console.log(generateKeys())
      writeFileSync(to, generateKeys(), { mode: 0o600, flag: 'wx' })
      console.log(
        `The keys are in ${to}. This file and the database together reveal card numbers: keep a copy in a safe place.`,
      )
    })
  keys
    .command('add <file>')
    .description('first step of a rotation: add a key that seals after the next start')
    .addOption(new Option('--purpose <purpose>').choices(sealPurposes).default('vault'))
    .action((file: string, { purpose }: { purpose: SealPurpose }) => {
      // Written beside and renamed, so that no moment has half a key file.
      writeFileSync(`${file}.new`, withFreshKey(readFileSync(file, 'utf8'), purpose), { mode: 0o600 })
      renameSync(`${file}.new`, file)
      console.log('A new key is in the file. Restart every process with it, then: florin keys rewrap')
    })
  keys
    .command('rewrap')
    .description('second step of a rotation: seal everything with the newest keys, while payments go on')
    .action(() =>
      withApp(async ({ vault, directory, by }) => {
        for (;;) {
          const { rewrapped, left, unreadable } = await vault.rewrap({ limit: 500 })
          if (rewrapped > 0) console.log(`card numbers: ${rewrapped} done, ${left} left`)
          if (rewrapped === 0) {
            if (unreadable.length > 0) throw new Error(`These cards cannot be decrypted: ${unreadable.join(', ')}`)
            break
          }
        }
        for (;;) {
          const { resealed, left, unreadable } = await directory.resealSiteKeys({
            by: await by('keys:reseal'),
            limit: 500,
          })
          if (resealed > 0) console.log(`site keys: ${resealed} done, ${left} left`)
          if (resealed === 0) {
            if (unreadable.length > 0)
              throw new Error(`The keys of these sites cannot be read; rotate them: ${unreadable.join(', ')}`)
            break
          }
        }
        console.log('Everything is sealed with the newest keys; you may remove the older ones from the key file.')
      }),
    )
  keys
    .command('status')
    .description('how many records each key seals')
    .action(() =>
      withApp(async ({ vault }) => {
        const { newestKey, keys: used } = await vault.status()
        const rows = used.map(({ keyVersion, cards }) => [String(keyVersion), String(cards)])
        console.log(`The newest vault key is number ${newestKey}.\n${table(['key', 'card numbers'], rows)}`)
      }),
    )
  return keys
}
