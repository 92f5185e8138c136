import { Command, Option } from 'commander'
import {
  changeKeyFile,
  completeKeyFile,
  generateKeys,
  type SealPurpose,
  sealPurposes,
  withFreshKey,
} from '#kernel/crypto/keys.ts'
import { makePrivateFile } from '#kernel/crypto/private-file.ts'
import type { Rewrap } from '../app/rewrap-all.ts'
import { countOption } from './arguments.ts'
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
      if (!makePrivateFile(to, generateKeys())) throw new Error(`${to} is there already. Choose another name.`)
      print(
        { file: to },
        `The keys are in ${to}. This file and the database together reveal card numbers: keep a copy in a safe place.`,
      )
    })
  keys
    .command('add <file>')
    .description('first step of a rotation: add a key that seals after the next start')
    .addOption(new Option('--purpose <purpose>').choices(sealPurposes).default('vault'))
    .option(
      '--number <number>',
      'a higher one than the next, where that was used by a key that is lost',
      countOption('--number', 99),
    )
    .action((file: string, { purpose, number }: { purpose: SealPurpose; number?: number }) => {
      changeKeyFile(file, (text) => withFreshKey(text, purpose, number))
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
        const done = await rewrapAll(app, by, printProgress)
        const { left, givenUp } = done
        const unreadable = unreadableOf(done)
        const lines = unreadable.map(({ line }) => line)
        if (left.length > 0 || unreadable.some(({ isGivenUp }) => !isGivenUp))
          throw new Error(
            [
              ...lines,
              ...left.map(({ what, purpose, key, count }) => `The ${purpose} key ${key} still seals ${count} ${what}.`),
            ].join('\n'),
          )
        const whole = 'Everything is sealed with the newest keys; you may remove the older ones from the key file.'
        const rest =
          'Everything that can be read is sealed with the newest keys. A key that is given up (FLORIN_LOST_KEYS) sealed the rest:'
        print({ isComplete: true, givenUp }, givenUp.length === 0 ? whole : [rest, ...lines].join('\n'))
      }),
    )
  keys
    .command('status')
    .description('how many records of each kind every key seals; it reads all of them')
    .action(() =>
      withApp(async (app) => {
        await app.by('keys:read')
        const { countWrapped, stillWrapped } = await import('../app/wrapped-by-key.ts')
        const status = await app.vault.status()
        const wrapped = await countWrapped(app)
        const rows = wrapped.flatMap(({ what, purpose, keys: used }) =>
          used.map(({ key, count }) => [purpose, String(key), what, String(count)]),
        )
        const { left, givenUp } = stillWrapped(app, wrapped)
        const newest = sealPurposes.map((purpose) => `${purpose} ${app.keys.newestVersion(purpose)}`).join(', ')
        const verdict =
          left.length === 0
            ? 'No older key seals anything. When every process runs with the newest keys, the older ones may be removed from the key file.'
            : 'Older keys still seal some of it: florin keys rewrap.'
        const lost = givenUp.map(
          ({ what, purpose, key, count }) =>
            `The ${purpose} key ${key} is given up (FLORIN_LOST_KEYS): the ${count} ${what} that it seals cannot be read.\n`,
        )
        print(
          { ...status, wrapped, left, givenUp },
          `The newest keys: ${newest}.\n${table(['purpose', 'key', 'seals', 'records'], rows)}\n${lost.join('')}${verdict}`,
        )
      }),
    )
}

/** A line for each kind with records that cannot be read, and whether keys that are given up explain all of them. */
const unreadableOf = ({ kinds, givenUp }: Rewrap) =>
  kinds
    .filter(({ unreadableCount }) => unreadableCount > 0)
    .map(({ kind, unreadable: named, unreadableCount }) => {
      const more = unreadableCount > named.length ? ` and ${unreadableCount - named.length} more` : ''
      const lost = givenUp.filter(({ what }) => what === kind).reduce((sum, { count }) => sum + count, 0)
      return {
        line: `These ${kind} cannot be read: ${named.join(', ')}${more}`,
        isGivenUp: unreadableCount <= lost,
      }
    })
