import { Command } from 'commander'
import type { PaymentId } from '#acquiring/ids'
import { payoutsForReview } from '#acquiring/payments'
import { resolvePayoutManually } from '#acquiring/payouts'
import { formatMoney } from '#kernel/base/money.ts'
import { idArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

export function payoutCommand(): Command {
  const payout = new Command('payout')
  payout
    .command('list')
    .description('payouts that need a review; look up their keys with the acquirer')
    .action(() =>
      withApp(async ({ db, by }) => {
        await by('payouts:read')
        const found = await payoutsForReview(db)
        const rows = found.map(({ id, siteId, amount, createdAt, key }) => [
          String(id),
          String(siteId),
          `${formatMoney(amount)} ${amount.currency}`,
          createdAt.toString(),
          key,
        ])
        print({ data: found }, table(['transaction', 'site', 'amount', 'requested', 'key'], rows))
      }),
    )
  payout
    .command('resolve')
    .argument('<transactionId>', '', idArgument('transactionId'))
    .description("record the acquirer's result")
    .option('--paid <reference>', "the customer has the money; the acquirer's reference")
    .option('--not-paid', 'the money was never sent, and never will be')
    .action((paymentId: PaymentId, { paid, notPaid }: { paid?: string; notPaid?: boolean }) =>
      withApp(async (app) => {
        if ((paid === undefined) === (notPaid === undefined))
          throw new Error('Pass either --paid <reference> or --not-paid.')
        const result = paid === undefined ? ({ isPaid: false } as const) : ({ isPaid: true, reference: paid } as const)
        const { status } = await resolvePayoutManually(app, { by: await app.by('payouts:resolve'), paymentId, result })
        print({ id: paymentId, status }, `Transaction ${paymentId} is ${status}; its store will be notified.`)
      }),
    )
  return payout
}
