/**
 * The data elements of ISO 8583:1987. `docs/operating/iso8583-fields.md` is made from this table.
 *
 * - `n` digits, `z` digits of a track with their separators, `x+n` a sign (C or D) and digits
 * - `an` letters and digits, `ans` any printable character, `private` whatever two networks have agreed on
 * - `b` bytes
 *
 * `length` counts digits, characters or bytes; with `prefix` it is the longest, and the prefix has so many digits.
 */
export type FieldKind = 'n' | 'z' | 'x+n' | 'an' | 'ans' | 'private' | 'b'

export type FieldDefinition = {
  number: number
  name: string
  kind: FieldKind
  length: number
  prefix: 0 | 2 | 3
  /** Card data: read into a `Secret`, and masked wherever a message is shown. */
  secret: boolean
}

/** One line each: number, format, name; an asterisk marks card data. */
const lines = `
2 n..19 *Primary account number
3 n6 Processing code
4 n12 Amount, transaction
5 n12 Amount, settlement
6 n12 Amount, cardholder billing
7 n10 Transmission date and time, MMDDhhmmss in UTC
8 n8 Amount, cardholder billing fee
9 n8 Conversion rate, settlement
10 n8 Conversion rate, cardholder billing
11 n6 System trace audit number
12 n6 Time, local transaction, hhmmss
13 n4 Date, local transaction, MMDD
14 n4 Date, expiration, YYMM
15 n4 Date, settlement, MMDD
16 n4 Date, conversion, MMDD
17 n4 Date, capture, MMDD
18 n4 Merchant category code
19 n3 Country of the acquirer
20 n3 Country of the card number
21 n3 Country of the forwarding institution
22 n3 Point of service entry mode
23 n3 Card sequence number
24 n3 Network international identifier
25 n2 Point of service condition code
26 n2 Point of service PIN capture code
27 n1 Length of the authorization code
28 x+n8 Amount, transaction fee
29 x+n8 Amount, settlement fee
30 x+n8 Amount, transaction processing fee
31 x+n8 Amount, settlement processing fee
32 n..11 Acquiring institution
33 n..11 Forwarding institution
34 ans..28 *Primary account number, extended
35 z..37 *Track 2 data
36 ans...104 *Track 3 data
37 an12 Retrieval reference number
38 an6 Authorization code
39 an2 Response code
40 an3 Service restriction code
41 ans8 Terminal
42 ans15 Merchant
43 ans40 Name and place of the merchant
44 ans..25 Additional response data
45 ans..76 *Track 1 data
46 private...999 Additional data, ISO
47 private...999 Additional data, national
48 private...999 *Additional data, private
49 an3 Currency, transaction
50 an3 Currency, settlement
51 an3 Currency, cardholder billing
52 b8 *PIN block
53 n16 Security control information
54 an...120 Additional amounts
55 b...999 *Data of the chip
56 private...999 Reserved, ISO
57 private...999 Reserved, national
58 private...999 Reserved, national
59 private...999 Reserved, national
60 private...999 Reserved, private
61 private...999 Reserved, private
62 private...999 Reserved, private
63 private...999 Reserved, private
64 b8 Message authentication code
66 n1 Settlement code
67 n2 Extended payment code
68 n3 Country of the receiving institution
69 n3 Country of the settlement institution
70 n3 Network management code
71 n4 Message number
72 n4 Message number, last
73 n6 Date, action, YYMMDD
74 n10 Credits, number
75 n10 Credits, reversal number
76 n10 Debits, number
77 n10 Debits, reversal number
78 n10 Transfers, number
79 n10 Transfers, reversal number
80 n10 Inquiries, number
81 n10 Authorizations, number
82 n12 Credits, processing fee amount
83 n12 Credits, transaction fee amount
84 n12 Debits, processing fee amount
85 n12 Debits, transaction fee amount
86 n16 Credits, amount
87 n16 Credits, reversal amount
88 n16 Debits, amount
89 n16 Debits, reversal amount
90 n42 Original data elements
91 an1 File update code
92 an2 File security code
93 an5 Response indicator
94 an7 Service indicator
95 an42 Replacement amounts
96 b8 Message security code
97 x+n16 Amount, net settlement
98 ans25 Payee
99 n..11 Settlement institution
100 n..11 Receiving institution
101 ans..17 File name
102 ans..28 Account, from
103 ans..28 Account, to
104 ans...100 Transaction description
105 private...999 Reserved, ISO
106 private...999 Reserved, ISO
107 private...999 Reserved, ISO
108 private...999 Reserved, ISO
109 private...999 Reserved, ISO
110 private...999 Reserved, ISO
111 private...999 Reserved, ISO
112 private...999 Reserved, national
113 private...999 Reserved, national
114 private...999 Reserved, national
115 private...999 Reserved, national
116 private...999 Reserved, national
117 private...999 Reserved, national
118 private...999 Reserved, national
119 private...999 Reserved, national
120 private...999 Reserved, private
121 private...999 Reserved, private
122 private...999 Reserved, private
123 private...999 Reserved, private
124 private...999 Reserved, private
125 private...999 *Reserved, private
126 private...999 *Reserved, private
127 private...999 Reserved, private
128 b8 Message authentication code
`

export const fieldDefinitions: readonly FieldDefinition[] = lines.trim().split('\n').map(readLine)

function readLine(line: string): FieldDefinition {
  const [, number, kind, dots, length, star, name] = /^(\d+) (n|z|x\+n|an|ans|private|b)(\.*)(\d+) (\*?)(.+)$/.exec(
    line,
  )!
  return {
    number: Number(number),
    name: name!,
    kind: kind as FieldKind,
    length: Number(length),
    prefix: dots!.length as FieldDefinition['prefix'],
    secret: star === '*',
  }
}
