import { Command } from 'commander'
import { countOption } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

export function limitsCommand(): Command {
  const limits = new Command('limits')
  limits
    .command('list')
    .description('the addresses, cards, orders, links, BINs and sites with the most attempts that were not approved')
    .option('--limit <n>', 'so many of them', countOption('--limit', 9_999), 20)
    .action(({ limit }: { limit: number }) =>
      withApp(async ({ velocity, by }) => {
        await by('limits:read')
        const counts = await velocity.list(limit)
        const rows = counts.map(({ kind, subject, step, begun, approved, asked, declined }) => [
          kind,
          subject,
          step,
          ...[begun, approved, asked, declined].map((count) => String(Math.round(count))),
        ])
        const text = table(['kind', 'subject', 'step', 'begun', 'approved', 'asked', 'declined'], rows)
        print({ data: counts }, rows.length === 0 ? 'Nothing is counted at this moment.' : text)
      }),
    )
  limits
    .command('lift <kind> <subject...>')
    .description('begin to count anew, such as: lift address 203.0.113.9')
    .action((kind: string, subject: string[]) =>
      withApp(async ({ velocity, by }) => {
        await velocity.lift({ by: await by('limits:lift'), kind, subject: subject.join(' ') })
        print({ kind, subject: subject.join(' ') }, `The count of ${kind} ${subject.join(' ')} begins anew.`)
      }),
    )
  return limits
}
