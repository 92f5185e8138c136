import { Command, Option } from 'commander'
import type { PartnerId } from '#core/partners'
import {
  type EventId,
  type EventNumber,
  type EventStatus,
  eventStatuses,
  listEvents,
  parkEvent,
  readEventId,
  replayEvent,
  replayEvents,
  showEvent,
} from '#issuing/webhooks'
import { countOption, idArgument, momentOption, partnerIdArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { gradeCommand, listenCommand } from './webhook-tools.ts'
import { withApp } from './with-app.ts'

type ListOptions = { status?: EventStatus; before?: EventNumber; limit: number }
type ReplayOptions = { since?: Temporal.Instant; delivered?: boolean }

export function webhooksCommand(): Command {
  const webhooks = new Command('webhooks')
  const onPartner = (name: string) => webhooks.command(name).argument('<partnerId>', '', partnerIdArgument)
  onPartner('list')
    .description('events of a partner, newest first')
    .addOption(new Option('--status <status>').choices(eventStatuses))
    .option('--before <number>', 'the next page: those with a smaller number than this', idArgument('--before'))
    .option('--limit <n>', 'how many to show, 500 at the most', countOption('--limit', 500), 50)
    .action(list)
  onPartner('show')
    .argument('<eventId>', '', eventIdArgument)
    .description('one event, its body and its delivery attempts')
    .action(show)
  onPartner('replay')
    .argument('[eventId]', '', eventIdArgument)
    .description('send one event again, or all that were parked or never sent')
    .option('--since <moment>', 'of all: only those made then or later, 2026-05-04T10:00:00Z', momentOption)
    .option('--delivered', 'of all: also those that were delivered')
    .action((partnerId: PartnerId, eventId: EventId | undefined, { since, delivered = false }: ReplayOptions) =>
      withApp(async (app) => {
        const by = await app.by('webhooks:replay')
        if (eventId === undefined) {
          const count = await replayEvents(app, { by, partnerId, since, delivered })
          return print({ count }, `${count} will be sent again.`)
        }
        await replayEvent(app, { by, partnerId, eventId })
        print({ eventId, status: 'pending' }, 'It will be sent again.')
      }),
    )
  onPartner('park')
    .argument('<eventId>', '', eventIdArgument)
    .description('stop the deliveries of an event that is waiting; it can be sent again')
    .action((partnerId: PartnerId, eventId: EventId) =>
      withApp(async (app) => {
        await parkEvent(app, { by: await app.by('webhooks:park'), partnerId, eventId })
        print({ eventId, status: 'parked' }, 'It is parked.')
      }),
    )
  return webhooks.addCommand(gradeCommand()).addCommand(listenCommand())
}

function eventIdArgument(text: string): EventId {
  const eventId = readEventId(text)
  if (!eventId) throw new Error(`eventId is such as evt_01K4Z3W7V9Q8M2N5R6T1X0Y4AB; it is "${text}".`)
  return eventId
}

const list = (partnerId: PartnerId, { status, before, limit }: ListOptions) =>
  withApp(async (app) => {
    await app.by('webhooks:read')
    const found = await listEvents(app, { partnerId, status, before, limit })
    const rows = found.map((one) => [
      String(one.id),
      one.eventId,
      one.eventType,
      one.holderId,
      one.status,
      String(one.attempts),
      one.dueAt?.toString() ?? '',
    ])
    const all = table(['number', 'event', 'type', 'customer', 'status', 'attempts', 'next'], rows)
    const more = found.length === limit ? `\n\nOlder ones: add --before ${found.at(-1)!.id}` : ''
    print({ data: found }, `${all}${more}`)
  })

const show = (partnerId: PartnerId, eventId: EventId) =>
  withApp(async (app) => {
    await app.by('webhooks:read')
    const found = await showEvent(app, { partnerId, eventId })
    const rows = found.deliveries.map((one) => [
      String(one.attempt),
      one.attemptedAt.toString(),
      one.outcome,
      String(one.httpStatus ?? ''),
      one.deliveryId,
      one.url ?? '',
      one.reply ?? '',
    ])
    const deliveries = table(['attempt', 'at', 'outcome', 'status', 'delivery', 'address', 'reply'], rows)
    print(found, `${found.status}\n${found.body}\n\n${deliveries}`)
  })
