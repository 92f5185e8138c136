import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  customer_not_found: ['not_found', 'There is no customer {customerId} of this partner.'],
  customer_not_there: ['not_found', 'There is no customer {customerId}.'],
  customer_closed: ['forbidden', 'This customer is closed and cannot log in.'],
  email_taken: ['conflict', 'A customer of this partner has this e-mail address already.'],
  wallet_taken: ['conflict', 'A customer of this partner has this wallet already.'],
  invalid_wallet_address: [
    'invalid',
    'A wallet address is 0x and 40 hexadecimal digits, or erd1 and 58 letters and digits; its checksum must fit.',
  ],
  invalid_refresh_token: ['unauthenticated', 'The refresh token is not valid; log in again.'],
  weak_password: ['invalid', 'The password also needs {rule}.'],
  common_password: [
    'invalid',
    'This password is among the first that others try. Choose one without a common word or the e-mail address.',
  ],
  same_password: ['invalid', 'The new password is the current one.'],
  wrong_password: ['invalid', 'This is not the current password.'],
  no_password: ['conflict', 'This customer logs in without a password.'],
  wrong_login: ['unauthenticated', 'The e-mail address or the password is wrong.'],
  unknown_wallet: ['unauthenticated', 'No customer of this partner logs in with this wallet.'],
  invalid_session_token: [
    'unauthenticated',
    'The session token is not valid, was used, or has expired after 10 minutes; log in again.',
  ],
  invalid_code: [
    'invalid',
    'This is not the code that was sent, or it has expired after 10 minutes. After five wrong codes a new one is needed.',
  ],
  too_many_codes: ['limit', 'No more codes are sent for this login; log in again.'],
  invalid_challenge: [
    'invalid',
    'This challenge does not exist, was used, or has expired after 5 minutes; request a new one.',
  ],
  wrong_message: ['invalid', 'The signed message must be the one of the challenge, byte for byte.'],
  invalid_signature: ['unauthenticated', 'The signature is not one of this wallet over the message of the challenge.'],
  contract_wallet_not_supported: [
    'invalid',
    'This is no signature of a key: 65 bytes for an EVM address, 64 for an erd1 address. Contract wallets (EIP-1271) cannot log in on chain {chainId}, which this installation does not read.',
  ],
  chain_unreachable: [
    'limit',
    'Chain {chainId} cannot be read at this moment, so the contract cannot be asked. Wait {retryAfterSeconds} seconds and try again.',
  ],
  parked_email_not_found: ['not_found', 'There is no parked email {id} to a customer.'],
  parked_email_expired: ['conflict', 'The time of this email is over; the customer requests a new one.'],
  too_many_attempts: ['limit', 'Too many attempts. Wait {retryAfterSeconds} seconds and try again.'],
})
