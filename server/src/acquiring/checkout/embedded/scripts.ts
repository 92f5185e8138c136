import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { languages } from '#core/i18n'
import { joinScript } from '#core/pages'
import type { Call, Reply, Route } from '#kernel/http/route.ts'
import { embeddedI18nOf } from '../languages/index.ts'

/** The scripts that stores load on their own pages (wire facts 1.10 and 9.1). Each holds what it says in every language. */
export const scriptRoutes = (): Route[] => [
  // Pages name the version they were written for; this script is what all of them expect.
  {
    method: 'GET',
    path: '/sdk/:version/xmoney.js',
    caller: 'public',
    run: sends(withTexts(joinScript(new URL('xmoney/', folder), formParts))),
  },
  { method: 'GET', path: '/assets/script', caller: 'public', run: sends(alone('pop-up.js')) },
  { method: 'GET', path: '/assets/custom', caller: 'public', run: sends(alone('own-frame.js')) },
]

/** What a script says on the store's page itself. */
const texts = Object.fromEntries(
  languages.map((language) => {
    const { frameTitle, unreachable, lost, tryAgain, close } = embeddedI18nOf(language).messages
    return [language, { frameTitle, unreachable, lost, tryAgain, close }]
  }),
)

const folder = new URL('scripts/', import.meta.url)
const formParts = ['settings', 'elements', 'waiting', 'changing', 'conversation', 'form', 'interface']

const withTexts = (source: string): Script => {
  const text = source.replace("'TEXTS'", () => JSON.stringify(JSON.stringify(texts)))
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
type Script = { text: string; tag: string }

const alone = (name: string): Script => withTexts(readFileSync(new URL(name, folder), 'utf8'))

/** For five minutes a browser does not ask again; then it asks whether the script is another one. */
const sends =
  ({ text, tag }: Script) =>
  async ({ headers }: Call): Promise<Reply> => {
    const isKnown = headers['if-none-match'] === tag
    return {
      status: isKnown ? 304 : 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=300',
        etag: tag,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      },
      body: isKnown ? '' : text,
    }
  }
