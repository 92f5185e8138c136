import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/base/refusal.ts'
import { html } from '#kernel/http/html.ts'
import { statusOfRefusal } from '#kernel/http/route.ts'
import { earliest } from '#kernel/work/due-list.ts'
import { sandboxRecords } from '../../app/acquirers.ts'
import type { App } from '../../app/compose.ts'
import { chainSection } from './chain-page.ts'
import { clockSection } from './clock-page.ts'
import { type Desk, type DeskParts, type DeskSection, deskRoot, openDesk, timeOf } from './desk.ts'
import { disputesSection } from './disputes.ts'
import { mailboxSection } from './mailbox.ts'

/** Every section of the desk, in the order of its navigation. A new page of staging is one line here. */
const sectionsOf = (app: App): readonly DeskSection[] => [
  ...(app.testClock ? [clockSection({ ...app, testClock: app.testClock })] : []),
  mailboxSection(app),
  disputesSection({ ...app, sandboxes: sandboxRecords(app.config, app.db) }),
  ...(app.sandboxChain ? [chainSection({ ...app, sandboxChain: app.sandboxChain })] : []),
]

/**
 * The staging desk: controls for what a test cannot wait for, and a view of everything that is sent to the outside.
 * Like the demo store, it requires no login and is mounted in staging only.
 */
export const stagingDesk =
  (app: App, { hasDemo }: { hasDemo: boolean }): FastifyPluginAsync =>
  async (http) => {
    const sections = sectionsOf(app)
    const parts: DeskParts = { now: () => app.clock.now(), sections, hasDemo }
    http.addHook('onRequest', refuseStrangers)
    http.setErrorHandler((error, request, reply) => showError(app, openDesk(parts, ''), error, request, reply))
    http.setNotFoundHandler((_request, reply) =>
      openDesk(parts, '').show(reply, { status: 404, title: 'There is nothing here', main: wayBack }),
    )
    http.get('/', (_request, reply) => showSections(app, openDesk(parts, ''), reply, sections))
    for (const section of sections) {
      const routes = async (inner: FastifyInstance) => section.routes(inner, openDesk(parts, section.path))
      await http.register(routes, { prefix: `/${section.path}` })
    }
  }

async function showSections(
  { db, jobs }: App,
  desk: Desk,
  reply: FastifyReply,
  sections: readonly DeskSection[],
): Promise<FastifyReply> {
  const next = await earliest(db, jobs, { owner: undefined, after: undefined })
  const tiles = sections.map(
    ({ path, name, about }) =>
      html`<li class="tile"><h2><a href="${deskRoot}/${path}">${name}</a></h2><p>${about}</p></li>`,
  )
  return desk.show(reply, {
    title: 'Staging desk',
    lead: next ? html`The next thing is due ${timeOf(next)}.` : 'Nothing is due.',
    main: html`<ul class="tiles">${tiles}</ul>`,
  })
}

/**
 * Since there is no login, any page open in the same browser could submit our forms. Browsers send the origin of a
 * form, and forms from any origin other than the desk's own are refused.
 */
async function refuseStrangers({ method, headers, host }: FastifyRequest): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const isOurs = site === undefined ? URL.parse(headers.origin ?? '')?.host === host : site === 'same-origin'
  if (!isOurs) {
    throw new Refusal(
      'forbidden',
      'desk_foreign_form',
      'This form does not come from the staging desk, so nothing was done. Open the desk itself and press the button there.',
    )
  }
}

function showError(app: App, desk: Desk, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  if (error instanceof Refusal || statusCode < 500) {
    const status = error instanceof Refusal ? statusOfRefusal[error.kind] : statusCode
    return desk.show(reply, { status, title: 'That was not done', lead: message, main: wayBack })
  }
  app.log.error({ requestId: request.id, err: error, path: request.routeOptions.url }, 'a page of the desk failed')
  const lead = `Something went wrong on our side; the log has it under ${request.id}.`
  return desk.show(reply, { status: 500, title: 'That did not work', lead, main: wayBack })
}

const wayBack = html`<p><a class="button plain" href="${deskRoot}">Back to the desk</a></p>`
