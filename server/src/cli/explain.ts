import { Command } from 'commander'
import { type HistoryMessage, historyOf, type Transaction, verdictsOf } from '#issuing/spending'
import { formatMoney, money } from '#kernel/base/money.ts'
import { print, table } from './printing.ts'
import { transactionOf } from './spend.ts'
import { withApp } from './with-app.ts'

/** Why a payment with an issued card was approved or declined, and what has happened to it since. */
export function explainCommand(): Command {
  return new Command('explain').argument('<transaction>', 'the id of a card transaction').action((text: string) =>
    withApp(async (app) => {
      await app.by('transactions:read')
      const transaction = await transactionOf(app, text)
      const history = await historyOf(app.db, transaction.id)
      print({ transaction, history }, explained(transaction, history))
    }),
  )
}

function explained(transaction: Transaction, history: readonly HistoryMessage[]): string {
  const { currency, conversion, merchantMinor, merchantCurrency } = transaction
  const text = (minor: bigint) => `${formatMoney(money(minor, currency))} ${currency}`
  const rows = verdictsOf(history).map(({ rule, result, code, because, outcome, tookMs }) => [
    rule,
    outcome ?? result,
    code ?? '',
    [because, tookMs !== undefined && `after ${tookMs} ms`].filter(Boolean).join(', '),
  ])
  const messages = history.map(({ kind, action, toStatus, minor, currency: sent, code, reason, receivedAt }) => [
    receivedAt.toString({ smallestUnit: 'second' }),
    kind,
    `${formatMoney(money(minor, sent))} ${sent}`,
    code ?? 'waits',
    action ?? 'nothing',
    toStatus ?? '',
    reason ?? '',
  ])
  return [
    `${transaction.type} at ${transaction.merchantName}, ${transaction.status}`,
    ...(conversion
      ? [
          `${formatMoney(money(merchantMinor, merchantCurrency))} ${merchantCurrency} at ${conversion.rate} of ${conversion.asOf}, with ${text(conversion.markup)} of markup`,
        ]
      : []),
    `authorized ${text(transaction.authorized)}, held ${text(transaction.held)}, cleared ${text(transaction.cleared)}, refunded ${text(transaction.refunded)}`,
    '',
    rows.length === 0 ? 'No rule was asked: it had no authorization.' : table(['rule', 'result', 'code', 'why'], rows),
    '',
    table(['received', 'message', 'amount', 'answer', 'changed', 'status', 'reason'], messages),
  ].join('\n')
}
