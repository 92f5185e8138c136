import { type Html, html } from '#kernel/http/html.ts'
import type { Look } from '../look.ts'
import type { CardSecrets } from '../shapes.ts'
import { activityList } from './activity-list.ts'
import { cardView } from './card-view.ts'
import type { AppPage, Frame } from './page.ts'
import { amountText, isNegative, isNothing } from './words.ts'

export type HomePage = {
  look: Look
  /** What was done, as text for the customer. */
  done?: string | undefined
  /** What was wrong. */
  problem?: string | undefined
  /** The card shows them. Such a page is the reply to a form, and cannot be read again. */
  secrets?: CardSecrets | undefined
}

export function homePage({ look, done, problem, secrets }: HomePage, { customers, now }: Frame): AppPage {
  const { account, card, activity } = look
  const holder = customers[0]?.name ?? ''
  return {
    title: 'Home',
    status: problem ? 409 : 200,
    ...(!secrets && { here: '/demo/app' }),
    again: { seconds: secrets ? 30 : 5, url: '/demo/app' },
    main: html`${done && html`<p class="message" role="status">${done}</p>`}${problemNote(problem)}
<div class="home">
<div class="own">
<section class="money" id="money" data-live aria-labelledby="money-title">${money(look)}</section>
<p class="ways"><a class="button" href="/demo/app/topup">Top up</a><a class="button plain" href="/demo">Buy bread</a></p>
<div id="card" data-live>${card ? cardView({ card, holder, secrets }) : noCard}</div>
</div>
<section class="activity" aria-labelledby="activity-title">
<div class="headline"><h2 id="activity-title">Activity</h2><a href="/demo/app/statement" download="statement.pdf">Statement<span class="hidden"> of this month, a PDF</span></a></div>
<div id="activity" data-live>${activityList(activity, now)}</div>
</section>
</div>
<p class="hint">Account in ${account.currency} · days and times are UTC</p>`,
  }
}

export const problemNote = (problem: string | undefined): Html | undefined =>
  problem === undefined
    ? undefined
    : html`<p class="message bad" role="alert"><strong>That did not work.</strong> ${problem}</p>`

function money({ account: { available, held, balance, currency } }: Look): Html {
  const isOwing = isNegative(balance)
  return html`<h1 id="money-title"><span class="label">${isOwing ? 'You owe' : 'To spend'}</span>
<span class="balance">${amountText(isOwing ? balance.slice(1) : available, currency)}</span></h1>
${isOwing && html`<p class="soft">A shop has booked more than was there. Your next topup pays it.</p>`}
${!isNothing(held) && html`<p class="soft">${amountText(held, currency)} is held until shops book it.</p>`}`
}

const noCard = html`<p class="empty">There is no card on this account.</p>`
