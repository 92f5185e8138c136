import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  search_for_card_number: ['invalid', 'A card number is not searched for. Search by its last four digits.'],
})
