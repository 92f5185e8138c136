import { html } from '#kernel/http/html.ts'
import type { AppPage } from './page.ts'

/** What the customer wanted cannot be shown. */
export const troublePage = (status: number, text: string): AppPage => ({
  title: 'That did not work',
  status,
  main: html`<section class="narrow" aria-labelledby="trouble">
<h1 id="trouble">That did not work</h1>
<p role="alert">${text}</p>
<p class="ways"><a class="button" href="/demo/app">Back to your account</a></p>
<form action="/demo/app/start-over" method="post"><button class="plain" type="submit">Start over</button></form>
</section>`,
})
