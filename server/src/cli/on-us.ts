import { Command, Option } from 'commander'
import { listCardUpdates, retryCardUpdate, updateStatuses } from '#connectors/acquirer/on-us/index.ts'
import { auditEntry, platformOwner } from '#core/directory'
import { readUuid } from '#issuing/ids'
import { countOption } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type ListOptions = { status?: (typeof updateStatuses)[number]; limit: number }

/** What follows for merchants of this installation when a card that it has issued gets another number. */
export function onUsCommand(): Command {
  const onUs = new Command('on-us')
  onUs
    .command('updates')
    .description(
      'cards whose number has ended, and how many stored cards have the number of their successor; newest first',
    )
    .addOption(new Option('--status <status>').choices(updateStatuses))
    .option('--limit <count>', 'default: 50', countOption('--limit', 1_000), 50)
    .action(({ status, limit }: ListOptions) =>
      withApp(async ({ db, by }) => {
        await by('cards:read')
        const updates = await listCardUpdates(db, { status, limit })
        const rows = updates.map(({ id, status, renewed, successor, tries, dueAt, trouble }) => [
          id,
          status,
          renewed === null ? '' : String(renewed),
          successor ?? '',
          String(tries),
          dueAt?.toString({ smallestUnit: 'second' }) ?? '',
          trouble ?? '',
        ])
        const headings = ['card', 'status', 'renewed', 'successor', 'failed', 'next try', 'trouble']
        print({ data: updates }, table(headings, rows))
      }),
    )
  onUs
    .command('retry')
    .argument('<cardId>', 'as florin on-us updates shows it')
    .description('try a parked update again')
    .action((text: string) =>
      withApp(async (app) => {
        const id = readUuid<string>(text)
        if (!id) throw new Error(`cardId is a UUID, as florin on-us updates shows it; it is "${text}".`)
        const by = await app.by('cards:create')
        const audited = { action: 'cardUpdateRetried', owner: platformOwner, subject: { type: 'card', id } }
        const isRetried = await retryCardUpdate(app, id, (now) => [auditEntry(now, by, audited)])
        if (!isRetried) throw new Error(`No update of card ${id} is parked; florin on-us updates lists them.`)
        print({ id, status: 'waiting' }, `The stored cards of card ${id} are updated now.`)
      }),
    )
  return onUs
}
