/** A message as a mail program reads it. */
export type ArrivedMail = {
  /** To whom the envelope was addressed: what decides where it goes. */
  recipients: readonly string[]
  headers: readonly (readonly [name: string, value: string])[]
  header(name: string): string | undefined
  text: string
  html: string
  files: readonly { name: string; type: string; content: Buffer }[]
  raw: string
}

/** Reads what a mail server got: enough of MIME for messages with a plain and an HTML part, and files. */
export function readMail(bytes: Buffer, recipients: readonly string[]): ArrivedMail {
  const raw = bytes.toString('latin1')
  const { headers, body } = partsOf(raw)
  const header = (name: string) => headers.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1]
  const parts = leavesOf({ headers, body })
  const ofType = (type: string) => {
    const part = parts.find((one) => headerOf(one.headers, 'content-type')?.startsWith(type))
    return part ? decoded(part.body, headerOf(part.headers, 'content-transfer-encoding') ?? '7bit') : ''
  }
  const files = parts.flatMap((part) => {
    const name = /^attachment; filename="?([^";]+)"?/.exec(headerOf(part.headers, 'content-disposition') ?? '')?.[1]
    const type = headerOf(part.headers, 'content-type')?.split(';')[0] ?? ''
    return name === undefined ? [] : [{ name, type, content: Buffer.from(part.body, 'base64') }]
  })
  return { recipients, headers, header, text: ofType('text/plain'), html: ofType('text/html'), files, raw }
}

type Part = ReturnType<typeof partsOf>

/** The parts of a message that have no parts themselves. */
function leavesOf({ headers, body }: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(headerOf(headers, 'content-type') ?? '')?.[1]
  if (boundary === undefined) return [{ headers, body }]
  const inside = body.split(`--${boundary}`).slice(1, -1)
  return inside.flatMap((part) => leavesOf(partsOf(part.replace(/^\r\n/, ''))))
}

const headerOf = (headers: ArrivedMail['headers'], name: string) =>
  headers.find(([known]) => known.toLowerCase() === name)?.[1]

function partsOf(text: string): { headers: [string, string][]; body: string } {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), words(line.slice(colon + 1).trim())]
  })
  return { headers, body: text.slice(end + 4) }
}

/** Encoded words of RFC 2047. */
const words = (value: string): string =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/((?:=\?utf-8\?[bq]\?[^?]*\?=)+)/gi, (run) =>
      Buffer.concat(
        [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, text]) =>
          kind!.toLowerCase() === 'b' ? Buffer.from(text!, 'base64') : quoted(text!.replaceAll('_', ' ')),
        ),
      ).toString('utf8'),
    )

function decoded(body: string, encoding: string): string {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding.toLowerCase() === 'quoted-printable') return unix(quoted(body.replaceAll(/=\r\n/g, '')).toString('utf8'))
  return unix(Buffer.from(body, 'latin1').toString('utf8'))
}

const quoted = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const unix = (text: string): string => text.replaceAll('\r\n', '\n').replace(/\n$/, '')
