import { z } from 'zod'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Secret } from '#kernel/base/secret.ts'
import type { Ref, Write } from '#kernel/db/commit/commit.ts'
import type { CallerKinds, Permission, RouteAt } from '#kernel/http/route.ts'

declare module '#kernel/http/route.ts' {
  interface CallerKinds {
    /** A partner's server, with its API key (`x-partner-api-key`). */
    partner: 'permitted'
    /** Anybody with the id of a partner (`x-partner-id`): the apps of its customers before they log in. */
    partnerApp: 'open'
    /** A customer of a partner, with an access token. */
    holder: 'permitted'
    /** A customer's app, with a refresh token that the route itself checks. */
    refreshToken: 'open'
    /** A customer who has to send a second factor, with the session token of a login. */
    loginSession: 'open'
  }
}

/** Who calls, by the kind of caller that the route names. */
export type Callers = {
  partner: { partnerId: PartnerId }
  partnerApp: { partnerId: PartnerId }
  holder: { partnerId: PartnerId; holderId: HolderId }
  refreshToken: { token: Secret<string> }
  loginSession: { token: Secret<string> }
}
export type IssuingCaller = keyof Callers

type Permitted = { [Kind in IssuingCaller]: CallerKinds[Kind] extends 'open' ? never : Kind }[IssuingCaller]

/**
 * A route of the issuing interface, as a value: what it reads, what it replies and what it does. The surface that mounts
 * it knows the dialect (tokens, JSON, errors, `Idempotency-Key`); the same value makes the OpenAPI document.
 */
export type IssuingRoute = RouteAt & {
  caller: IssuingCaller
  permission?: Permission
  /** The documented name of the operation, such as `registerCustomerWithPartnerKey` (wire fact 6.3). */
  operationId: string
  group: string
  summary: string
  about: string | undefined
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodObject | undefined
  /** The reply when all goes well; of a list, one entry of `data`. */
  reply: z.ZodType
  /** A list replies `{data, page, size, total}`. */
  list: boolean
  /** The media types of a reply that is written part by part: `run` returns a `FileReply`. None for any other reply. */
  files: readonly string[]
  status: 200 | 201 | 204
  /** The rate limits that a call counts against, by their names in the surface's table. */
  limits: readonly string[]
  bodyBytesMax?: number
  /**
   * What a repeated Idempotency-Key receives. `stored`: the first reply. `secret`: the reply holds a secret that is not
   * stored, so the key is refused with 409. Undefined: the route may be called twice.
   */
  repeated: 'stored' | 'secret' | undefined
  run(call: IssuingCall<IssuingCaller, unknown, unknown, unknown>): Promise<unknown>
  /** What to reply to a repeated key when the first reply got lost with its process. */
  recover: ((caller: Callers[IssuingCaller], subjectId: string) => Promise<unknown>) | undefined
}

export type IssuingCall<Kind extends IssuingCaller, Params, Query, Body> = {
  caller: Callers[Kind]
  params: Params
  query: Query
  body: Body
  ip: string
  requestId: string
  /** To be part of the first commit of the work, with the id of what it is about. Nothing for a request without a key. */
  once(subjectId: string | Ref): Write[]
}

/** What the run of a list returns. */
export type ListReply<Entry> = { data: readonly Entry[]; page: number; size: number; total: number }

/** What the run of a route with files returns. When a part fails the connection breaks off, so that no half looks whole. */
export type FileReply = {
  type: string
  /** What a browser stores it as; undefined for what a program reads. */
  fileName: string | undefined
  parts: AsyncIterable<string | Uint8Array>
}

type Spec<
  Kind extends IssuingCaller,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Reply extends z.ZodType,
  Result,
> = Pick<IssuingRoute, 'method' | 'path' | 'operationId' | 'group' | 'summary'> &
  Partial<Pick<IssuingRoute, 'about' | 'status' | 'limits' | 'bodyBytesMax'>> & {
    caller: Kind
    params?: Params
    query?: Query
    body?: Body
    reply: Reply
    repeated?: 'stored' | 'secret'
    run(call: IssuingCall<Kind, z.output<Params>, z.output<Query>, z.output<Body>>): Promise<Result>
    recover?(caller: Callers[Kind], subjectId: string): Promise<Result>
  } & (Kind extends Permitted ? { permission: Permission } : { permission?: undefined })

type None = z.ZodObject<Record<never, never>>
const nothing: None = z.object({})

/** A route that replies one thing. */
export function issuingRoute<
  Kind extends IssuingCaller,
  Reply extends z.ZodType,
  Params extends z.ZodObject = None,
  Query extends z.ZodObject = None,
  Body extends z.ZodObject = None,
>(spec: Spec<Kind, Params, Query, Body, Reply, z.output<Reply>>): IssuingRoute {
  return { ...defaults, ...(spec as unknown as IssuingRoute), list: false }
}

/** A route that replies a page of things; its query should begin with `pageQuery`. */
export function issuingList<
  Kind extends IssuingCaller,
  Reply extends z.ZodType,
  Params extends z.ZodObject = None,
  Query extends z.ZodObject = None,
>(spec: Spec<Kind, Params, Query, None, Reply, ListReply<z.output<Reply>>>): IssuingRoute {
  return { ...defaults, ...(spec as unknown as IssuingRoute), list: true }
}

/** A route that replies a file, or JSON of the reply's shape, written while it is read. */
export function issuingFile<
  Kind extends IssuingCaller,
  Params extends z.ZodObject = None,
  Query extends z.ZodObject = None,
>(
  spec: Spec<Kind, Params, Query, None, z.ZodType, FileReply> & Pick<IssuingRoute, 'files'> & { body?: undefined },
): IssuingRoute {
  return { ...defaults, ...(spec as unknown as IssuingRoute), list: false }
}

const defaults = {
  files: [],
  about: undefined,
  params: nothing,
  query: nothing,
  body: undefined,
  status: 200 as const,
  limits: [],
  repeated: undefined,
  recover: undefined,
}
