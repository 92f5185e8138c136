import { hiddenFields, i18nOf, type PageLayout, type RenderedPage, renderDocument, renderIcon } from '#core/pages'
import { attributes, html } from '#kernel/http/html.ts'
import { embeddedI18nOf } from '../languages/index.ts'
import type { BankFramePage, LeavePage, StartPage } from './view.ts'

/** The page that a frame begins with. Its script receives the signed order from the store's page and posts it. */
export function renderStartPage({ action }: StartPage, layout: PageLayout): RenderedPage {
  const { messages } = embeddedI18nOf(layout.language)
  return renderDocument(
    {
      shape: 'single',
      title: messages.frameTitle,
      main: html`<main class="single" aria-busy="true"><p class="soft">${messages.loading}</p>
<form method="post" action="${action}" data-open hidden>${hiddenFields({ jsonRequest: '', checksum: '', replaces: '' })}</form></main>`,
    },
    layout,
  )
}

/** The bank's page in a frame, with a way to it in the whole window for a bank that shows nothing in one. */
export function renderBankFramePage(page: BankFramePage, layout: PageLayout): RenderedPage {
  const { messages } = embeddedI18nOf(layout.language)
  const { challengeTitle } = i18nOf(layout.language).messages
  const form = {
    method: page.method.toLowerCase(),
    action: page.url,
    target: 'bank',
    'data-pass-on': true,
    hidden: true,
  }
  // A form sent with GET drops the query of its address, so its parameters become fields.
  const inQuery = page.method === 'GET' ? Object.fromEntries(new URL(page.url).searchParams) : {}
  return renderDocument(
    {
      shape: 'single',
      title: challengeTitle,
      leaves: true,
      framed: page.url,
      main: html`<main class="single">
<h1 id="bank-title" tabindex="-1" autofocus>${challengeTitle}</h1>
<iframe class="bank" name="bank" title="${messages.bankFrame}" data-after="${page.after}" allow="publickey-credentials-get *; payment *"></iframe>
<p class="soft">${messages.bankHidden} <a href="${page.alone}" target="_top">${messages.bankAlone}</a></p>
<form${attributes(form)}>${hiddenFields({ ...inQuery, ...page.fields })}</form>
</main>`,
    },
    layout,
  )
}

/** The bank forbids frames: the script asks the store's page to go there, and there is a link. */
export function renderLeavePage({ alone }: LeavePage, layout: PageLayout): RenderedPage {
  const { messages } = i18nOf(layout.language)
  return renderDocument(
    {
      shape: 'single',
      title: messages.challengeTitle,
      main: html`<main class="single stack">
${renderIcon('bank', 'mark')}
<h1>${messages.challengeTitle}</h1>
<p>${messages.challengeText}</p>
<a class="button" href="${alone}" target="_top">${messages.continueToBank}</a>
</main>`,
    },
    layout,
  )
}

/** Where a bank in a frame sends the browser back to: the page around it goes on. */
export function renderReturnedPage(layout: PageLayout): RenderedPage {
  const { messages } = i18nOf(layout.language)
  return renderDocument(
    {
      shape: 'single',
      title: messages.oneMoment,
      main: html`<main class="single"><p>${messages.oneMoment}</p></main>`,
    },
    layout,
  )
}
