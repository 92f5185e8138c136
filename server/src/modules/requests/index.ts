/**
 * What a store's page posts to the checkout, read and checked. Nothing in here waits or looks anything up: the two
 * form fields become bytes, the bytes a JSON object, and the object a `CheckoutRequest`, or a refusal that says what to
 * send.
 */
export { checksumFits } from './checksum.ts'
export { type Envelope, findSiteId, readEnvelope, readJson, requestBytesMax } from './envelope.ts'
export { readRequest } from './read-request.ts'
export type {
  Billing,
  CardholderAddress,
  CardTransactionMode,
  CheckoutRequest,
  CustomData,
  Customer,
  FirstBill,
  Interval,
  Item,
  Level3,
  Level3Airline,
  Level3Tourism,
  Order,
  OrderType,
  PhoneNumber,
  Problem,
  RequestRules,
  RetryPayment,
  Split,
  ThreeDSecureFacts,
  TransactionOption,
} from './request.ts'
