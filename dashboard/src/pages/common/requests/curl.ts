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
  const sent = body !== undefined && readable(body) !== body ? body : undefined
  return [
    `curl -X ${method} ${quoted(`${origin}${path}`)}`,
    `-H ${keyHeader(sentBy, partnerId !== undefined)}`,
    ...(sent === undefined ? [] : [`-H ${quoted('content-type: application/json')}`, `--data-binary ${quoted(sent)}`]),
  ].join(' \\\n  ')
}

/** In double quotes, so that the shell puts the key in its place. */
function keyHeader(sentBy: Sent['sentBy'], isOfPartner: boolean): string {
  if (sentBy === 'customer') return '"authorization: Bearer $ACCESS_TOKEN"'
  return isOfPartner ? '"x-partner-api-key: $FLORIN_API_KEY"' : '"authorization: Bearer $FLORIN_API_KEY"'
}

/** In single quotes nothing has a meaning but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** JSON on lines of its own; anything else as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
