import { z } from 'zod'
import type { Ref, Write } from '#kernel/db/commit/commit.ts'
import type { CallerKind, CallerKinds, Permission, RouteAt } from '#kernel/http/route.ts'

/**
 * A route that reads and replies JSON, as a value: what it reads, what it replies and what it does. The surface that
 * mounts it recognizes the callers; the same value makes the OpenAPI document. `Callers` says of each kind of caller what
 * is known of one.
 */
export type JsonRoute<Callers> = RouteAt & {
  caller: KindOf<Callers>
  permission?: Permission
  /** The name of the operation in the OpenAPI document, such as `createAccount`. */
  operationId: string
  group: string
  summary: string
  about: string | undefined
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodObject | undefined
  /** The reply when all goes well; of a list, one entry of `data`. */
  reply: z.ZodType
  /** The reply of 202, where the work may have to wait for somebody: the run returns it as `Accepted`. */
  accepted: z.ZodType | undefined
  /** A list of numbered pages replies `ListReply`, one that is read on from its entries `KeysetReply`. */
  list: 'numbered' | 'keyset' | undefined
  /** The media types of a reply that is written part by part: `run` returns a `FileReply`. None for any other reply. */
  files: readonly string[]
  /** The reply is a page for a browser: `run` returns a `PageReply`. */
  page: boolean
  status: 200 | 201 | 204
  /** The rate limits that a call counts against, by their names in the surface's table. */
  limits: readonly string[]
  bodyBytesMax?: number
  /**
   * It reveals a secret, gives access or opens a way to money: a person must have proved within minutes to be there. The
   * surface that recognizes callers asks for it.
   */
  needsRecentProof?: boolean
  /**
   * What a repeated Idempotency-Key receives. `stored`: the first reply. `secret`: the reply holds a secret that is not
   * stored, so the key is refused with 409. Undefined: the route may be called twice.
   */
  repeated: 'stored' | 'secret' | undefined
  run(call: JsonCall<Callers[KindOf<Callers>], unknown, unknown, unknown>): Promise<unknown>
  /** The reply to a repeated key when the first reply got lost with its process, by what `once` was given. */
  recover:
    | ((caller: Callers[KindOf<Callers>], subjectId: string, result: string | undefined) => Promise<unknown>)
    | undefined
}

export type KindOf<Callers> = keyof Callers & CallerKind

export type JsonCall<Caller, Params, Query, Body> = {
  caller: Caller
  params: Params
  query: Query
  body: Body
  ip: string
  requestId: string
  /**
   * To be part of the first commit of the work: the id of what it is about, and what of the reply no row says later.
   * Nothing for a request without a key.
   */
  once(subjectId: string | Ref, result?: string): Write[]
}

/** What a run returns instead of its reply when the work waits for somebody: what it waits for. */
export class Accepted<Body> {
  readonly body: Body
  constructor(body: Body) {
    this.body = body
  }
}

/** What the run of a list returns. */
export type ListReply<Entry> = { data: readonly Entry[]; page: number; size: number; total: number }

/** What the run of a list returns that is read on from its entries: `kernel/http/keyset.ts` says what each field means. */
export type KeysetReply<Entry> = {
  data: readonly Entry[]
  next?: string
  previous?: string
  total: number
  totalIsExact: boolean
  searchedTo?: string
  period?: { from?: string | undefined; to?: string | undefined; timeZone: string }
}

/** What the run of a route with files returns. When a part fails the connection breaks off, so that no half looks whole. */
export type FileReply = {
  type: string
  /** What a browser stores it as; undefined for what a program reads. */
  fileName: string | undefined
  parts: AsyncIterable<string | Uint8Array>
}

/** What the run of a route that replies a page returns. Its headers have the page's own content policy. */
export type PageReply = { headers: Readonly<Record<string, string>>; body: string }

type Spec<
  Callers,
  Kind extends KindOf<Callers>,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Reply extends z.ZodType,
  Result,
