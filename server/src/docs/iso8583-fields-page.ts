import { type FieldDefinition, fieldDefinitions } from '#connectors/iso8583/fields.ts'

/** The fields of ISO 8583:1987 as the codec has them, and what Florin does with each. */
export function iso8583FieldsPage(): string {
  const rows = fieldDefinitions.map((definition) => {
    const { number, name, secret } = definition
    return `| ${number} | ${name}${secret ? ' (card data)' : ''} | ${formatOf(definition)} | ${uses[number] ?? ''} |`
  })
  return `# Fields of ISO 8583

Made from the code by \`npm run docs\`. How to connect a network is in [connecting a card network](network.md).

\`n\` are digits, \`z\` digits of a track, \`x+n\` a sign (C or D) and digits, \`an\` and \`ans\` characters, \`b\` bytes;
\`private\` is whatever two networks have agreed on. Two or three points say that the field has a variable length with a
prefix of so many digits. Card data is a secret inside Florin and masked in the log. Fields without a remark are read,
and nothing follows from them.

| Field | Name | Format | In Florin |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

const formatOf = ({ kind, length, prefix }: FieldDefinition): string => `${kind}${'.'.repeat(prefix)}${length}`

const uses: Readonly<Record<number, string>> = {
  2: 'the card; repeated in responses',
  3: 'purchase 00 09 50, cash 01 17, quasi-cash 10 11, refund 20, original credit 26, balance 30 31, verification 33; others have code 12. Digits 3 and 4 name the account in field 54',
  4: 'the amount, in minor units of field 49; in a partial approval the part that was approved',
  6: 'the amount that the network has converted, in field 51',
  7: 'with 11, 32 and 33 the key of the message; must be there',
  11: 'must be there; unchanged in the response',
  12: 'repeated in responses to requests',
  13: 'repeated in responses to requests',
  14: 'compared with the card; must agree with field 35',
  15: 'repeated in responses',
  18: 'the category; must be in requests. 6010 is cash from a cashier',
  22: 'how the card was used: 07 82 91 without contact, 09 10 81 online',
  25: '01 08 59 online, 51 with no amount a verification, 06 a pre-authorization, and in an advice its completion',
  32: 'with field 33 the sender; must be there',
  33: 'with field 32 the sender',
  35: 'the card when field 2 is missing; otherwise both must agree',
  37: 'names the original where field 90 is missing',
  38: 'our code in responses to requests; names the original in what follows',
  39: 'our decision; in an advice the decision of others, in a reversal its reason',
  41: 'the terminal',
  42: 'the merchant',
  43: 'name, city and country, in the layout of the connection (`nameLayout`)',
  44: 'position 3: M or N, the security code matches or not; with code 30 the number of the field',
  48: 'sub-elements 42 and 43 (authentication), 61 (partial approval), 92 (security code), unless `additionalData` is `unread`',
  49: 'the currency of field 4; must be there',
  51: 'the currency of field 6',
  52: 'under the key `pinZone` of the connection',
  53: 'digits 5 and 6: layout 01 (format 0) or 03 (format 3) of field 52',
  54: 'what is available (type 02); with a partial approval the original amounts (type 57)',
  60: 'STIP at its start: an advice of a decision in our place',
  61: 'position 4: 4 is a standing order; position 7: 4 is a pre-authorization',
  62: 'the id that the network gives a transaction',
  63: '3900: the request adds to the approval of field 62',
  64: 'when the connection has a key: ISO/IEC 9797-1, algorithm 3',
  70: '001 sign-on, 002 sign-off, 201 cutover, 301 echo; others have code 12',
  71: 'with 72: which of several clearings',
  72: 'with 71: of how many clearings',
  90: 'names the original; repeated in responses to reversals',
  95: 'the amount that stays after a reversal of a part, in digits 1 to 12',
  128: 'as field 64, when there is a field above 64',
}
