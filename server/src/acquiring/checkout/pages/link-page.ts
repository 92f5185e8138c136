import { formatText } from '#core/i18n'
import {
  errorSummary,
  hiddenFields,
  i18nOf,
  intervalText,
  type PageI18n,
  type PageLayout,
  type RenderedPage,
  renderDocument,
  renderIcon,
} from '#core/pages'
import { type Html, html } from '#kernel/http/html.ts'
import { qrCode } from '#kernel/http/qr-code.ts'
import { customerFields } from './customer-fields.ts'
import { formNote, formTitle } from './form-words.ts'
import { orderSummary, termsOf } from './order-summary.ts'
import type { LinkPage } from './view.ts'

/** What a link sells, the fields its merchant requests, and how to share it. The next page takes the payment. */
export function renderLinkPage(page: LinkPage, layout: PageLayout): RenderedPage {
  const i18n = i18nOf(layout.language)
  const { messages } = i18n
  const merchant = layout.merchant?.name
  const title = merchant === undefined ? messages.payTitleAlone : formatText(messages.payTitle, { merchant })
  const sold = { ...page, mode: 'take' } as const
  const inWords = shareText(i18n, page, merchant)
  return renderDocument(
    {
      shape: 'split',
      title: page.errors.length > 0 ? `${messages.checkFields} – ${title}` : title,
      head: html`<meta property="og:title" content="${title}"><meta property="og:description" content="${inWords}"><meta property="og:url" content="${page.url}"><meta property="og:type" content="website">`,
      main: html`<main class="pay">
${orderSummary(i18n, sold)}
<section class="form">
${page.errors.length > 0 && errorSummary(i18n, { errors: page.errors, wanted: page.customerFields })}${formTitle(i18n, page.words)}
<form class="stack" method="post" action="${page.action}" novalidate>
${customerFields(i18n, page)}${formNote(i18n, page.words)}
${termsOf(i18n, sold, layout.merchant)}
<button class="button" data-busy="${messages.oneMoment}">${messages.link.goOn}</button>
${hiddenFields({ visit: page.visit })}
</form>
${share(i18n, page, inWords)}
<p class="soft safety">${renderIcon('lock')}<span>${messages.safety}</span></p>
</section>
</main>`,
    },
    layout,
  )
}

/** Folded: most who come here want to pay. */
function share({ messages }: PageI18n, { url }: LinkPage, inWords: string): Html {
  const mail = `mailto:?subject=${encodeURIComponent(inWords)}&body=${encodeURIComponent(`${inWords}\n${url}`)}`
  return html`<details class="share"><summary>${messages.link.share}</summary><div class="stack">
<p>${inWords}</p>
<p><label class="label" for="address-of-link">${messages.link.address}</label><input class="box" id="address-of-link" readonly dir="ltr" value="${url}"></p>
<p><a href="${mail}">${messages.link.sendByEmail}</a></p>
${qrCode(url, messages.link.qrCode)}
<p class="soft">${messages.link.scan}</p>
</div></details>`
}

/** "Crumb & Co.: Bread, €9.90": what a friend reads above the address. */
function shareText(i18n: PageI18n, { order, amount, terms }: LinkPage, merchant: string | undefined): string {
  const sold = order.description ?? order.lines.map(({ name }) => name).join(', ')
  const often = terms?.kind === 'recurring' ? ` ${intervalText(i18n, terms.every)}` : ''
  const price = i18n.money(terms?.kind === 'recurring' ? terms.amount : amount)
  const what = sold.length > soldMax ? `${sold.slice(0, soldMax)}…` : sold
  return `${merchant === undefined ? '' : `${merchant}: `}${what}, ${price}${often}`
}
const soldMax = 120
