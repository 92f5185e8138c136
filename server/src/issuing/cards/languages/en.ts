/** What the page with the data of a card says, besides the sentences of all hosted pages. */
export const en = {
  title: 'Your card',
  ask: 'Show the number and the security code of this card? They are shown once.',
  show: 'Show',
  pin: 'PIN',
  keep: 'Keep them to yourself. We never ask for them by phone or e-mail.',
  overTitle: 'This page is over',
  over: 'The data of a card is shown once, and only for a few minutes. Open it again in your app.',
}
