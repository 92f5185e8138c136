import { html } from '#kernel/http/html.ts'
import type { Card } from '../shapes.ts'
import type { AppPage } from './page.ts'
import { back } from './topup-pages.ts'

export const replaceReasons = { lost: 'I have lost it', stolen: 'It was stolen', damaged: 'It is damaged' } as const

/** A new card with a new number, in the place of this one. */
export const replacePage = ({ id, last4 }: Card): AppPage => ({
  title: 'Replace the card',
  main: html`${back}<section class="narrow" aria-labelledby="replace">
<h1 id="replace">A new number for •••• ${last4}</h1>
<p>The card stops working, and the new one is ready at once. Shops that have stored it go on charging you.</p>
<form action="/demo/app/cards/${id}/replace" method="post">
<fieldset class="choices"><legend>Why</legend>${Object.entries(replaceReasons).map(
    ([reason, text], index) =>
      html`<label><input type="radio" name="reason" value="${reason}"${index === 0 ? html` checked` : html``}> <span>${text}</span></label>`,
  )}</fieldset>
<button type="submit" data-busy="One moment…">Get a new card</button>
</form>
</section>`,
})
