import { curlText } from '../../../ui/curl.ts'
import { isJson } from '../../../ui/json-text.ts'

/** What of a request is sent again. */
type Sent = {
  method: string
  path: string
  body?: string | undefined
  sentBy: 'key' | 'customer' | 'form'
  partnerId?: string | undefined
}

/**
 * A request for a shell, to be completed: the key is a placeholder, and so is every value that was not kept. A cut body is
 * left out, since it is no JSON any more.
 */
export function curlOf({ method, path, body, sentBy, partnerId }: Sent, origin: string): string {
  const sent = body !== undefined && isJson(body) ? body : undefined
  return curlText({
    method,
    url: `${origin}${path}`,
    headerWithVariable: keyHeader(sentBy, partnerId !== undefined),
    ...(sent !== undefined && { headers: { 'content-type': 'application/json' }, body: sent }),
  })
}

/** The shell puts the key in its place. */
function keyHeader(sentBy: Sent['sentBy'], isOfPartner: boolean): string {
  if (sentBy === 'customer') return 'authorization: Bearer $ACCESS_TOKEN'
  return isOfPartner ? 'x-partner-api-key: $FLORIN_API_KEY' : 'authorization: Bearer $FLORIN_API_KEY'
}
