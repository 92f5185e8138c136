/**
 * Random values are replaced by a name with a number, counted by first appearance: the same token has the same name
 * everywhere, so a recording still shows which page leads to which.
 */
export type Placeholders = (text: string) => string

const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['payload', /(?<="(?:activationData|encryptedPassData|ephemeralPublicKey|opaquePaymentCard)": ")[^"]+/g],
  ['partner key', /\bfpk_test_[\w-]{43}/g],
  ['customer', /\bcust_[0-9A-HJKMNP-TV-Z]{26}\b/g],
  ['topup', /\btopup_[0-9A-HJKMNP-TV-Z]{26}\b/g],
  ['event', /\bevt_[0-9A-HJKMNP-TV-Z]{26}\b/g],
  ['secret token', /\b(?:rt|st)_[\w-]{43}/g],
  ['one-time code', /(?<="code":")\d{6}(?=")/g],
  ['network key', /\bnk_test_[\w-]{43}/g],
  ['card number', /(?<="pan": "|"(?:acctN|n)umber":\s?")\d+/g],
  ['security code', /(?<="cvv": "|"cvv2":\s?")\d+/g],
  ['authorization code', /(?<="authorizationCode": ")[0-9A-Z]{6}\b/g],
  ['authentication value', /(?<![\w+/,])xg[Q-T][\w+/]{25}(?![\w+/])/g],
  ['last four', /(?<="last4": "|"lastFour":")\d{4}/g],
  ['page token', /(?<=\/(?:card-data|verification)\/)[\w-]{43}/g],
  ['nonce', /(?<=Nonce: )\w+/g],
  ['port', /(?<=127\.0\.0\.1:)\d{2,5}/g],
  ['session token', /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g],
  // A payload under a site's key: the iv, a comma, the ciphertext; the second form is the same in an address.
  ['result', /[A-Za-z0-9+/]{22}==,[A-Za-z0-9+/]+={0,2}/g],
  ['result in an address', /(?:[A-Za-z0-9]|%2[BF]){22}%3D%3D%2C(?:[A-Za-z0-9]|%2[BF]|%3D)+/g],
  ['checksum', /[A-Za-z0-9+/]{86}==/g],
  ['hash', /(?<=sha256-)[A-Za-z0-9+/]{43}=/g],
  ['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  ['key', /(?<![\w+/-])[0-9a-f]{32}(?![\w+/-])/g],
  ['name', /(?<=crumb-|visitor-)[0-9a-f]{12}\b/g],
  ['sealed', /(?<![\w+/-])(?=[a-z-]*[A-Z0-9_])[\w-]{60,}(?![\w+/=-])/g],
  ['order', /(?<=\blink-)[\w-]{22}(?![\w-])/g],
  ['reference', /(?<=\b(?:sbx|dsp)_)[0-9a-z]{16,}\b/g],
  ['approval', /(?<="providerAuth": ")[0-9A-Z]{6}\b/g],
  ['network transaction', /(?<="providerNetworkTransactionId": ")\w+/g],
  ['puzzle', /(?<=name="puzzle" value=")[\w.-]+/g],
  ['token', /(?<=\b\d+\.|\.[0-9a-z]{6}\.)[\w-]{22}(?![\w-])/g],
  ['bank', /(?<=(?:name="(?:PaReq|PaRes|MD)" value="|"(?:PaReq|PaRes|MD)": "|(?:PaReq|PaRes|MD): ))[\w+/=.-]{16,}/g],
  ['drawing', /(?<=<path fill="#000" d=")M4 4h7v1[^"]{500,}/g],
  ['link', /(?<=\/l\/|%2Fl%2F|\/payment-link\/|"hash": ")[1-9A-HJ-NP-Za-km-z]{16}\b/g],
]

/** Names of random values that also occur alone in sentences, once they are known. */
const inSentences: readonly (readonly [kind: string, pattern: RegExp])[] = [['link', /\b[1-9A-HJ-NP-Za-km-z]{16}\b/g]]

export function placeholders(): Placeholders {
  const known = new Map<string, Map<string, string>>(kinds.map(([kind]) => [kind, new Map()]))
  const nameOf = (kind: string, value: string): string => {
    const names = known.get(kind)!
    if (!names.has(value)) names.set(value, `<${kind} ${names.size + 1}>`)
    return names.get(value)!
  }
  return (text) => {
    const named = kinds.reduce(
      (rest, [kind, pattern]) => rest.replaceAll(pattern, (value) => nameOf(kind, value)),
      text,
    )
    return inSentences.reduce(
      (rest, [kind, pattern]) => rest.replaceAll(pattern, (value) => known.get(kind)!.get(value) ?? value),
      named,
    )
  }
}
