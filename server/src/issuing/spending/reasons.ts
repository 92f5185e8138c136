/** What a rule has compared, or why it declines: a sentence for each code, and in braces what it is about. */
export const reasonTexts = {
  reversed_before: 'it was reversed before it came',
  card_status: 'the card is {status}',
  card_expired: 'the card has expired',
  expiry_mismatch: 'the expiry date is not that of the card',
  too_many_wrong: 'too many wrong security codes or expiry dates were typed, and neither is compared for some minutes',
  security_code_wrong: 'the security code is wrong',
  pin_missing: 'a cash machine must ask for the PIN',
  pin_blocked: 'the PIN is blocked',
  pin_wrong: 'the PIN is wrong',
  pin_not_set: 'the card has no PIN',
  pin_unreadable: 'the PIN block cannot be read',
  not_authenticated: 'the holder was not authenticated',
  authentication_unknown: 'the proof of the authentication is not ours, or of another payment',
  challenges_unconfirmed: '{count} challenges of the last hour were not confirmed',
  amount_zero: 'the amount is zero',
  billing_zero: 'the network has converted the amount to zero in the currency of the card',
  no_rate: 'there is no rate from {from} to {to} that is fresh enough',
  converted: 'converted from {from} to {to} at {rate} of {asOf}, with {markup} {to} of markup',
  channel_closed: 'the holder has closed the channel {channel}',
  category_not_allowed: 'the holder does not allow the category {category}',
  country_not_allowed: 'the holder does not allow the country {country}',
  limit_exceeded: '{asked} {currency} exceeds the limit of {most} {currency} {period} {owner}',
  limit_exceeded_after:
    '{asked} {currency} after {spent} {currency} exceeds the limit of {most} {currency} {period} {owner}',
  too_many_payments: '{count} payments within {per}',
  balance_too_low: '{asked} {currency} is asked for, and {spendable} {currency} can be spent',
  balance_pays_part:
    '{asked} {currency} is asked for, and {spendable} {currency} can be spent: {part} {currency} of it is approved',
  partner_approved: 'the partner has approved it',
  partner_declined: 'the partner has declined it',
  partner_declined_because: 'the partner has declined it: {reason}',
  partner_inactive: 'the partner is not active: it is {fallback}, as the partner wants then',
  partner_paused:
    'its server has not answered lately, and is asked again after {until}: it is {fallback}, as the partner wants then',
  partner_late: 'no complete response in time: it is {fallback}, as the partner wants then',
  partner_unreachable: '{why}: it is {fallback}, as the partner wants then',
  partner_not_sent: 'the question could not be sent: it is {fallback}, as the partner wants then',
  partner_http_status: 'HTTP status {status}: it is {fallback}, as the partner wants then',
  partner_not_json: 'the body is no JSON object: it is {fallback}, as the partner wants then',
  partner_no_decision: 'decision is neither approve nor decline: it is {fallback}, as the partner wants then',
  partner_amount_unreadable: 'amount is no text such as 42.99: it is {fallback}, as the partner wants then',
  partner_amount_no_part: 'amount is not a part of what was asked: it is {fallback}, as the partner wants then',
  partner_part_not_taken: 'amount is a part, and the merchant takes none: it is {fallback}, as the partner wants then',
  partner_abandoned: 'no answer was recorded in time, and the network has received none',
} as const

export type ReasonCode = keyof typeof reasonTexts
export const reasonCodes = Object.keys(reasonTexts) as [ReasonCode, ...ReasonCode[]]

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type NamesOf<Code extends ReasonCode> = NamesIn<(typeof reasonTexts)[Code]>

/** A code, and the values of its sentence: amounts are decimal text. */
export type Reason = { code: ReasonCode; details?: Readonly<Record<string, string>> | undefined }

export const reasonOf = <Code extends ReasonCode>(
  code: Code,
  ...[details]: [NamesOf<Code>] extends [never] ? [] : [details: Readonly<Record<NamesOf<Code>, string>>]
): Reason => (details === undefined ? { code } : { code, details })

/** Why nothing that a partner has sent counts; what its fallback then does is added when that is known. */
export type NoAnswer = {
  [Code in ReasonCode]: 'fallback' extends NamesOf<Code>
    ? { code: Code; details: Readonly<Record<Exclude<NamesOf<Code>, 'fallback'>, string>> }
    : never
}[ReasonCode]

/** In English, as it goes on after "because". */
export const textOfReason = ({ code, details = {} }: Reason): string =>
  reasonTexts[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = details[name] ?? ''
    const words: Readonly<Record<string, string>> = wordsOf[name as keyof typeof wordsOf] ?? {}
    return words[value] ?? value
  })

/** Values that are words of ours, and how the sentences say them. */
export const wordsOf = {
  period: {
    transaction: 'for each payment',
    day: 'for each day',
    week: 'for each week',
    month: 'for each month',
    year: 'for each year',
    total: 'for all payments',
  },
  owner: { product: 'of the card product', card: 'that the holder has set' },
  fallback: { approve: 'approved', decline: 'declined' },
} as const
