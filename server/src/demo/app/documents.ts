import type { Instant } from '#kernel/base/clock.ts'
import type { Caller } from './issuing-client.ts'
import { Page } from './shapes.ts'

type Fields = Readonly<Record<string, string | Blob>>

/**
 * Hands in a passport and a proof of address on Florin's pages, form after form, as the browser of the customer would. Only
 * a demo does that for its visitors: staging accepts any picture.
 */
export async function handInDocuments(call: Caller, { missing, now }: { missing: readonly string[]; now: Instant }) {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  const picture = blankPicture()
  if (missing.includes('id-verification'))
    await fillIn(await pageOf(call, 'id-verification'), [
      { kind: 'passport', country: 'RO' },
      { number: 'C01X00T47', expiresOn: today.add({ years: 5 }).toString() },
      { file: picture },
      { file: picture },
      {},
    ])
  if (missing.includes('poa-verification'))
    await fillIn(await pageOf(call, 'poa-verification'), [
      { kind: 'utility_bill', issuedOn: today.toString() },
      { file: picture },
      {},
    ])
}

const pageOf = async (call: Caller, step: string): Promise<string> =>
  (await call.send(Page, 'POST', `/kyc/${step}/start`, {})).url

/** Each form of a page leads to the next page. */
async function fillIn(url: string, forms: readonly Fields[]): Promise<void> {
  let page = await shown(await fetch(url))
  for (const fields of forms) page = await submit(page, fields)
}

type Shown = { url: string; text: string }

async function shown(response: Response): Promise<Shown> {
  if (!response.ok) throw new Error(`a page of Florin answered ${response.status}`)
  return { url: response.url, text: await response.text() }
}

async function submit({ url, text }: Shown, fields: Fields): Promise<Shown> {
  const [, head = '', content = ''] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(text) ?? []
  const inputs = [...content.matchAll(/<input[^>]*>/g)].map(([input]) => input)
  const hidden = inputs
    .filter((input) => attributeOf(input, 'type') === 'hidden')
    .map((input): [string, string] => [attributeOf(input, 'name'), attributeOf(input, 'value')])
  const filled = [...hidden, ...Object.entries(fields)]
  const body = head.includes('multipart/form-data') ? withFiles(filled) : new URLSearchParams(filled.map(asTexts))
  const { href, origin } = new URL(attributeOf(head, 'action'), url)
  return shown(await fetch(href, { method: 'POST', headers: { origin }, body }))
}

const attributeOf = (tag: string, attribute: string): string =>
  (new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll('&amp;', '&')

const asTexts = ([name, value]: [string, string | Blob]): [string, string] => [name, String(value)]

function withFiles(fields: readonly [string, string | Blob][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'picture.jpg')
  return form
}

/** The structure of a baseline JPEG of 640 × 420 pixels that shows nothing. */
function blankPicture(): Blob {
  const segment = (code: number, content: readonly number[]) => [0xff, code, 0, content.length + 2, ...content]
  const bytes = [
    ...[0xff, 0xd8],
    ...segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, 420 >> 8, 420 & 255, 640 >> 8, 640 & 255, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0, ...Array.from({ length: 16 }, () => 0)]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...[0x12, 0x34, 0xff, 0x00, 0x56, 0xff, 0xd0, 0x78, 0xff, 0xd9],
  ]
  return new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' })
}
