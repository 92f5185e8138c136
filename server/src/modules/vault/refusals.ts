import { refusals } from '#kernel/refusal.ts'

export const refuse = refusals({
  card_not_kept: ['not_found', 'This merchant has no stored card with this token.'],
  card_number_unusable: ['invalid', 'A card number has 12 to 19 digits.'],
})
