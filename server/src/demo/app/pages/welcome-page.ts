import { html } from '#kernel/http/html.ts'
import { problemNote } from './home-page.ts'
import type { AppPage } from './page.ts'

/** The first page: one button, and everything else happens by itself. */
export function welcomePage({ name, problem }: { name: string; problem?: string | undefined }): AppPage {
  return {
    title: 'Open an account',
    status: problem ? 400 : 200,
    main: html`${problemNote(problem)}<section class="welcome" aria-labelledby="welcome">
<div class="card sample" aria-hidden="true"><p class="card-brand">Dough</p><p class="card-number">•••• •••• •••• ••••</p>
<div class="card-foot"><p><span class="label">Name</span>${name}</p></div></div>
<div><h1 id="welcome">A card in one&nbsp;press</h1>
<p class="lead">Open an account, top it up, and buy bread with a card that Florin has issued. You approve the payment here.</p>
<form action="/demo/app/open" method="post">
<label for="name">Your name</label>
<input id="name" name="name" autocomplete="name" required maxlength="40" value="${name}">
<button type="submit" data-busy="Opening your account…">Open an account</button>
</form>
<p class="hint">Your documents are made up for you, and staging approves them at once.</p></div>
</section>`,
  }
}

/** Florin has not decided yet who the customer is. */
export function pendingPage(problem?: string): AppPage {
  return {
    title: 'Almost there',
    status: problem ? 409 : 200,
    here: '/demo/app',
    main: html`${problemNote(problem)}<section class="narrow" aria-labelledby="pending">
<h1 id="pending">Almost there</h1>
<p>Your documents are being looked at. That takes a moment, or a person if something is odd.</p>
<form action="/demo/app/continue" method="post"><button type="submit" data-busy="One moment…">Continue</button></form>
</section>`,
  }
}
