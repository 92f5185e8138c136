import { type Html, html } from '#kernel/html.ts'
import {
  checkThese,
  type Frame,
  hiddenFields,
  mark,
  type RenderedPage,
  renderDocument,
  sayPlainly,
  type Voice,
  voiceOf,
} from '#pages'
import { customerFields } from './customer-fields.ts'
import { orderSummary } from './order-summary.ts'
import { qrCode } from './qr-code.ts'
import type { LinkPage } from './view.ts'

/** What a link asks for, what its merchant wants to know, and how to pass it on. Paying is the next page. */
export function renderLinkPage(page: LinkPage, frame: Frame): RenderedPage {
  const voice = voiceOf(frame.language)
  const { words } = voice
  const merchant = frame.merchant?.name
  const title = merchant === undefined ? words.payTitleAlone : sayPlainly(words.payTitle, { merchant })
  const inWords = shareText(voice, page, merchant)
  return renderDocument(
    {
      shape: 'split',
      title: page.errors.length > 0 ? `${words.checkFields} – ${title}` : title,
      head: html`<meta property="og:title" content="${title}"><meta property="og:description" content="${inWords}"><meta property="og:url" content="${page.url}"><meta property="og:type" content="website">`,
      main: html`<main class="pay">
${orderSummary(voice, { ...page, mode: 'take' }, frame.merchant)}
<section class="form">
${page.errors.length > 0 && checkThese(voice, page.errors)}
<form class="stack" method="post" action="${page.action}" novalidate>
${customerFields(voice, page)}
<button class="button" data-busy="${words.oneMoment}">${words.link.goOn}</button>
${hiddenFields({ visit: page.visit })}
</form>
${share(voice, page, inWords)}
<p class="soft safety">${mark('lock')}<span>${words.safety}</span></p>
</section>
</main>`,
    },
    frame,
  )
}

/** Folded: most who come here want to pay. */
function share({ words }: Voice, { url }: LinkPage, inWords: string): Html {
  const mail = `mailto:?subject=${encodeURIComponent(inWords)}&body=${encodeURIComponent(`${inWords}\n${url}`)}`
  return html`<details class="share"><summary>${words.link.share}</summary><div class="stack">
<p>${inWords}</p>
<p><label class="label" for="address-of-link">${words.link.address}</label><input class="box" id="address-of-link" readonly dir="ltr" value="${url}"></p>
<p><a href="${mail}">${words.link.sendByEmail}</a></p>
${qrCode(url, words.link.qrCode)}
<p class="soft">${words.link.scan}</p>
</div></details>`
}

/** "Crumb & Co.: Bread, €9.90": what a friend reads above the address. */
function shareText(voice: Voice, { order, amount, terms }: LinkPage, merchant: string | undefined): string {
  const sold = order.description ?? order.lines.map(({ name }) => name).join(', ')
  const often = terms?.kind === 'recurring' ? ` ${voice.every(terms.every)}` : ''
  const price = voice.money(terms?.kind === 'recurring' ? terms.amount : amount)
  const what = sold.length > soldMax ? `${sold.slice(0, soldMax)}…` : sold
  return `${merchant === undefined ? '' : `${merchant}: `}${what}, ${price}${often}`
}
const soldMax = 120
