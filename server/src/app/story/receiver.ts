import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The servers of others: a partner that takes webhooks, and a shop that takes results of 3-D Secure. It dies with the story. */
export async function openReceiver(): Promise<string> {
  const server = createServer(async (request, response) => response.end(replyTo(await text(request))))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function replyTo(body: string): string {
  const message = body.startsWith('{') ? (JSON.parse(body) as Record<string, string>) : {}
  if (message.messageType !== 'RReq') return 'ok'
  const { messageVersion, threeDSServerTransID, acsTransID, dsTransID } = message
  const ids = { messageVersion, threeDSServerTransID, acsTransID, dsTransID }
  return JSON.stringify({ ...ids, messageType: 'RRes', resultsStatus: '01' })
}
