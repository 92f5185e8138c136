import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Language } from '#core/i18n'
import type { RenderedPage } from '#core/pages'
import { pageHeaders } from '#core/pages'
import { type Exhibit, pageGallery } from './page-gallery.ts'

/** Serves the gallery as the checkout would, and remembers what the browser sent back. */
export async function servePages() {
  const shown = new Map<string, RenderedPage>()
  const sent: Sent[] = []
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let held: PromiseWithResolvers<void> | undefined

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', at)
    const page = shown.get(pathname)
    if (request.method === 'GET' && page) {
      for (const [name, value] of Object.entries(pageHeaders(page))) response.setHeader(name, value)
      response.end(page.body)
      return
    }
    if (pathname.endsWith('/events')) {
      // Nothing happens yet.
      response.setHeader('content-type', 'text/event-stream')
      response.end('retry: 60000\n\n')
      return
    }
    const body = new URLSearchParams(Buffer.concat(await Array.fromAsync(request)).toString())
    sent.push({
      method: request.method ?? '',
      path: request.url ?? '',
      fields: Object.fromEntries([...body, ...searchParams]),
    })
    await held?.promise
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Received</title><p id="received">Received')
  }

  return {
    at,
    sent,
    /** Every exhibit of a language with its own address. Pages that pass on are held still, to be looked at. */
    gallery(language: Language): (Exhibit & { url: string })[] {
      return pageGallery(language, { at }).map((exhibit, index) => {
        const { body, contentSecurityPolicy } = exhibit.rendered
        const still = body
          .replace(' data-pass-on', '')
          .replace(/<noscript><meta [^>]*content="0;[^>]*><\/noscript>/, '')
        shown.set(`/${language}/${index}`, { body: still, contentSecurityPolicy })
        return { ...exhibit, url: `${at}/${language}/${index}` }
      })
    },
    /** One page of one's own making. */
    show(path: string, page: RenderedPage): string {
      shown.set(path, page)
      return at + path
    },
    /** Keeps forms waiting for their answer until released. */
    hold() {
      const waiting = Promise.withResolvers<void>()
      held = waiting
      const release = () => {
        held = undefined
        waiting.resolve()
      }
      return { release, [Symbol.dispose]: release }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type Sent = { method: string; path: string; fields: Record<string, string> }
