import { Command } from 'commander'
import { table, withApp } from './with-app.ts'

export function limitsCommand(): Command {
  const limits = new Command('limits').description('velocity limits: what cards are tried too often by')
  limits
    .command('list')
    .description('the addresses, cards, orders, links, BINs and sites with the most attempts that were not approved')
    .option('--limit <n>', 'so many of them', '20')
    .action(({ limit }: { limit: string }) =>
      withApp(async ({ velocity }) => {
        if (!/^[1-9]\d{0,3}$/.test(limit)) throw new Error(`--limit is a number from 1 to 9999, not ${limit}.`)
        const counts = await velocity.list(Number(limit))
        if (counts.length === 0) return console.log('Nothing is counted at this moment.')
        const rows = counts.map(({ kind, subject, step, begun, approved, asked, declined }) => [
          kind,
          subject,
          step,
          ...[begun, approved, asked, declined].map((count) => String(Math.round(count))),
        ])
        console.log(table(['kind', 'subject', 'step', 'begun', 'approved', 'asked', 'declined'], rows))
      }),
    )
  limits
    .command('lift <kind> <subject...>')
    .description('begin to count anew, such as: lift address 203.0.113.9')
    .action((kind: string, subject: string[]) =>
      withApp(async ({ velocity, by }) => {
        await velocity.lift({ by: await by('limits:lift'), kind, subject: subject.join(' ') })
        console.log(`The count of ${kind} ${subject.join(' ')} begins anew.`)
      }),
    )
  return limits
}
