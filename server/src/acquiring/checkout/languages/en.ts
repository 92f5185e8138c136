/** What is said on the payment form that a store shows on its own page, besides the sentences of all hosted pages. */
export const en = {
  frameTitle: 'Payment form',
  loading: 'The payment form is loading…',
  unreachable: 'The payment form cannot be reached. Check your internet connection and try again.',
  lost: 'The connection was lost. We are finding out whether your payment went through. Please do not pay again.',
  tryAgain: 'Try again',
  offline: 'You are not connected to the internet. Nothing was sent; what you typed is still here.',
  close: 'Close',
  bankFrame: "Your bank's page",
  bankHidden: 'You see nothing from your bank?',
  bankAlone: 'Open it in the whole window',
  removeCards: 'Remove a saved card',
  removeCard: 'Remove',
  buttonTypes: {
    book: 'Book for {amount}',
    buy: 'Buy for {amount}',
    checkout: 'Check out for {amount}',
    donate: 'Donate {amount}',
    order: 'Order for {amount}',
    subscribe: 'Subscribe for {amount}',
    topUp: 'Top up {amount}',
  },
} as const
