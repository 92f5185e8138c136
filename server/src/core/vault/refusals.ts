import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  token_not_found: ['not_found', 'This merchant has no stored card with this token.'],
  invalid_card_number: ['invalid', 'A card number has 12 to 19 digits.'],
})
