/**
 * Every sentence of the emails to shoppers; those that the hosted pages have too are taken from them. The others are
 * typed by this one, so a forgotten sentence does not compile. `{...}` is filled in.
 */
export const en = {
  subscription: 'Subscription',
  payment: 'Payment',
  due: 'Amount due',
  nextTry: 'Next try',
  validUntil: 'Valid until',
  amountRefunded: 'Refunded',
  manage: 'Manage your subscription',
  newCard: 'Use another card',

  paid: {
    subject: 'Receipt from {merchant}: {amount}',
    title: 'Thank you for your payment',
    text: 'You paid {amount} to {merchant}. This is your receipt.',
  },
  renewed: {
    subject: 'Receipt from {merchant}: {amount}',
    title: 'Your subscription is paid',
    text: '{merchant} charged {amount} for your subscription, as agreed. This is your receipt.',
  },
  charged: {
    subject: 'Receipt from {merchant}: {amount}',
    title: 'Thank you for your payment',
    text: '{merchant} charged {amount} to your saved card, as you agreed with them. This is your receipt.',
  },
  partPaid: {
    subject: 'Receipt from {merchant}: {amount}',
    title: 'A part of your subscription is paid',
    text: 'Your card did not have enough for the whole amount, so {merchant} charged a part of it: {amount}. The rest is tried again later, and this part is deducted from it.',
  },
  reserved: {
    subject: '{merchant} reserved {amount} on your card',
    title: 'Your amount is reserved',
    text: '{amount} is reserved on your card for {merchant}. Nothing is charged yet. You get a receipt when it is.',
  },
  captured: {
    subject: 'Receipt from {merchant}: {amount}',
    title: 'Thank you for your payment',
    text: '{merchant} charged {amount}, which was reserved on your card before. This is your receipt.',
    partly: 'Of the {reserved} that were reserved, only this part was charged. The rest is free again.',
  },
  refunded: {
    subject: '{merchant} refunded {amount}',
    title: 'Your money is on its way back',
    text: '{merchant} has refunded {amount} to your card. Your bank may need a few days to show it.',
  },
  cancelled: {
    subject: '{merchant} cancelled your payment of {amount}',
    title: 'Your payment is cancelled',
    text: '{merchant} cancelled your payment of {amount}. The money goes back to your card. Your bank may need a few days to show it.',
  },
  released: {
    subject: '{merchant} released {amount} on your card',
    title: 'Nothing was charged',
    text: 'The {amount} that were reserved on your card for {merchant} are free again. Nothing was charged.',
  },

  unpaid: {
    subject: 'Your payment to {merchant} did not go through',
    title: 'Your subscription could not be paid',
    text: '{merchant} tried to charge {amount} for your subscription, and it did not go through.',
    noCard: 'There is no card that could be charged.',
    next: 'We try again on {date}. If the card works then, you have nothing to do.',
    last: 'We try again on {date}, for the last time. If it does not go through then either, your subscription ends.',
  },
  lastNotice: {
    subject: 'Last try on {date}: your subscription at {merchant}',
    title: 'Your subscription is about to end',
    text: '{amount} for your subscription at {merchant} still could not be charged.',
  },
  help: 'You can use another card at any time: what is due is then charged to it at once.',
  helpAlone: 'If you would rather use another card, tell {merchant}.',
  expiring: {
    subject: 'Your card for {merchant} is about to expire',
    title: 'Your card is about to expire',
    text: 'The card that pays your subscription at {merchant} will have expired when the next payment is due.',
    help: 'Give us a new card before then, so that your subscription goes on.',
  },
  ending: {
    subject: 'You have cancelled your subscription at {merchant}',
    title: 'Your cancellation is confirmed',
    text: 'You cancelled your subscription at {merchant}. It ends on {date}: you have paid until then and can use it. Nothing more will be charged.',
    keep: 'If you change your mind before that day, you can take it back.',
    byMerchant: {
      subject: '{merchant} has cancelled your subscription',
      title: 'Your subscription has been cancelled',
      text: '{merchant} cancelled your subscription. It ends on {date}: you have paid until then and can use it. Nothing more will be charged.',
      lastBill: '{merchant} cancelled your subscription. It ends when the payment of {amount} on {date} is made.',
    },
  },
  kept: {
    subject: 'Your subscription at {merchant} goes on',
    title: 'Your subscription goes on',
    text: 'You have taken your cancellation back, so your subscription at {merchant} goes on as before.',
    byMerchant: '{merchant} has taken the cancellation of your subscription back, so it goes on as before.',
  },
  ended: {
    subject: 'Your subscription at {merchant} has ended',
    title: 'Your subscription has ended',
    byShopper: 'You cancelled your subscription at {merchant}. Nothing more will be charged.',
    byMerchant: '{merchant} ended your subscription. Nothing more will be charged.',
    unpaid:
      'The last payment of your subscription at {merchant} did not go through, so it has ended. Nothing more will be charged.',
    again: 'You can subscribe again at {merchant} at any time.',
  },

  recovery: {
    subject: 'Pay {amount} to {merchant}',
    title: 'Your payment did not go through',
    text: 'Your payment of {amount} to {merchant} was declined, and nothing was charged. With this link you can pay it, once.',
    pay: 'Pay now',
  },

  link: {
    subject: 'Your link to your subscription at {merchant}',
    title: 'Your new link',
    text: 'With this link you look after your subscription at {merchant}: you see your payments, use another card, or end it.',
    until: 'The link works until {date}. Please do not pass it on: anyone who has it can do the same.',
    unasked: 'If you did not ask for it, you have nothing to do.',
  },

  invoice: {
    subject: 'Invoice {number} from {merchant}',
    title: 'Your invoice',
    text: 'The invoice for your payment of {amount} to {merchant} is attached to this e-mail.',
    number: 'Invoice number',
  },
  creditNote: {
    subject: 'Credit note {number} from {merchant}',
    title: 'Your credit note',
    text: '{merchant} returns {amount} to you. The credit note is attached to this e-mail.',
    number: 'Credit note number',
  },
  closing: {
    shopper: 'You get this e-mail because this address was given when you paid at {merchant}.',
    invoice: 'You get this e-mail because {merchant} was asked to send the receipt to this address.',
    reply: 'Questions? Just reply to this e-mail, and {merchant} will read it.',
    noReply: 'Replies to this address are not read. If you have a question, please ask {merchant}.',
  },
}
