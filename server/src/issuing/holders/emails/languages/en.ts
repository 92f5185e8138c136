export const en = {
  code: 'Code',
  registration: {
    subject: 'Your code for {partner}',
    title: 'Confirm your e-mail address',
    text: 'Enter this code to finish your registration with {partner}. It works for 10 minutes.',
  },
  login: {
    subject: 'Your login code for {partner}',
    title: 'Your login code',
    text: 'Enter this code to log in to {partner}. It works for 10 minutes.',
  },
  taken: {
    subject: 'You are registered with {partner} already',
    title: 'You have an account already',
    text: 'Somebody, probably you, wanted to register this e-mail address with {partner}. It has an account already, so nothing was changed: simply log in.',
  },
  resetPassword: {
    subject: 'Your code for a new password at {partner}',
    title: 'Choose a new password',
    text: 'Enter this code to choose a new password at {partner}. It works for 10 minutes.',
  },
  noPassword: {
    subject: 'No password at {partner}',
    title: 'There is no password to reset',
    text: 'Somebody, probably you, wanted to reset a password at {partner} for this e-mail address. No account with a password has it, so nothing was changed. If you have an account, log in as you did before, or try another address.',
  },
  passwordChanged: {
    subject: 'Your password at {partner} was changed',
    title: 'Your password was changed',
    text: 'The password of your account at {partner} was changed, and all devices were logged out. Log in with the new password.',
  },
  cardTried: {
    subject: 'Somebody tries your card from {partner}',
    title: 'Somebody tries to pay with your card',
    text: 'Wrong security codes or expiry dates of your card from {partner} were entered several times. For some minutes payments for which the card is typed in are declined, unless you confirm them. Your card in a shop, in your phone, and where it is stored works as before.',
  },
  secret: 'Do not share the code with anybody, not even with people who say that they work for us.',
  unasked:
    'If you did not request this code, somebody may know your e-mail address. Without the code they cannot do anything.',
  unaskedRegistration: 'If it was not you, there is nothing to do.',
  unaskedChange: 'If it was not you, somebody else may have your account: reset the password now, and tell {partner}.',
  unaskedTries:
    'If it was not you, somebody may know the number of your card: look at its payments, freeze it if you do not know one, and tell {partner}.',
  noReply: 'Replies to this address are not read. If you have a question, please ask {partner}.',
} as const
