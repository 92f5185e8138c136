import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { StaffCaller, StaffId } from '#core/access'
import type { Clock } from '#kernel/base/clock.ts'
import { refusals } from '#kernel/base/refusal.ts'
import { momentText } from '#kernel/http/json-shape.ts'
import { isPermitted } from '#kernel/http/route.ts'
import type { App } from '../../../app/compose.ts'
import { headerOf } from '../../bare-json/headers.ts'
import { staffRoot } from '../document.ts'
import { type Kind, permissionOf } from './kinds.ts'
import { type Change, type Found, kindsFor, openTail, type Tail } from './tail.ts'

const refuse = refusals({
  too_many_streams: ['limit', 'Too many pages follow what changes. Close some, or read again now and then.'],
})

/** One person may have so many pages open that follow what changes, and one process so many of all. */
const perPersonMax = 12
const streamsMax = 2_000
/** How often a stream says that it is alive, and whether its session goes on is asked. */
const beatMs = 15_000
/** A reader that takes nothing any more is cut off: it begins again from where it was. */
const unreadMax = 65_536
const everyMs = 1_000

type Parts = {
  recognize(request: FastifyRequest): Promise<StaffCaller>
}

/**
 * `GET /stream`: server-sent events that say which kinds of things have changed, of those that the caller may read, and
 * nothing about them. `id` is where a reader that lost the connection begins again, at this or another process.
 */
export function mountStream(http: FastifyInstance, app: App, { recognize }: Parts): void {
  const tail = openTail(app, { everyMs })
  const open = new Set<Following>()
  http.route({
    method: 'GET',
    url: `${staffRoot}/stream`,
    exposeHeadRoute: false,
    config: { access: { caller: 'staffToken' } },
    handler: async (request, reply) => {
      const caller = await recognize(request)
      const own = [...open].filter(({ by }) => by === caller.staff.id)
      if (own.length >= perPersonMax || open.size >= streamsMax)
        throw refuse('too_many_streams', { retryAfterSeconds: 60 })
      const following = { ...openStream(app, tail, { caller, after: afterOf(request) }), by: caller.staff.id }
      open.add(following)
      following.stream.once('close', () => open.delete(following))
      return reply.headers(streamHeaders).send(following.stream)
    },
  })
  const watching = setInterval(beatWhenMoved(app.clock, open), everyMs)
  watching.unref()
  // Before connections are waited for: these would never end by themselves, and begin again at another process.
  http.addHook('preClose', async () => {
    clearInterval(watching)
    for (const { stream } of open) stream.push(null)
    await tail.stop()
  })
}

type Following = { stream: Readable; by: StaffId; beat(): unknown }

/** In staging people move the clock, which every open page shows: it is said at once, and not with the next beat. */
function beatWhenMoved(clock: Clock, open: Iterable<Following>): () => void {
  const aheadMs = () => clock.now().epochMilliseconds - clock.wall().epochMilliseconds
  let known = aheadMs()
  return () => {
    const ahead = aheadMs()
    if (Math.abs(ahead - known) < movedMs) return
    known = ahead
    for (const { beat } of open) beat()
  }
}
const movedMs = 30_000

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** As a browser sends it that lost the connection, or as a page sends it that begins again. */
function afterOf(request: FastifyRequest): string | undefined {
  const { after } = request.query as { after?: unknown }
  return headerOf(request, 'last-event-id') ?? (typeof after === 'string' ? after : undefined)
}

const kindsOf = ({ staff, permissions }: StaffCaller, changes: readonly Change[]): Kind[] =>
  kindsFor(staff.scope, changes).filter((kind) => isPermitted(permissions, permissionOf(kind)))

type Reader = { caller: StaffCaller; after: string | undefined }

function openStream(
  { staff, clock, log }: App,
  tail: Tail,
  { caller, after }: Reader,
): Pick<Following, 'stream' | 'beat'> {
  const stream = new Readable({ read: () => undefined })
  const send = (event: string, data: object, id?: string): void => {
    if (stream.destroyed) return
    if (stream.readableLength > unreadMax) return void stream.destroy()
    stream.push(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const beat = async (): Promise<void> => {
    const upTo = await tail.upTo()
    send('beat', { now: momentText(clock.now()) }, upTo)
  }
  /** Ends with the session, or with the token, of its reader, and with the role: a reader that begins again has the new one. */
  const endOr = async (goOn: () => unknown): Promise<void> => {
    const goesOn = await staff.goesOn(caller).catch((error) => {
      log.warn({ err: error }, 'whether a session goes on could not be asked')
      return false
    })
    if (goesOn) return void goOn()
    send('ended', {})
    if (!stream.destroyed) stream.push(null)
  }
  const report = ({ changes, upTo }: Found): void => {
    const kinds = changes === 'everything' ? 'all' : kindsOf(caller, changes)
    const announce = () => send('change', { kinds }, upTo)
    if (changes !== 'everything' && changes.some((change) => isAbout(caller, change))) void endOr(announce)
    else if (kinds.length > 0) announce()
  }
  const stopListening = tail.listen(report)
  const beating = setInterval(() => endOr(beat), beatMs)
  beating.unref()
  stream.once('close', () => {
    clearInterval(beating)
    stopListening()
  })
  // The first beat says that from now on nothing is missed, and that what was missed before has been sent.
  const begin = async (): Promise<void> => {
    await tail.upTo()
    if (after !== undefined) {
      const found = await tail.since(after)
      if (found) report(found)
      else send('change', { kinds: 'all' })
    }
    await beat()
  }
  begin().catch((error) => stream.destroy(error))
  return { stream, beat }
}

/** The people of the reader's organization have changed: the reader may be among them. */
const isAbout = ({ staff: { scope } }: StaffCaller, { of, kind }: Change): boolean =>
  kind === 'staff' && of.kind === scope.kind && of.id === scope.id
