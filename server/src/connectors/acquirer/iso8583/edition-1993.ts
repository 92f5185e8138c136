import type { FieldOverride } from '#connectors/iso8583/packaging.ts'

/**
 * The fields that ISO 8583:1993 has otherwise than the edition of 1987, as far as requests of an acquirer use them. Those
 * that it calls `anp` and `ns` are texts here.
 */
export const edition1993: Readonly<Record<number, FieldOverride>> = {
  8: { length: 8 },
  12: { length: 12 }, // local date and time, YYMMDDhhmmss
  15: { length: 6 },
  22: { kind: 'an', length: 12 },
  24: { length: 3 }, // function code
  25: { length: 4 }, // message reason code
  26: { length: 4 }, // category of the merchant
  28: { kind: 'n', length: 6 },
  29: { kind: 'n', length: 3 },
  30: { kind: 'n', length: 24 }, // original amounts
  31: { kind: 'ans', length: 99, prefix: 2 },
  39: { kind: 'n', length: 3 }, // action code
  40: { kind: 'n' },
  43: { kind: 'ans', length: 99, prefix: 2 },
  44: { length: 99 },
  46: { length: 204 },
  53: { kind: 'b', length: 48, prefix: 2 },
  56: { kind: 'n', length: 35, prefix: 2 }, // original data elements
  57: { kind: 'n', length: 3, prefix: 0 },
  58: { kind: 'n', length: 11, prefix: 2 },
  66: { kind: 'ans', length: 204, prefix: 3 },
  71: { length: 8 },
  72: { kind: 'ans', length: 999, prefix: 3 },
}
