import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  customer_not_found: ['not_found', 'There is no customer {customerId} of this partner.'],
  customer_closed: ['forbidden', 'This customer is closed and cannot log in.'],
  email_taken: ['conflict', 'A customer of this partner has this e-mail address already.'],
  wallet_taken: ['conflict', 'A customer of this partner has this wallet already.'],
  invalid_wallet_address: [
    'invalid',
    'A wallet address is 0x and 40 hexadecimal digits, or erd1 and 58 letters and digits whose checksum fits.',
  ],
  invalid_refresh_token: ['unauthenticated', 'The refresh token is not valid; log in again.'],
})
