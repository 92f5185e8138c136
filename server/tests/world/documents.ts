import type { InjectOptions } from 'fastify'
import type { CallAs } from './partner.ts'
import type { World } from './world.ts'

/** The machine-readable lines of a Romanian card that is valid to 15 January 2029, and of a German passport to 31 July 2030. */
export const cardLines = [
  'I<ROURX123456<9<<<<<<<<<<<<<<<',
  '8501156F2901156ROU<<<<<<<<<<<2',
  'IONESCU<<MARIA<ELENA<<<<<<<<<<',
].join('\r\n')
export const passportLines =
  'P<D<<MUELLER<<HANS<<<<<<<<<<<<<<<<<<<<<<<<<<\r\nC01X00T478D<<6408125F3007310<<<<<<<<<<<<<<<4'

type Page = { status: number; body: string; headers: Record<string, unknown> }
type File = { name?: string; type?: string; bytes: Uint8Array }

/** A holder's browser without a script, on the pages that an app has opened. */
export type Visitor = {
  url: string
  /** The page as a GET shows it. */
  look(query?: string): Promise<Page>
  /** Fills in and sends the first form of the page: of the one given, or as it is shown now. */
  fill(fields: Readonly<Record<string, string>>, page?: Page): Promise<Page>
  /** Sends a file with the form of the page, in the field of the folder or of the camera. */
  sends(bytes: Uint8Array, options?: { field?: 'file' | 'photo'; step?: string; page?: Page }): Promise<Page>
  /** Sends a form to an address that was shown before, as another window would. */
  post(action: string, body: { fields: Readonly<Record<string, string>> } | { file: Uint8Array }): Promise<Page>
}

export const actionOf = ({ body }: Page): string =>
  /<form[^>]*action="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
export const titleOf = ({ body }: Page): string => /<h1[^>]*>([^<]*)/.exec(body)?.[1] ?? ''
/** The sentences of what is wrong, without their markup. */
export const problemsOf = ({ body }: Page): string[] =>
  [...body.matchAll(/<li><a href="#\w+">(.*?)<\/a>/g)].map(([, text]) => text!.replaceAll(/<[^>]+>/g, ''))

export async function startVisit(
  world: World,
  call: CallAs,
  kind: 'id' | 'poa' = 'id',
  body: unknown = {},
): Promise<Visitor> {
  const reply = await call('POST', `/kyc/${kind}-verification/start`, { body })
  if (reply.status !== 201) throw new Error(`the start was answered ${reply.status}: ${JSON.stringify(reply.body)}`)
  return visitorAt(world, new URL(String(reply.body.url)).pathname)
}

export function visitorAt(world: World, url: string): Visitor {
  const send = async (input: InjectOptions): Promise<Page> => {
    const { statusCode: status, body, headers } = await world.http.inject(input)
    return { status, body, headers }
  }
  const look = (query = '') => send({ method: 'GET', url: `${url}${query}` })
  const follow = (reply: Page): Promise<Page> | Page =>
    reply.status === 303 ? send({ method: 'GET', url: String(reply.headers.location) }) : reply
  const post: Visitor['post'] = async (action, body) => {
    if ('fields' in body) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams(body.fields).toString()
      return follow(await send({ method: 'POST', url: action, headers, payload }))
    }
    return follow(await send({ method: 'POST', url: action, ...formOf({ file: { bytes: body.file } }) }))
  }
  return {
    url,
    look,
    post,
    fill: async (fields, page) => post(actionOf(page ?? (await look())), { fields }),
    sends: async (bytes, { field = 'file', step, page } = {}) => {
      const action = actionOf(page ?? (await look(step && `?step=${step}`)))
      // A browser sends the empty field, too.
      const files = { photo: { bytes: Buffer.alloc(0) }, file: { bytes: Buffer.alloc(0) }, [field]: { bytes } }
      return follow(await send({ method: 'POST', url: action, ...formOf(files) }))
    },
  }
}

/** A form with files, as browsers write it. */
export function formOf(files: Readonly<Record<string, File>>): { headers: Record<string, string>; payload: Buffer } {
  const boundary = '----florin5f0a'
  const parts = Object.entries(files).flatMap(([field, { name = 'photo.jpg', type = 'image/jpeg', bytes }]) => {
    const isEmpty = bytes.length === 0
    const shown = isEmpty ? '' : name
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${shown}"\r\ncontent-type: ${isEmpty ? 'application/octet-stream' : type}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')]
  })
  const payload = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, payload }
}
