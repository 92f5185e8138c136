/**
 * The hosted checkout request of a store, read and checked, from either transport: the checkout's own page, which
 * receives two form fields, or a payment link. Nothing in here waits or looks anything up: the form becomes bytes, the
 * bytes a JSON object, and the object a `CheckoutRequest`, or a refusal that says what to send.
 */
export { checksumFits } from './checksum.ts'
export {
  customerRules,
  phoneRule,
  readPhoneNumber,
  readStateCode,
  statesOf,
  tagsMax,
} from './customer-rules.ts'
export { findSiteId, requestBytesMax } from './envelope.ts'
export { tryLevel3, tryTransactionOption } from './order-options.ts'
export { readRequest, tryRequest } from './read-request.ts'
export type {
  Billing,
  CardholderAddress,
  CardTransactionMode,
  CheckoutRequest,
  CustomData,
  Customer,
  DigitalWallet,
  Item,
  Level3,
  Level3Airline,
  Level3Tourism,
  Order,
  OrderType,
  PhoneNumber,
  Problem,
  RequestOption,
  RequestRules,
  ThreeDSecureFacts,
} from './request.ts'
export { readSignedForm, type SignedForm } from './signed-form.ts'
export { tryThreeDSecure } from './three-d-secure.ts'
