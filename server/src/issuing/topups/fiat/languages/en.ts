/** What the page of a topup says, besides the sentences of all hosted pages. */
export const en = {
  title: 'Add money',
  text: 'You pay {amount} to {merchant} on the next page.',
  button: 'Continue to payment',
}
