import type { Instant } from '#kernel/base/clock.ts'
import { type Html, html } from '#kernel/http/html.ts'
import type { Challenge } from '../shapes.ts'
import { amountText, clockText, secondsUntil, timeText } from './words.ts'

/**
 * A payment that waits for its holder (3-D Secure), above whatever page is open. The merchant and the amount come first, as
 * the rules for strong authentication require.
 */
export function question({ transactionAuthId, amount, currency, merchant, expiresAt }: Challenge, now: Instant): Html {
  const left = secondsUntil(expiresAt, now)
  return html`<dialog class="question" open aria-labelledby="question-title">
<form action="/demo/app/answer" method="post">
<input type="hidden" name="challenge" value="${transactionAuthId}">
<p class="from">Approve this payment?</p>
<h2 id="question-title" tabindex="-1" autofocus><span class="big">${amountText(amount.toFixed(2), currency)}</span> to ${merchant}</h2>
<p class="soft">Approve it only if you are paying at this very moment. Time left:
<span class="left" role="timer" data-seconds="${left}">${clockText(left)}</span> <span class="hidden">(until ${timeText(expiresAt)} UTC)</span></p>
<div class="answers"><button name="answer" value="approve" type="submit">Approve</button>
<button class="plain" name="answer" value="decline" type="submit">Decline</button></div>
</form>
</dialog>`
}
