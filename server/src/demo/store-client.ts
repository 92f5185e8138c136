import {
  type CheckoutRequest,
  checkoutForm,
  type NotificationBody,
  type PaymentNotification,
  readNotification,
} from '@florin/client'
import { z } from 'zod'
import type { Secret } from '#kernel/base/secret.ts'
import type { LanguageChoice } from './catalogue.ts'

const answerWithinMs = 10_000
const Answer = z.object({ data: z.object({ url: z.url() }) })

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
    /** The page on which the customer of an order looks after it; undefined when the platform has none. */
    async subscriptionPage(orderId: string): Promise<string | undefined> {
      const reply = await fetch(new URL(`/order-self-service/${orderId}`, checkoutUrl), {
        method: 'POST',
        headers: { authorization: `Bearer ${privateKey.reveal()}` },
        signal: AbortSignal.timeout(answerWithinMs),
      })
      if (!reply.ok) return undefined
      return Answer.parse(await reply.json()).data.url
    },
    /** Throws `UnreadableNotification`. */
    read: (body: NotificationBody): PaymentNotification => readNotification({ privateKey: privateKey.reveal(), body }),
  }
}
