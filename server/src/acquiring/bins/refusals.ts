import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  invalid_bin_table: ['invalid', 'Line {line} {why}. Nothing was changed.'],
  repeated_bin_range: ['invalid', 'The file has the same range twice. Nothing was changed.'],
  invalid_bin: ['invalid', 'A BIN is the first 6 to 11 digits of a card number.'],
})
