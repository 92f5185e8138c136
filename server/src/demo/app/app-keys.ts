import { createHmac, timingSafeEqual } from 'node:crypto'
import { UnverifiedWebhook, verifyWebhook, type WebhookDelivery, type WebhookEvent } from '@florin/client'
import type { DemoAppOptions } from './options.ts'

/** The only place of the app that opens its keys. */
export function openAppKeys({ apiKey, signingKey }: Pick<DemoAppOptions, 'apiKey' | 'signingKey'>) {
  const seal = (text: string): Buffer => createHmac('sha256', apiKey.reveal()).update(`cookie ${text}`).digest()
  return {
    asServer: (): Record<string, string> => ({ 'x-partner-api-key': apiKey.reveal() }),
    /** Of a cookie, so that nobody makes one who is not this app. */
    sealOf: (text: string): string => seal(text).toString('base64url'),
    isSealed: (text: string, unchecked: string): boolean => {
      const [expected, found] = [seal(text), Buffer.from(unchecked, 'base64url')]
      return expected.length === found.length && timingSafeEqual(expected, found)
    },
    /** Undefined for what was not signed for this app. */
    eventOf: ({ payload, headers }: Pick<WebhookDelivery, 'payload' | 'headers'>): WebhookEvent | undefined => {
      try {
        return verifyWebhook({ keys: signingKey.reveal(), payload, headers })
      } catch (error) {
        if (error instanceof UnverifiedWebhook) return undefined
        throw error
      }
    },
  }
}
export type AppKeys = ReturnType<typeof openAppKeys>
