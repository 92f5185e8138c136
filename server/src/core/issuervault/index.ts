/**
 * The numbers of the cards that we issue, and the keys of card products: apart from the merchants' vault, in a schema
 * and on a database role of their own. What other modules may use is exported here; a card number leaves this module in
 * replies to its holder and in sealed payloads only.
 */

export {
  type CardSecrets,
  type InspectedIssuedCard,
  type InspectedProductKey,
  type IssuedCard,
  type IssuerVault,
  type KeyKind,
  keyKinds,
  type PersonalisedCard,
  type ProductKey,
  type RangeUse,
  type RecognizedCard,
} from './issuer-vault.ts'
export { openIssuerVault } from './open-issuer-vault.ts'
export { isPin, type SentPin } from './pin.ts'
