import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  invalid_network_key: [
    'unauthenticated',
    'This is no key of a connection. The operator of the platform sets them: FLORIN_NETWORK_KEYS.',
  ],
})
