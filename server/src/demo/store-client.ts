import {
  type CheckoutRequest,
  checkoutForm,
  type NotificationBody,
  type PaymentNotification,
  readNotification,
} from '@florin/client'
import type { Secret } from '#kernel/base/secret.ts'
import type { LanguageChoice } from './catalogue.ts'

/** The only place of the shop that knows its private key. */
export function openStoreClient({ privateKey, checkoutUrl }: { privateKey: Secret<string>; checkoutUrl: string }) {
  return {
    /** The markup of a form that takes the browser to the checkout, by itself where script runs. */
    checkoutForm: (request: CheckoutRequest, language: LanguageChoice | ''): string =>
      checkoutForm({
        checkoutUrl,
        privateKey: privateKey.reveal(),
        request,
        ...(language && { language }),
        autoSubmit: true,
        buttonLabel: 'Go to the payment page',
      }),
    /** Throws `UnreadableNotification`. */
    read: (body: NotificationBody): PaymentNotification => readNotification({ privateKey: privateKey.reveal(), body }),
  }
}
