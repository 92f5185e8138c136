import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  card_range_full: [
    'conflict',
    'Every card number of this card product is used. The operator has to add a product with another range.',
  ],
  key_versions_in_use: [
    'conflict',
    'Cards that have not expired use version {version} of this key and a newer one. A third version is possible when they have expired.',
  ],
})
