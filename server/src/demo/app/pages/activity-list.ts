import type { Instant } from '#kernel/base/clock.ts'
import { attributes, type Html, html } from '#kernel/http/html.ts'
import type { Activity } from '../look.ts'
import type { Topup, Transaction } from '../shapes.ts'
import { amountText, dayText, type Status, statusOf, topupStatusOf } from './words.ts'

/** What has happened on the account, day by day. */
export function activityList(activity: readonly Activity[], now: Instant): Html {
  if (activity.length === 0) {
    return html`<p class="empty">Nothing yet. Top up, then buy bread at <a href="/demo">Crumb &amp; Co.</a> with your card.</p>`
  }
  const days = Map.groupBy(activity, (one) =>
    dayText('topup' in one ? one.topup.createdAt : one.transaction.createdAt, now),
  )
  return html`${[...days].map(
    ([day, entries]) => html`<h3>${day}</h3>
<ul class="entries">${entries.map((one) => ('topup' in one ? topupEntry(one.topup) : transactionEntry(one.transaction)))}</ul>`,
  )}`
}

type Entry = { href: string; mark: string; look: string; name: string; status: Status; amount: Html }

const entry = ({ href, mark, look, name, status, amount }: Entry): Html => html`<li><a class="entry" href="${href}">
<span class="face ${look}" aria-hidden="true">${mark}</span>
<span class="what"><span class="name">${name}</span> <span class="status ${status.tone}">${status.text}</span></span>
${amount}</a></li>`

function transactionEntry(transaction: Transaction): Html {
  const { id, merchant, merchantCurrency, currency } = transaction
  const status = statusOf(transaction)
  return entry({
    href: `/demo/app/transactions/${id}`,
    mark: merchant.name[0] ?? '',
    look: 'shop',
    name: merchant.name,
    status,
    amount: html`<span class="sums">${sumOf(transaction)}${
      merchantCurrency !== currency &&
      html` <span class="foreign">${amountText(transaction.merchantAmount, merchantCurrency)}</span>`
    }</span>`,
  })
}

/** With its direction; struck through when nothing was paid and nothing will be. */
export function sumOf({ status, type, amount, currency }: Transaction): Html {
  const isVoid = ['declined', 'reversed', 'expired'].includes(status)
  const sign = isVoid || /^0(?:\.0*)?$/.test(amount) ? '' : type === 'refund' ? '+' : '−'
  return html`<span${attributes({ class: isVoid ? 'sum void' : type === 'refund' ? 'sum plus' : 'sum' })}>${sign}${amountText(amount, currency)}</span>`
}

function topupEntry(topup: Topup): Html {
  const { id, type, status, credited, amount, currency, crypto } = topup
  const isDone = status === 'completed'
  return entry({
    href: `/demo/app/topups/${id}`,
    mark: '+',
    look: 'topup',
    name: type === 'crypto' ? `Topped up in ${crypto?.cryptoCurrency ?? 'coins'}` : 'Topped up',
    status: topupStatusOf(topup),
    amount: html`<span class="sums"><span class="${isDone ? 'sum plus' : 'sum void'}">${isDone && '+'}${amountText(credited ?? amount, currency)}</span></span>`,
  })
}
