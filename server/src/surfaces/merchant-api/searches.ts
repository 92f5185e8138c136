import { z } from 'zod'
import { type ApiRoute, apiRoute } from '#acquiring/api'
import type { SiteId } from '#core/directory'
import { NumberText } from '#kernel/base/json.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { refuse } from './refusals.ts'

/** Of a page: what is sent with it takes the place of what the search was made with. */
const pageNames = ['page', 'perPage', 'reverseSorting', 'searchId']
/** Of a page alone. How long pages are and how they are sorted may be part of a search (wire fact 12, row 17). */
const notSearched = ['page', 'searchId']

type Fields = Readonly<Record<string, unknown>>

/**
 * The route that keeps a search of a list (wire facts 3.1 to 3.3, `POST /…-search`). Nothing is stored: the `searchId`
 * is the search itself, sealed for the site that made it, so it works at every process, needs no sweeping, and puts no
 * e-mail address or card number into an access log. It also says through which id the list went at that moment: what
 * arrives later is not found, and pages do not shift.
 */
export function searchRoute(keys: KeyRing, list: ApiRoute, publicUrl: string): ApiRoute {
  const body = z.object(
    Object.fromEntries(Object.entries(list.query.shape).filter(([name]) => !notSearched.includes(name))),
  )
  return apiRoute({
    method: 'POST',
    path: list.searchPath!,
    permission: list.permission,
    group: list.group,
    summary: `Keep a search; read it with GET ${list.path}?searchId=`,
    about:
      'The search is a snapshot of which entries match, not of their contents: entries that are added later are left out.',
    body,
    data: z.strictObject({ searchId: z.string(), url: z.url() }),
    run: async (call) => {
      const query = { ...call.body, page: 1, perPage: 1, reverseSorting: true }
      const newest = await list.run({ ...call, query })
      const [first] = newest.data as readonly { id: bigint }[]
      const sent = Object.fromEntries(Object.entries(call.sent).filter(([name]) => Object.hasOwn(body.shape, name)))
      const searched = first ? { throughId: String(first.id), ...sent } : sent
      const searchId = sealSearch(keys, list, call.caller.siteId, searched)
      return { data: { searchId, url: `${publicUrl}${list.path}?searchId=${searchId}` } }
    },
  })
}

function sealSearch(keys: KeyRing, list: ApiRoute, siteId: SiteId, searched: Fields): string {
  const text = JSON.stringify(searched, (_name, value) => (value instanceof NumberText ? value.text : value))
  return Buffer.from(keys.seal(purpose, text, contextOf(list, siteId))).toString('base64url')
}

/** The query of a list with `searchId`: the filters of the search, and the page of this request. */
export function openSearch(keys: KeyRing, list: ApiRoute, asked: Fields, siteId: SiteId): Fields {
  const page = Object.fromEntries(Object.entries(asked).filter(([name]) => pageNames.includes(name)))
  try {
    const sealed = Buffer.from(String(asked.searchId), 'base64url')
    const searched = JSON.parse(keys.open(purpose, sealed, contextOf(list, siteId)).toString()) as Fields
    return { ...searched, ...page }
  } catch {
    throw refuse('search_not_found', { field: 'searchId', path: list.searchPath })
  }
}

/** The keys that seal what belongs to a site; the context keeps a search apart from everything else under them. */
const purpose = 'directory'
const contextOf = (list: ApiRoute, siteId: SiteId): string => `search ${siteId} ${list.path}`
