import { attributes, type Html, html, raw } from '#kernel/http/html.ts'
import type { Card, CardSecrets } from '../shapes.ts'

export type ShownCard = { card: Card; holder: string; secrets?: CardSecrets | undefined }

/** Seconds until a card that shows its number is an ordinary card again. */
export const shownForSeconds = 30

/** The card as it would lie on a table, with what its holder can do below it. */
export const cardView = ({
  card,
  holder,
  secrets,
}: ShownCard): Html => html`<section class="wallet" aria-labelledby="card-title">
<h2 id="card-title" class="hidden">Your card</h2>
<div${attributes({ class: `card ${card.status}` })}>
<p class="card-brand">Dough ${stateBadge(card)}</p>
<p class="card-number">${secrets ? fullNumber(secrets) : html`<span class="hidden">Number ends in</span><span aria-hidden="true">•••• •••• ••••</span> ${card.last4}`}</p>
<div class="card-foot"><p><span class="label">Name</span>${holder}</p>
<p><span class="label">Expires</span>${String(card.expiryMonth).padStart(2, '0')}/${String(card.expiryYear % 100).padStart(2, '0')}</p>
<p>${secrets && html`<span class="label">Code</span><span class="code">${secrets.cvv.reveal()}</span>`}</p>${scheme}</div>
</div>
${secrets ? hiding : actions(card)}
</section>`

const fullNumber = ({ pan }: CardSecrets): Html =>
  html`<span class="digits">${pan.reveal().replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>`

const stateBadge = ({ status }: Card): Html | undefined => {
  if (status === 'active') return undefined
  return html`<span class="card-state">${status === 'frozen' ? html`${snow} Frozen` : status}</span>`
}

const hiding = html`<p class="hiding" role="status">Type these at the shop. Hidden again in
<span data-seconds="${shownForSeconds}" data-plain="yes" data-then="/demo/app">${shownForSeconds}</span> seconds.
<a href="/demo/app">Hide now</a></p>`

function actions({ id, status }: Card): Html {
  const action = (what: string, label: string, icon: Html) =>
    html`<form action="/demo/app/cards/${id}/${what}" method="post"><button class="action" type="submit">${icon}${label}</button></form>`
  return html`<div class="actions">
${(status === 'active' || status === 'frozen') && action('reveal', 'Show number', eye)}
${status === 'frozen' ? action('unfreeze', 'Unfreeze', sun) : status === 'active' && action('freeze', 'Freeze', snow)}
<a class="action" href="/demo/app/replace">${swap}Replace</a>
</div>`
}

/** The scheme's two circles, in the colours of the card. */
const scheme = raw(
  '<svg class="scheme" viewBox="0 0 52 32" role="img" aria-label="Mastercard"><circle cx="17" cy="16" r="15" fill="#ff8f5a"/><circle cx="35" cy="16" r="15" fill="#ffc56b" fill-opacity=".82"/></svg>',
)

const icon = (path: string): Html =>
  raw(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`)
const eye = icon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
)
const snow = icon('M12 3v18M4.2 7.5l15.6 9M4.2 16.5l15.6-9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5')
const sun = icon(
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
)
const swap = icon('M4 9h14l-3.5-3.5M20 15H6l3.5 3.5')
