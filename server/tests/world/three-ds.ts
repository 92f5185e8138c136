import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ARes, Erro, RReq, RRes } from '#connectors/threeds/messages.ts'
import { encodeMessage } from '#connectors/threeds/messages.ts'
import { authenticate } from '#issuing/threeds'
import { Secret } from '#kernel/base/secret.ts'
import { bakery, moneyOf, type Spender } from './network.ts'
import type { World } from './world.ts'

const numbers: Readonly<Record<string, string>> = { EUR: '978', USD: '840' }

type Answered = RRes | Erro | 'nothing'
type Answering = (rreq: RReq) => Answered | Promise<Answered>

/** A merchant's side that authenticates holders at our access control server, and receives the results over HTTP. */
export async function openMerchantSide(world: World) {
  const results: RReq[] = []
  let answer: Answering = (rreq) => ({ ...idsOf(rreq), messageType: 'RRes', resultsStatus: '01' })
  const server = createServer(async (request, response) => {
    const rreq: RReq = JSON.parse(await text(request))
    results.push(rreq)
    const answered = await answer(rreq)
    if (answered === 'nothing') return void request.socket.destroy()
    response.end(JSON.stringify(answered))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const areq = (card: Pick<Spender, 'shown'>, amount: string, changes: Record<string, unknown> = {}) => {
    const { minor, currency } = moneyOf(amount)
    return {
      messageType: 'AReq',
      messageVersion: '2.2.0',
      messageCategory: '01',
      deviceChannel: '02',
      threeDSCompInd: 'U',
      threeDSRequestorAuthenticationInd: '01',
      threeDSRequestorChallengeInd: '01',
      threeDSRequestorID: 'FLORIN-SITE-10001',
      threeDSRequestorName: bakery.name,
      threeDSRequestorURL: 'https://bakery.example',
      threeDSServerRefNumber: '3DS_LOA_SER_FLORIN_020200_00001',
      threeDSServerTransID: randomUUID(),
      threeDSServerURL: 'https://3ds.example/rreq',
      dsReferenceNumber: 'FLORIN-DS-1',
      dsTransID: randomUUID(),
      dsURL: `http://127.0.0.1:${port}/rreq`,
      acctNumber: card.shown.number.reveal(),
      cardExpiryDate: card.shown.expiry,
      acquirerBIN: '400001',
      acquirerMerchantID: bakery.id,
      merchantName: bakery.name,
      merchantCountryCode: '642',
      mcc: bakery.category,
      purchaseAmount: String(minor),
      purchaseCurrency: numbers[currency],
      purchaseExponent: '2',
      purchaseDate: '20260504100000',
      notificationURL: 'https://pay.example/3ds/return',
      browserAcceptHeader: 'text/html',
      browserJavascriptEnabled: false,
      browserUserAgent: 'Mozilla/5.0',
      ...changes,
    }
  }
  const ask = (card: Pick<Spender, 'shown'>, amount: string, changes?: Record<string, unknown>) =>
    authenticate(world.app, JSON.parse(JSON.stringify(areq(card, amount, changes))))
  return {
    results,
    areq,
    ask,
    /** As one that was understood. */
    authenticate: async (
      card: Pick<Spender, 'shown'>,
      amount: string,
      changes?: Record<string, unknown>,
    ): Promise<ARes> => {
      const response = await ask(card, amount, changes)
      if (response.messageType !== 'ARes') throw new Error(JSON.stringify(response))
      return response
    },
    answerResults: (how: Answering) => {
      answer = how
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    /** What the shopper's browser brings to the page of the bank. */
    creq: (ares: ARes, changes: Record<string, unknown> = {}) =>
      encodeMessage({
        messageType: 'CReq',
        messageVersion: ares.messageVersion,
        threeDSServerTransID: ares.threeDSServerTransID,
        acsTransID: ares.acsTransID,
        challengeWindowSize: '05',
        ...changes,
      }),
  }
}

const idsOf = ({ messageVersion, threeDSServerTransID, dsTransID, acsTransID }: RReq) => ({
  messageVersion,
  threeDSServerTransID,
  dsTransID,
  acsTransID,
})

/** The 3-D Secure data of an authorization. */
export const proofOf = (result: Pick<RReq | ARes, 'dsTransID' | 'authenticationValue' | 'eci'>) => ({
  threeDs: {
    transactionId: result.dsTransID,
    ...(result.eci !== undefined && { eci: result.eci }),
    ...(result.authenticationValue !== undefined && { authenticationValue: new Secret(result.authenticationValue) }),
    version: '2.2.0',
  },
})

/** What a shopper's browser is shown, or where it is sent. */
export async function browse(
  { http }: Pick<World, 'http'>,
  method: 'GET' | 'POST',
  url: string,
  form: Record<string, string> = {},
) {
  const reply = await http.inject({
    method,
    url,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    }),
  })
  const { statusCode: status, headers, body } = reply
  return { status, headers, body, location: String(headers.location) }
}
