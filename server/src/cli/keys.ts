import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { completeKeyFile, generateKeys, type SealPurpose, sealPurposes, withFreshKey } from '#kernel/crypto/keys.ts'
import { print, printProgress, table } from './printing.ts'
import { withApp } from './with-app.ts'

export function keysCommand(): Command {
  const keys = new Command('keys')
  keys
    .command('generate')
    .description('generate a new set of master keys')
    .option('--to <file>', 'write them to this file, readable only by you, instead of printing them')
    .action(({ to }: { to?: string }) => {
      if (!to) {
        const keys = generateKeys()
        return print(JSON.parse(keys), keys)
      }
      writeFileSync(to, generateKeys(), { mode: 0o600, flag: 'wx' })
      print(
        { file: to },
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
      print({ file, purpose }, 'A new key is in the file. Restart every process with it, then: florin keys rewrap')
    })
  keys
    .command('complete <file>')
    .description('add the keys that a file of an older version does not have; those in it stay as they are')
    .action((file: string) => {
      const isChanged = completeKeyFile(file)
      const missing = 'The missing keys are in the file. Give it to every process.'
      print({ file, isChanged }, isChanged ? missing : 'The file has every key already.')
    })
  addSealing(keys)
  return keys
}

function addSealing(keys: Command): void {
  keys
    .command('rewrap')
    .description('second step of a rotation: seal everything with the newest keys, while payments go on')
    .action(() =>
      withApp(async (app) => {
        const by = await app.by('keys:reseal')
        const { rewrapAll } = await import('../app/rewrap-all.ts')
        const left = (await rewrapAll(app, by, printProgress)).filter(({ unreadable }) => unreadable.length > 0)
        if (left.length > 0)
          throw new Error(
            left.map(({ kind, unreadable }) => `These ${kind} cannot be read: ${unreadable.join(', ')}`).join('\n'),
          )
        print(
          { isComplete: true },
          'Everything is sealed with the newest keys; you may remove the older ones from the key file.',
        )
      }),
    )
  keys
    .command('status')
    .description('how many records each key seals')
    .action(() =>
      withApp(async ({ vault, by }) => {
        await by('keys:read')
        const status = await vault.status()
        const { newestKey, keys: used } = status
        const rows = used.map(({ keyVersion, cards }) => [String(keyVersion), String(cards)])
        print(status, `The newest vault key is number ${newestKey}.\n${table(['key', 'card numbers'], rows)}`)
      }),
    )
}
