import { Command } from 'commander'
import { acknowledgeDisputeEvent, disputeEventsForReview, retryDisputeEvent } from '#acquiring/disputes'
import { formatMoney } from '#kernel/base/money.ts'
import { byOperator, table, withApp } from './with-app.ts'

export function disputeCommand(): Command {
  const dispute = new Command('dispute').description('what acquirers tell of disputes and a person must look at')
  dispute
    .command('list')
    .description('the news that are in trouble, oldest first')
    .action(() =>
      withApp(async ({ db }) => {
        const rows = (await disputeEventsForReview(db)).map(
          ({ id, dispute, kind, amount, paymentId, doneAt, trouble }) => [
            String(id),
            `${dispute} ${kind}`,
            `${formatMoney(amount)} ${amount.currency}`,
            paymentId === undefined ? 'unknown' : String(paymentId),
            doneAt ? 'yes' : 'no',
            trouble ?? '',
          ],
        )
        console.log(table(['news', 'dispute', 'amount', 'transaction', 'booked', 'trouble'], rows))
      }),
    )
  dispute
    .command('again <news>')
    .description('try once more to book news that were not booked, such as when the payment is there now')
    .action((disputeEvent: string) =>
      withApp(async (app) => {
        const { doneAt, trouble } = await retryDisputeEvent(app, { by: byOperator, id: BigInt(disputeEvent) })
        console.log(doneAt ? `It is booked. ${trouble ?? ''}`.trim() : `It is not booked: ${trouble ?? 'it waits.'}`)
      }),
    )
  dispute
    .command('seen <news>')
    .description('somebody has looked after it; it is not listed any more')
    .action((disputeEvent: string) =>
      withApp(async (app) => {
        await acknowledgeDisputeEvent(app, { by: byOperator, id: BigInt(disputeEvent) })
        console.log(`News ${disputeEvent} is not listed any more. It is kept.`)
      }),
    )
  return dispute
}
