import { type CheckoutRequest, signCheckoutRequest } from '@florin/client'
import { rightCode } from '#connectors/acquirer/sandbox/index.ts'
import { cardFields, fieldOf } from '../world/shopper.ts'
import type { KillableProgram } from './killable-program.ts'
import type { Random } from './random.ts'

/** What a shopper's browser received, if anything. */
export type Ordered = { orderId: string; address: string; acknowledged: boolean }

type Page = { status: number; path: string; text: string }

/** The program was gone before it had answered, or it answered that it is in trouble. */
class NothingCame extends Error {
  override readonly name = 'NothingCame'
}

/**
 * One shopper with a real browser's habits: what was not answered is sent again when the program is back, the same form
 * as before, until a page says that there is nothing left to do.
 */
export async function buy(
  program: Pick<KillableProgram, 'url' | 'serving'>,
  { privateKey, request }: { privateKey: string; request: CheckoutRequest },
  { random, sent }: { random: Random; sent(): void },
): Promise<Ordered> {
  const form = signCheckoutRequest({ privateKey, request })
  const go = (path: string, fields?: Readonly<Record<string, string>>) => {
    sent()
    return send(program.url, path, fields)
  }
  const untilReplied = async (path: string, fields?: Readonly<Record<string, string>>): Promise<Page> => {
    for (;;) {
      await program.serving()
      const page = await go(path, fields).catch(nothing)
      if (page) return page
    }
  }
  let page = await untilReplied('/', { ...form })
  const address = page.path
  const ordered = { orderId: request.order?.orderId ?? '', address, acknowledged: false }
  for (let looks = 0; looks < looksMax; looks++) {
    if (page.path.endsWith('/return')) return { ...ordered, acknowledged: true }
    if (page.text === '') page = await untilReplied(address)
    else if (page.text.includes('name="PaReq"'))
      page = (await throughBank(go, page).catch(nothing)) ?? (await untilReplied(address))
    else if (page.text.includes('/pay"')) {
      const fields = { attempt: fieldOf(page.text, 'attempt'), ...cardFields({ save: random.chance(30) }) }
      page = await untilReplied(`${address}/pay`, fields)
    } else return ordered
  }
  throw new Error(`order ${ordered.orderId} never comes to an end: ${page.text}`)
}
const looksMax = 40

async function throughBank(
  go: (path: string, fields: Readonly<Record<string, string>>) => Promise<Page>,
  { text }: Page,
): Promise<Page> {
  const bank = await go('/sandbox/bank', { PaReq: fieldOf(text, 'PaReq'), decision: 'confirm', code: rightCode })
  const back = /<form[^>]* action="([^"]+)"/.exec(bank.text)?.[1]
  if (!back?.startsWith('http')) throw new NothingCame()
  return go(new URL(back).pathname, { PaRes: fieldOf(bank.text, 'PaRes'), MD: fieldOf(bank.text, 'MD') })
}

function nothing(error: unknown): undefined {
  if (!(error instanceof NothingCame)) throw error
  return undefined
}

async function send(base: string, path: string, fields?: Readonly<Record<string, string>>): Promise<Page> {
  const reply = await fetch(`${base}${path}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(5_000),
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  }).catch(() => undefined)
  const text = await reply?.text().catch(() => undefined)
  if (!reply || text === undefined || reply.status >= 500) throw new NothingCame()
  const next = reply.headers.get('location')
  // The target of a redirect has reached the browser, even if the page there does not load any more.
  if (next?.startsWith('/')) return send(base, next).catch(() => ({ status: reply.status, path: next, text: '' }))
  return { status: reply.status, path, text }
}
