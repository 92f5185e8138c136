import assert from 'node:assert/strict'

/** A browser with script switched off: it shows pages, fills in forms and follows redirects. */
export type Page = { url: string; text: string }

export async function visit(url: string): Promise<Page> {
  return land(await fetch(url))
}

/** Shows a page that somebody else has fetched, as an app does with the page of a topup. */
export const show = (text: string, url: string): Page => ({ url, text })

/** Fills in the form whose action ends so (the first one unless said), and presses its button. */
export async function submit(page: Page, fields: Fields = {}, actionEnd = ''): Promise<Page> {
  const form = formsOf(page).find(({ action }) => action.endsWith(actionEnd))
  assert(form, `${page.url} has no form ${actionEnd}: ${titleOf(page)}`)
  const filled = { ...form.hidden, ...fields }
  const body = form.takesFiles ? filesOf(filled) : textsOf(filled)
  // Browsers say which page a form was on; the staging desk takes only its own.
  const headers = { origin: new URL(page.url).origin }
  return land(await fetch(form.action, { method: 'POST', headers, body }))
}
type Fields = Readonly<Record<string, string | Blob>>

export const titleOf = ({ text }: Page): string => decode(/<title>([^<]*)/.exec(text)?.[1] ?? 'a page without a title')

/** A field that the page holds for its own form. */
export function hiddenOf(page: Page, name: string): string {
  const value = formsOf(page).find(({ hidden }) => name in hidden)?.hidden[name]
  assert(value !== undefined, `${page.url} has no field ${name}: ${titleOf(page)}`)
  return value
}

async function land(response: Response): Promise<Page> {
  const text = await response.text()
  assert(response.ok, `${response.url} answered ${response.status}: ${text.slice(0, 500)}`)
  return { url: response.url, text }
}

type Form = { action: string; hidden: Record<string, string>; takesFiles: boolean }

const formsOf = ({ url, text }: Page): Form[] =>
  [...text.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = '', body = '']) => ({
    action: new URL(attributeOf(head, 'action') ?? '', url).href,
    takesFiles: head.includes('multipart/form-data'),
    hidden: Object.fromEntries(
      [...body.matchAll(/<input[^>]*>/g)]
        .map(([input]) => input)
        .filter((input) => attributeOf(input, 'type') === 'hidden')
        .map((input) => [attributeOf(input, 'name') ?? '', attributeOf(input, 'value') ?? '']),
    ),
  }))

function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : decode(value)
}

const textsOf = (fields: Fields) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]))

function filesOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'photo.jpg')
  return form
}

const entities = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' } as const
const decode = (text: string): string =>
  text.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities[entity as keyof typeof entities])
