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
  secret: 'Do not share the code with anybody, not even with people who say that they work for us.',
  unasked:
    'If you did not request this code, somebody may know your e-mail address. Without the code they cannot do anything.',
  unaskedRegistration: 'If it was not you, there is nothing to do.',
  noReply: 'Replies to this address are not read. If you have a question, please ask {partner}.',
} as const