> = Pick<JsonRoute<Callers>, 'method' | 'path' | 'operationId' | 'group' | 'summary'> &
  Partial<
    Pick<JsonRoute<Callers>, 'about' | 'status' | 'limits' | 'bodyBytesMax' | 'accepted' | 'needsRecentProof'>
  > & {
    caller: Kind
    params?: Params
    query?: Query
    body?: Body
    reply: Reply
    repeated?: 'stored' | 'secret'
    run(
      call: JsonCall<Callers[Kind], z.output<Params>, z.output<Query>, z.output<Body>>,
    ): Promise<Result | Accepted<unknown>>
    recover?(caller: Callers[Kind], subjectId: string, result: string | undefined): Promise<Result | Accepted<unknown>>
  } & (CallerKinds[Kind] extends 'open' ? { permission?: undefined } : { permission: Permission })

type None = z.ZodObject<Record<never, never>>
const nothing: None = z.object({})

/** The functions that make the routes of one interface. */
export function jsonRoutes<Callers>() {
  return {
    /** A route that replies one thing. */
    route<
      Kind extends KindOf<Callers>,
      Reply extends z.ZodType,
      Params extends z.ZodObject = None,
      Query extends z.ZodObject = None,
      Body extends z.ZodObject = None,
    >(spec: Spec<Callers, Kind, Params, Query, Body, Reply, z.output<Reply>>): JsonRoute<Callers> {
      return { ...defaults, ...(spec as unknown as JsonRoute<Callers>), list: undefined }
    },
    /** A route that replies a page of things; its query should begin with `pageQuery`. */
    list<
      Kind extends KindOf<Callers>,
      Reply extends z.ZodType,
      Params extends z.ZodObject = None,
      Query extends z.ZodObject = None,
    >(spec: Spec<Callers, Kind, Params, Query, None, Reply, ListReply<z.output<Reply>>>): JsonRoute<Callers> {
      return { ...defaults, ...(spec as unknown as JsonRoute<Callers>), list: 'numbered' }
    },
    /** A route that replies a part of a list that may be long; its query should begin with `keysetQuery`. */
    keyset<
      Kind extends KindOf<Callers>,
      Reply extends z.ZodType,
      Params extends z.ZodObject = None,
      Query extends z.ZodObject = None,
    >(spec: Spec<Callers, Kind, Params, Query, None, Reply, KeysetReply<z.output<Reply>>>): JsonRoute<Callers> {
      return { ...defaults, ...(spec as unknown as JsonRoute<Callers>), list: 'keyset' }
    },
    /** A route that replies a page of ours; what it refuses is JSON, as everywhere. */
    page<
      Kind extends KindOf<Callers>,
      Params extends z.ZodObject = None,
      Query extends z.ZodObject = None,
      Body extends z.ZodObject = None,
    >(
      spec: Omit<Spec<Callers, Kind, Params, Query, Body, z.ZodType, PageReply>, 'reply' | 'status'>,
    ): JsonRoute<Callers> {
      return { ...defaults, ...(spec as unknown as JsonRoute<Callers>), reply: z.string(), list: undefined, page: true }
    },
    /** A route that replies a file, or JSON of the reply's shape, written while it is read. */
    file<Kind extends KindOf<Callers>, Params extends z.ZodObject = None, Query extends z.ZodObject = None>(
      spec: Spec<Callers, Kind, Params, Query, None, z.ZodType, FileReply> &
        Pick<JsonRoute<Callers>, 'files'> & { body?: undefined },
    ): JsonRoute<Callers> {
      return { ...defaults, ...(spec as unknown as JsonRoute<Callers>), list: undefined }
    },
  }
}

const defaults = {
  files: [],
  page: false,
  about: undefined,
  accepted: undefined,
  params: nothing,
  query: nothing,
  body: undefined,
  status: 200 as const,
  limits: [],
  repeated: undefined,
  recover: undefined,
}
