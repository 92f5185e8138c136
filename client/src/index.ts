/**
 * For the server of a merchant or partner of Florin: sign a hosted checkout request, read the notification of a
 * payment, verify a webhook of card issuing. Nothing here opens a connection, keeps state or reads a clock.
 */
export type {
  Amount,
  CheckoutRequest,
  Currency,
  Customer,
  Language,
  Level3Airline,
  Level3Tourism,
  OneOffOrder,
  Order,
  OrderItem,
  PhoneNumber,
  RecurringOrder,
  SplitPayment,
  ThreeDSecureData,
  TransactionOption,
} from './checkout-fields.ts'
export {
  autoSubmitScript,
  type CheckoutForm,
  checkoutForm,
  type SignedRequest,
  signCheckoutRequest,
} from './checkout-request.ts'
export {
  type NotificationBody,
  type PaymentError,
  type PaymentNotification,
  readNotification,
  type TransactionStatus,
  transactionStatuses,
  UnreadableNotification,
} from './payment-notification.ts'
export {
  deliveryIdOf,
  isEvent,
  type KycStatus,
  UnverifiedWebhook,
  verifyWebhook,
  type WebhookData,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhook.ts'
