import {
  type CheckoutRequest,
  checkoutForm,
  type NotificationBody,
  type PaymentNotification,
  readNotification,
  signCheckoutRequest,
} from '@florin/client'
import { z } from 'zod'
import type { Language } from '#core/i18n'
import type { Secret } from '#kernel/base/secret.ts'

const answerWithinMs = 10_000
const Answer = z.object({ data: z.object({ url: z.url() }) })

/** The only place of the shop that knows its private key. */
export function openStoreClient({ privateKey, checkoutUrl }: { privateKey: Secret<string>; checkoutUrl: string }) {
  return {
    /** The markup of a form that takes the browser to the checkout, by itself where script runs. */
    checkoutForm: (request: CheckoutRequest, language: Language, buttonLabel: string): string =>
      checkoutForm({ checkoutUrl, privateKey: privateKey.reveal(), request, language, autoSubmit: true, buttonLabel }),
    /** For the payment form on a page of the shop. */
    signed: (request: CheckoutRequest) => signCheckoutRequest({ privateKey: privateKey.reveal(), request }),
    /**
     * The page on which the customer of an order looks after it, in a language; undefined when the platform has none.
     */
    async subscriptionPage(orderId: string, language: Language): Promise<string | undefined> {
      const reply = await fetch(new URL(`/order-self-service/${orderId}`, checkoutUrl), {
        method: 'POST',
        headers: { authorization: `Bearer ${privateKey.reveal()}` },
        signal: AbortSignal.timeout(answerWithinMs),
      })
      if (!reply.ok) return undefined
      const page = new URL(Answer.parse(await reply.json()).data.url)
      page.searchParams.set('lang', language)
      return page.href
    },
    /** Throws `UnreadableNotification`. */
    read: (body: NotificationBody): PaymentNotification => readNotification({ privateKey: privateKey.reveal(), body }),
  }
}
