import type { StoredCardId } from '#acquiring/ids'
import { publicKey, type Site, siteIdOfPublicKey } from '#core/directory'
import { readLanguage } from '#core/i18n'
import { languageOf, layoutOf } from '#core/pages'
import { readId } from '#kernel/base/id.ts'
import { writeJson } from '#kernel/base/json.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { type Call, type Reply, type Route, seeOther, statusOfRefusal } from '#kernel/http/route.ts'
import { addressesOf, type Placed } from '../addresses.ts'
import type { CheckoutContext } from '../context.ts'
import { cancelSession } from '../end-session.ts'
import { embeddedI18nOf } from '../languages/index.ts'
import { openSession } from '../open-session.ts'
import { pageReply } from '../page-reply.ts'
import type { CheckoutPage } from '../pages/view.ts'
import { formOf, signedFormBytesMax, visitRoutes, withVisit } from '../routes.ts'
import { readSessionToken, sessionToken } from '../session-token.ts'
import { stateOf, type Visit } from '../visit.ts'
import { removeOwnCard } from './remove-card.ts'
import { showInBank } from './show-framed.ts'

/**
 * The pages of a session in a frame on a page of the store: those of the hosted checkout, at addresses of their own. The
 * frame begins with a page that receives the signed order from the store's page (wire fact 9.1).
 */
export function embeddedRoutes(whole: CheckoutContext): Route[] {
  const ctx: Placed = { ...whole, place: 'embedded' }
  return [
    { method: 'GET', path: '/embedded', caller: 'public', run: (call) => start(ctx, call) },
    {
      method: 'POST',
      path: '/embedded',
      caller: 'public',
      limits: ['sessions_opened'],
      bodyBytesMax: signedFormBytesMax,
      run: (call) => open(ctx, call),
    },
    ...visitRoutes(ctx),
    {
      method: 'GET',
      path: '/embedded/:token/returned',
      caller: 'session',
      run: withVisit(ctx, async (visit, call) =>
        showInBank(ctx, { visit, call, page: { kind: 'returned' }, status: 200 }),
      ),
    },
    {
      method: 'POST',
      path: '/embedded/:token/cards/:card/remove',
      caller: 'session',
      limits: ['card_attempts'],
      run: withVisit(ctx, async (visit, call) => {
        await removeNamed(ctx, visit, call)
        return seeOther(addressesOf(ctx, visit, call).page)
      }),
    },
  ]
}

/** What cannot be removed has no button, so there is nothing to say: the page shows the cards that are there. */
async function removeNamed(ctx: Placed, visit: Visit, { params, ip }: Call): Promise<void> {
  const cardId = readId<StoredCardId>(params.card)
  if (cardId === undefined || visit.link || stateOf(visit) !== 'payable') return
  try {
    await removeOwnCard(ctx, { siteId: visit.site.id, shopperId: visit.shopper.id, cardId, ip })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function start(ctx: Placed, call: Call): Promise<Reply> {
  const site = await siteNamed(ctx, call)
  return showOf(ctx, call, site, site ? { kind: 'start', action: addressOf(call) } : { kind: 'notFound' })
}

/** A refusal is a page in the frame, so that the store's page receives it. */
async function open(ctx: Placed, call: Call): Promise<Reply> {
  const site = await siteNamed(ctx, call)
  const language = readLanguage(call.query.lang)
  try {
    const { id } = await openSession(ctx, { form: call.body, language, requestId: call.requestId })
    const replaced = readSessionToken(ctx.keys, String(formOf(call).replaces ?? ''))
    if (replaced !== undefined && replaced !== id) await cancelSession(ctx, replaced)
    return seeOther(`/embedded/${sessionToken(ctx.keys, id)}${language ? `?lang=${language}` : ''}`)
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'busy' || error.kind === 'limit') throw error
    const { code, message, field, problems } = error
    const { requestId } = call
    const page = { kind: 'refused', code, message, field, problems, requestId, documentation: undefined } as const
    return showOf(ctx, call, site, page, statusOfRefusal[error.kind])
  }
}

/** The site whose pages may show the frame, while there is no session yet. */
async function siteNamed({ directory, testMode }: Placed, { query }: Call): Promise<Site | undefined> {
  const id = typeof query.publicKey === 'string' ? siteIdOfPublicKey(query.publicKey) : undefined
  const site = id === undefined ? undefined : await directory.site(id)
  return site && site.live !== testMode && publicKey(site) === query.publicKey ? site : undefined
}

function addressOf({ query }: Call): string {
  const language = readLanguage(query.lang)
  return `/embedded?${new URLSearchParams({ publicKey: String(query.publicKey), ...(language && { lang: language }) })}`
}

function showOf(ctx: Placed, call: Call, site: Site | undefined, page: CheckoutPage, status?: number): Reply {
  const language = languageOf(call)
  const { frameTitle: label, offline } = embeddedI18nOf(language).messages
  const error = page.kind === 'refused' && { code: page.code, message: page.message, field: page.field }
  const frame = { page: page.kind, alone: '/', label, offline, ...(error && { error: writeJson(error) }) }
  const layout = layoutOf({ language, testMode: ctx.testMode, site, ...(site && { frame }) })
  return pageReply(page, layout, status ?? (site ? 200 : 404))
}
