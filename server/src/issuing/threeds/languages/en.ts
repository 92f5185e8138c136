/** What the page of the cardholder's bank says, besides the sentences of all hosted pages. */
export const en = {
  title: 'Approve the payment in your app',
  asks: '{merchant} asks for {amount} with your card ending in {lastFour}.',
  open: 'Open the app of {partner} and confirm or decline. The request is open for ten minutes.',
  cancel: 'Cancel',
  backTitle: 'Back to the payment',
  back: 'Your answer has arrived. You return to the payment.',
  next: 'Continue',
  unknownTitle: 'This page cannot be shown',
  unknown: 'The request of your bank is not known, or it is over. Return to the store and try again.',
}
