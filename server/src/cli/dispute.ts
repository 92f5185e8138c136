import { Command } from 'commander'
import { acknowledgeDisputeEvent, disputeEventsForReview, retryDisputeEvent } from '#acquiring/disputes'
import { formatMoney } from '#kernel/base/money.ts'
import { idArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

export function disputeCommand(): Command {
  const dispute = new Command('dispute')
  dispute
    .command('list')
    .description('dispute events that need a review, oldest first')
    .action(() =>
      withApp(async ({ db, by }) => {
        await by('disputes:read')
        const events = await disputeEventsForReview(db)
        const rows = events.map(({ id, dispute, kind, amount, paymentId, doneAt, trouble }) => [
          String(id),
          `${dispute} ${kind}`,
          `${formatMoney(amount)} ${amount.currency}`,
          paymentId === undefined ? 'unknown' : String(paymentId),
          doneAt ? 'yes' : 'no',
          trouble ?? '',
        ])
        print({ data: events }, table(['event', 'dispute', 'amount', 'transaction', 'booked', 'trouble'], rows))
      }),
    )
  dispute
    .command('retry')
    .argument('<event>', '', idArgument('event'))
    .description('try again to book an event that was not booked, for example because its payment is known now')
    .action((id: bigint) =>
      withApp(async (app) => {
        const event = await retryDisputeEvent(app, { by: await app.by('disputes:resolve'), id })
        const { doneAt, trouble } = event
        print(event, doneAt ? `It is booked. ${trouble ?? ''}`.trim() : `It is not booked: ${trouble ?? 'it waits.'}`)
      }),
    )
  dispute
    .command('acknowledge')
    .argument('<event>', '', idArgument('event'))
    .description('mark an event as reviewed: it is no longer listed')
    .action((id: bigint) =>
      withApp(async (app) => {
        await acknowledgeDisputeEvent(app, { by: await app.by('disputes:resolve'), id })
        print({ id }, `Event ${id} is acknowledged. It is kept, but no longer listed.`)
      }),
    )
  return dispute
}
