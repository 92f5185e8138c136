import { randomUUID } from 'node:crypto'
import { fetchRates } from '#core/rates'
import { authenticate } from '#issuing/threeds'
import type { Cardholder } from './cardholder.ts'
import type { Stage } from './stage.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Pays at our own checkout with a card of another bank; or leaves the page. */
export async function topUp(stage: Stage, holder: Cardholder, amount: string, { pays = true } = {}): Promise<void> {
  const call = await holder.call()
  const { page } = await call('POST', '/topups/fiat', { amount, currency: 'EUR' })
  if (!pays) return
  const hidden = Object.fromEntries(
    [...String(page).matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  )
  const opened = await post(stage, '/', hidden)
  const address = String(opened.headers.location ?? '').replace(/\?.*/, '')
  const shown = (await stage.request({ method: 'GET', url: address })).body
  const attempt = /name="attempt" value="([^"]+)"/.exec(shown)?.[1] ?? '1'
  const card = { cardNumber: '4000040000001006', cardExpiry: '12/34', cardCvv: '123', cardHolder: 'Maria Ene' }
  const paid = await post(stage, `${address}/pay`, { attempt, ...card })
  if (paid.status >= 400) throw new Error(`the page of the topup was answered ${paid.status}`)
}

const post = (stage: Stage, url: string, fields: Readonly<Record<string, string>>) =>
  stage.request({ method: 'POST', url, headers: form, payload: new URLSearchParams(fields).toString() })

const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Coins on the chain of staging: from the wallet that was named, or for a person to decide about, from another. */
export async function sendCoins(
  stage: Stage,
  holder: Cardholder,
  { amount, fromAnother }: { amount: number; fromAnother: boolean },
): Promise<void> {
  const { app } = stage
  // Rates of coins are of the hour.
  if (app.ratesProvider) await fetchRates({ ...app, ratesProvider: app.ratesProvider })
  const call = await holder.call()
  const order = { fiatCurrency: 'EUR', cryptoCurrency: 'USDC', amount, inputType: 'fiat', blockchain: 'sandbox' }
  const { crypto } = (await call('POST', '/topups/crypto', { ...order, senderAddress: wallet })) as {
    crypto: { address: string; cryptoAmount: string }
  }
  const desk = (fields: Readonly<Record<string, string>>) =>
    stage.request({
      method: 'POST',
      url: '/sandbox/chain',
      headers: { ...form, origin: stage.publicUrl, host: new URL(stage.publicUrl).host },
      payload: new URLSearchParams(fields).toString(),
    })
  const from = fromAnother ? stranger : wallet
  await desk({ do: 'send', to: crypto.address, from, quantity: String(crypto.cryptoAmount), coin: 'USDC' })
  await desk({ do: 'mine', count: '4' })
}

/** A shop asks for 3-D Secure, and nobody answers. */
export const confirmLater = (stage: Stage, { network: { shown } }: Cardholder, receiver: string) =>
  authenticate(stage.app, {
    messageType: 'AReq',
    messageVersion: '2.2.0',
    messageCategory: '01',
    deviceChannel: '02',
    threeDSCompInd: 'U',
    threeDSRequestorAuthenticationInd: '01',
    threeDSRequestorChallengeInd: '04',
    threeDSRequestorID: 'GADGET-1',
    threeDSRequestorName: 'Gadget Shop',
    threeDSRequestorURL: 'https://gadget.example',
    threeDSServerRefNumber: '3DS_LOA_SER_FLORIN_020200_00001',
    threeDSServerTransID: randomUUID(),
    threeDSServerURL: 'https://3ds.example/rreq',
    dsReferenceNumber: 'FLORIN-DS-1',
    dsTransID: randomUUID(),
    dsURL: `${receiver}/rreq`,
    acctNumber: shown.number.reveal(),
    cardExpiryDate: shown.expiry,
    acquirerBIN: '400001',
    acquirerMerchantID: 'GADGET0000001',
    merchantName: 'Gadget Shop',
    merchantCountryCode: '642',
    mcc: '5732',
    purchaseAmount: '8900',
    purchaseCurrency: '978',
    purchaseExponent: '2',
    purchaseDate: stage.clock.now().toString().replaceAll(/\D/g, '').slice(0, 14),
    notificationURL: 'https://gadget.example/3ds/return',
    browserAcceptHeader: 'text/html',
    browserJavascriptEnabled: false,
    browserUserAgent: 'Mozilla/5.0',
  })
