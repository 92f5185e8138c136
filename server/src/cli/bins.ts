import { open } from 'node:fs/promises'
import { Command } from 'commander'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

export function binsCommand(): Command {
  const bins = new Command('bins')
  bins
    .command('load <file>')
    .description(
      'replace the table with a CSV file: its first line names the columns bin, or from and to, and any of brand, type, level, country, bank',
    )
    .action((file: string) =>
      withApp(async ({ bins, by }) => {
        const ranges = await bins.load({ by: await by('bins:load'), file: textOf(file) })
        print({ ranges }, `The table has ${ranges} ranges. All processes use it from now on.`)
      }),
    )
  bins
    .command('show <digits>')
    .description('what is known of all cards that begin with these 6 to 11 digits')
    .action((digits: string) =>
      withApp(async ({ bins, by }) => {
        await by('bins:read')
        const found = await bins.find(digits)
        const rows = Object.entries(found).map(([name, value]) => [name, value ?? ''])
        const nothing = `Nothing is known of all cards that begin with ${digits}.`
        print(found, rows.length === 0 ? nothing : table(['about', digits], rows))
      }),
    )
  return bins
}

/** Opened when the first of it is wanted. */
async function* textOf(file: string): AsyncGenerator<string> {
  const handle = await open(file)
  try {
    yield* handle.createReadStream({ encoding: 'utf8' })
  } finally {
    await handle.close()
  }
}
