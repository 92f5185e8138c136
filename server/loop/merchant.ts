import assert from 'node:assert/strict'
import { type CheckoutRequest, type PaymentNotification, readNotification, signCheckoutRequest } from '@florin/client'
import { openMailbag } from './mailbag.ts'
import type { Reply } from './partner.ts'
import type { Program } from './program.ts'
import { openReceiver } from './receiver.ts'

/** Crumb & Co.: a store that sells bread. Its server has a private key and receives notifications. */
export type Merchant = {
  /** The form that opens the hosted checkout. */
  sign(request: Omit<CheckoutRequest, 'siteId'>): { jsonRequest: string; checksum: string }
  /** Calls the merchant interface; returns its `data`. */
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<Reply>
  notification(orderId: string, fits?: (one: PaymentNotification) => boolean): Promise<PaymentNotification>
  faults: readonly unknown[]
  close(): Promise<void>
}

export async function openMerchant(program: Program): Promise<Merchant> {
  const { url, siteId, privateKey } = program
  const faults: unknown[] = []
  const notifications = openMailbag<PaymentNotification>(
    ({ externalOrderId, transactionStatus }) => `${externalOrderId} ${transactionStatus}`,
  )
  const receiver = await openReceiver(
    (body) => {
      const fields = Object.fromEntries(new URLSearchParams(body.toString()))
      notifications.put(readNotification({ privateKey, body: fields }))
    },
    (fault) => faults.push(fault),
  )
  await program.command('site', 'change', String(siteId), '--notification-url', receiver.url)
  return {
    sign: (request) => signCheckoutRequest({ privateKey, request: { siteId, ...request } as CheckoutRequest }),
    call: async (method, path, fields) => {
      const query = method === 'GET' && fields ? `?${new URLSearchParams(fields)}` : ''
      const response = await fetch(`${url}${path}${query}`, {
        method,
        headers: { authorization: `Bearer ${privateKey}`, accept: 'application/json' },
        ...(method !== 'GET' && fields && { body: new URLSearchParams(fields) }),
      })
      const text = await response.text()
      assert(response.ok, `${method} ${path} answered ${response.status}: ${text}`)
      return JSON.parse(text).data
    },
    notification: (orderId, fits = () => true) =>
      notifications.take(`the notification of ${orderId}`, (one) => one.externalOrderId === orderId && fits(one)),
    faults,
    close: receiver.close,
  }
}
